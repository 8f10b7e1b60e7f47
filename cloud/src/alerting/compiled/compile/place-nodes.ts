import type { PredicateNode } from '@sightline/protocol'
import type { Item } from './read-sentence.js'
import type { NamedPlace, PlaceInSentence } from './reading.js'
import { together } from './together.js'

/** Where, and how names were read that fit several places or a part of one. */
interface PlaceNodes {
  readonly nodes: readonly PredicateNode[]
  readonly assumptions: readonly string[]
}

/** Where. An event is of one camera, so that several of them are alternatives however they are joined. */
export function placeNodes(items: readonly Item[], siteNames: ReadonlyMap<string, string>): PlaceNodes {
  const named = (isNegated: boolean) =>
    items.flatMap(({ meaning, negated }) =>
      meaning.kind === 'place' && negated === isNegated ? [meaning.place] : [],
    )
  const hasOr = items.some(({ meaning, join }) => meaning.kind === 'place' && join === 'or')
  const wanted = hasOr ? named(false) : narrowed(named(false))
  const unwanted = named(true)
  return {
    nodes: [
      ...wantedNodes(wanted, hasOr),
      ...unwanted.flatMap(({ fitting }) => {
        const of = anyOf(fitting)
        return of ? [{ op: 'not' as const, of }] : []
      }),
    ],
    assumptions: [...wanted, ...unwanted].flatMap((place) => howItWasRead(place, siteNames)),
  }
}

/** `the gate in Zurich`: of all gates those at the site that is named beside. */
function narrowed(places: readonly PlaceInSentence[]): PlaceInSentence[] {
  const siteIds = places.filter(isSitesOnly).flatMap(({ fitting }) => fitting.map(({ id }) => id))
  return places.map((place) => {
    const there = place.fitting.filter(({ kind, siteId }) => kind === 'camera' && siteIds.includes(siteId))
    return there.length > 0 ? { ...place, fitting: there } : place
  })
}

function wantedNodes(places: readonly PlaceInSentence[], hasOr: boolean): PredicateNode[] {
  const sites = places.filter(isSitesOnly)
  const others = places.filter((place) => !isSitesOnly(place))
  const fitting = (of: readonly PlaceInSentence[]) => anyOf(of.flatMap((place) => place.fitting)) ?? []
  return hasOr ? [fitting(places)].flat() : [fitting(others), fitting(sites)].flat()
}

function isSitesOnly({ fitting }: PlaceInSentence): boolean {
  return fitting.every(({ kind }) => kind === 'site')
}

function anyOf(places: readonly NamedPlace[]): PredicateNode | undefined {
  const nodes = (['camera', 'site'] as const).flatMap((op): PredicateNode[] => {
    const ids = places.filter(({ kind }) => kind === op).map(({ id }) => id)
    return ids.length > 0 ? [{ op, in: ids }] : []
  })
  return together('any', nodes)
}

function howItWasRead(
  { words, fitting, exact }: PlaceInSentence,
  siteNames: ReadonlyMap<string, string>,
): string[] {
  if (exact && fitting.length === 1) return []
  const each = fitting.map(({ kind, name, siteId }) => {
    const at = kind === 'camera' && fitting.length > 1 ? siteNames.get(siteId) : undefined
    return `${kind} "${name}"${at === undefined ? '' : ` (${at})`}`
  })
  return [
    fitting.length === 1
      ? `"${words}" is read as ${each.join('')}`
      : `"${words}" fits ${each.join(', ')}: each of them counts`,
  ]
}
