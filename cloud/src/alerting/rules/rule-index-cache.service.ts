import type { Tx } from '../../platform/database/handles.js'
import { findRuleRevision, listActiveRules } from './alert-rule.repository.js'
import type { AlertRuleRow } from './alert-rule.table.js'
import { RuleIndex } from './rule-index.service.js'

interface CachedIndex {
  readonly revision: string
  readonly index: RuleIndex<AlertRuleRow>
}

/**
 * The index of an organisation's rules, made anew when they changed. The revision is read in the transaction that is to
 * fire, so that a change acts on the next event at every node, as if the rules had been read.
 */
export class RuleIndexCache {
  /** By organisation; who was asked for last stands last. */
  readonly #known = new Map<string, CachedIndex>()
  readonly #mostRules: number
  #rules = 0

  /** @param mostRules that are held in memory over all organisations, some 2 KB each */
  constructor(mostRules = 20_000) {
    this.#mostRules = mostRules
  }

  async of(tx: Tx, orgId: string): Promise<RuleIndex<AlertRuleRow>> {
    // Before the rules: those of a later revision under an earlier one are read again, and never the reverse.
    const revision = await findRuleRevision(tx, orgId)
    const known = this.#known.get(orgId)
    if (known !== undefined) {
      this.#forget(orgId, known)
      if (known.revision === revision) return this.#keep(orgId, known)
    }
    // No rule was ever made.
    if (revision === null) return none
    return this.#keep(orgId, {
      revision,
      index: new RuleIndex(await listActiveRules(tx, orgId, 'camera_event')),
    })
  }

  #keep(orgId: string, known: CachedIndex): RuleIndex<AlertRuleRow> {
    // Another event of the organisation may have made one meanwhile.
    const other = this.#known.get(orgId)
    if (other) this.#forget(orgId, other)
    this.#known.set(orgId, known)
    this.#rules += known.index.size
    for (const [oldest, old] of this.#known) {
      if (this.#rules <= this.#mostRules || oldest === orgId) break
      this.#forget(oldest, old)
    }
    return known.index
  }

  #forget(orgId: string, known: CachedIndex): void {
    this.#known.delete(orgId)
    this.#rules -= known.index.size
  }
}

const none = new RuleIndex<AlertRuleRow>([])
