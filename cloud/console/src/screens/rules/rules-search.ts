import { textsIn } from '../../frame/search.js'

/** Which rules are looked for, as the address says. */
export interface RulesSearch {
  readonly q?: string
}

export function readRulesSearch(search: Readonly<Record<string, unknown>>): RulesSearch {
  const { q } = textsIn(search, ['q'])
  return q ? { q } : {}
}

/** Of which rule a page is, or of which camera. */
export const readOfRule = (search: Readonly<Record<string, unknown>>): { rule?: string; camera?: string } =>
  textsIn(search, ['rule', 'camera'])

/** Which verdicts of a rule are shown: of one event, or of one outcome. */
export const readVerdictsSearch = (
  search: Readonly<Record<string, unknown>>,
): { event?: string; outcome?: string } => textsIn(search, ['event', 'outcome'])
