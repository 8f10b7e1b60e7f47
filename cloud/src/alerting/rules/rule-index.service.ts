import { firesAtOnce, type JudgedEvent, mismatch, type RuleCondition } from './rule-match.service.js'

/** Rules under their category and then their source; null where a rule takes any. */
type Shelf<Rule> = Map<RuleCondition['event_category'], Map<string | null, Rule[]>>

/**
 * Rules by what an event must have for them to fire at once, so that an event is held against those few that may concern
 * it. `mismatch` stays the judge of these.
 */
export class RuleIndex<Rule extends RuleCondition & { readonly id: string }> {
  readonly #ofAnyCamera: Shelf<Rule> = new Map()
  readonly #ofCamera = new Map<string, Shelf<Rule>>()
  readonly #byId = new Map<string, Rule>()
  /** The position of each rule in the order in which they were given. */
  readonly #place = new Map<Rule, number>()

  constructor(rules: readonly Rule[]) {
    for (const rule of rules.filter(firesAtOnce)) {
      this.#place.set(rule, this.#place.size)
      this.#byId.set(rule.id, rule)
      for (const shelf of this.#shelvesOf(rule)) file(shelf, rule)
    }
  }

  /** How many rules may fire at all. */
  get size(): number {
    return this.#byId.size
  }

  find(id: string): Rule | undefined {
    return this.#byId.get(id)
  }

  /** The rules that fire on an event at once, in the order in which they were given. */
  rulesFor(event: JudgedEvent): Rule[] {
    return this.rulesThatMayMatch(event).filter((rule) => mismatch(rule, event) === null)
  }

  /** Those that may fire on an event, as far as the index knows, in the order in which they were given. */
  rulesThatMayMatch(event: JudgedEvent): Rule[] {
    const found = [this.#ofAnyCamera, this.#ofCamera.get(event.camera_id)].flatMap((shelf) =>
      [null, event.event_category].flatMap((category) => {
        const sources = shelf?.get(category)
        return sources ? [...(sources.get(null) ?? []), ...(sources.get(event.trigger_source) ?? [])] : []
      }),
    )
    return found.toSorted((one, other) => this.#placeOf(one) - this.#placeOf(other))
  }

  #placeOf(rule: Rule): number {
    return this.#place.get(rule) ?? 0
  }

  #shelvesOf(rule: Rule): Shelf<Rule>[] {
    if (rule.scope_type !== 'cameras') return [this.#ofAnyCamera]
    return [...new Set(rule.camera_ids)].map((cameraId) => entryOf(this.#ofCamera, cameraId, () => new Map()))
  }
}

function file<Rule extends RuleCondition>(shelf: Shelf<Rule>, rule: Rule): void {
  const sources = entryOf(shelf, rule.event_category, () => new Map<string | null, Rule[]>())
  for (const source of rule.source_filter === null ? [null] : new Set(rule.source_filter))
    entryOf(sources, source, () => []).push(rule)
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
