import { type components, FailedCall, type paths, valueOf } from '@sightline/client'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lastActions } from '../frame/last-actions.js'
import { api } from './api.js'
import type { NewVersion } from './rule-versions.js'

export type AlertRule = components['schemas']['AlertRule']
type Body<
  Path extends '/api/v1/alert-rules' | '/api/v1/alert-rules/{id}',
  Method extends 'post' | 'patch',
> = paths[Path][Method] extends { requestBody?: { content: { 'application/json': infer Sent } } }
  ? Sent
  : never

export type RuleChange = Body<'/api/v1/alert-rules/{id}', 'patch'>
export type NewRule = Body<'/api/v1/alert-rules', 'post'>
export type Recipient = NonNullable<RuleChange['recipients']>[number]
export type Channel = AlertRule['recipients'][number]['channels'][number]

/** A list of rules asks for so many at once. */
const pageSize = 100

const ruleKey = (id: string) => ['alert-rules', id] as const

async function readRules(): Promise<AlertRule[]> {
  const rules: AlertRule[] = []
  for (let cursor: string | null | undefined = undefined; cursor !== null; ) {
    const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) }
    const page: { data: AlertRule[]; next_cursor?: string | null } = await valueOf(
      api.GET('/api/v1/alert-rules', { params: { query } }),
    )
    rules.push(...page.data)
    cursor = page.next_cursor ?? null
  }
  return rules.toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Every rule that this person may see, by name. */
export const useRules = () => useQuery({ queryKey: ['alert-rules', 'list'], queryFn: readRules })

const readRule = (id: string): Promise<AlertRule> =>
  valueOf(api.GET('/api/v1/alert-rules/{id}', { params: { path: { id } } }))

export const useRule = (id: string) =>
  useQuery({ queryKey: ruleKey(id), queryFn: () => readRule(id), staleTime: 0 })

/** How many alerts each rule made in the last seven days, by the rule's id. */
export const useAlertCounts = () =>
  useQuery({
    queryKey: ['alerts', 'by-rule'],
    queryFn: async () => {
      const from = new Date(Date.now() - 7 * 86_400_000).toISOString()
      const { by_rule: counts } = await valueOf(
        api.GET('/api/v1/alerts/stats', { params: { query: { date_from: from } } }),
      )
      return new Map(counts.map(({ rule_id: id, count }) => [id, count]))
    },
  })

/** Makes what the lists show of a rule new. */
function useKnown(): (rule: AlertRule) => void {
  const client = useQueryClient()
  return (rule) => {
    client.setQueryData(ruleKey(rule.id), rule)
    void client.invalidateQueries({ queryKey: ['alert-rules'], exact: false })
  }
}

/** Makes a rule; with a version it judges by that, and only then it is switched on. */
export function useMakeRule() {
  const known = useKnown()
  return useMutation({
    mutationFn: async ({
      rule,
      version,
    }: {
      rule: NewRule
      version: NewVersion | null
    }): Promise<AlertRule> => {
      const made = await valueOf(api.POST('/api/v1/alert-rules', { body: rule }))
      if (!version) return made
      const params = { path: { rule_id: made.id } }
      const first = await valueOf(
        api.POST('/api/v1/alert-rules/{rule_id}/compiled-versions', { params, body: version }),
      )
      await valueOf(
        api.POST('/api/v1/alert-rules/{rule_id}/compiled-versions/{version_id}/activate', {
          params: { path: { rule_id: made.id, version_id: first.id } },
        }),
      )
      return valueOf(api.POST('/api/v1/alert-rules/{id}/activate', { params: { path: { id: made.id } } }))
    },
    onSuccess: known,
  })
}

/** The rule as it is shown at once, before the service has answered. */
function shownAs(rule: AlertRule, change: RuleChange): AlertRule {
  const { recipients, conditions_json: _conditions, ...fields } = change
  const named = recipients?.map(({ user_id, channels }) => {
    const known = rule.recipients.find((one) => one.user_id === user_id)
    return { id: known?.id ?? user_id, user_name: known?.user_name ?? '', user_id, channels }
  })
  return { ...rule, ...fields, ...(named && { recipients: named }) }
}

/** The change that makes a rule what it was. */
function backTo(rule: AlertRule, change: RuleChange): RuleChange {
  const { recipients, conditions_json: _conditions, if_updated_at: _at, ...fields } = change
  const names = Object.keys(fields)
  const before = Object.fromEntries(Object.entries(rule).filter(([name]) => names.includes(name)))
  const people = rule.recipients.map(({ user_id, channels }) => ({ user_id, channels }))
  return { ...before, ...(recipients && { recipients: people }) }
}

/** Somebody else changed the rule first. */
export interface Overtaken {
  readonly change: RuleChange
  /** As this person knew the rule. */
  readonly known: AlertRule
  /** As it is now; null: it was deleted. */
  readonly now: AlertRule | null
}

/**
 * Changes a rule if it still is as it is shown here. The change is shown at once, and taken back where it is refused.
 * @param said what is said of it, with a way back
 * @param onOvertaken somebody else was quicker, and nothing was changed
 */
export function useChangeRule(id: string, said: string, onOvertaken: (overtaken: Overtaken) => void) {
  const client = useQueryClient()
  const known = useKnown()
  const write = (change: RuleChange, of: AlertRule | undefined) =>
    valueOf(
      api.PATCH('/api/v1/alert-rules/{id}', {
        params: { path: { id } },
        body: { ...change, ...(of && { if_updated_at: of.updated_at }) },
      }),
    )
  return useMutation({
    scope: { id: `rule ${id}` },
    onMutate: async (change: RuleChange) => {
      await client.cancelQueries({ queryKey: ruleKey(id), exact: true })
      const before = client.getQueryData<AlertRule>(ruleKey(id))
      if (before) client.setQueryData(ruleKey(id), shownAs(before, change))
      return before
    },
    // By the time its turn comes, the change before it has been answered.
    mutationFn: (change: RuleChange) => write(change, client.getQueryData<AlertRule>(ruleKey(id))),
    onSuccess: (rule, change, before) => {
      known(rule)
      if (!before) return
      const takeBack = async () => known(await write(backTo(before, change), rule))
      lastActions.remember({ said, takeBack })
    },
    onError: async (error, change, before) => {
      if (before) client.setQueryData(ruleKey(id), before)
      const status = error instanceof FailedCall ? error.error.status : 0
      if (!before || (status !== 409 && status !== 404)) return
      const now = await client
        .fetchQuery({ queryKey: ruleKey(id), queryFn: () => readRule(id), staleTime: 0, retry: false })
        .catch(() => null)
      onOvertaken({ change, known: before, now })
    },
  })
}

/** Reads a rule as it is now. @throws FailedCall */
export function useRuleNow(): (id: string) => Promise<AlertRule> {
  const client = useQueryClient()
  return (id) => client.fetchQuery({ queryKey: ruleKey(id), queryFn: () => readRule(id), staleTime: 0 })
}

export function useDeleteRule(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => valueOf(api.DELETE('/api/v1/alert-rules/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      client.removeQueries({ queryKey: ruleKey(id) })
      void client.invalidateQueries({ queryKey: ['alert-rules', 'list'] })
      void client.invalidateQueries({ queryKey: ['alert-rules', 'names'] })
    },
  })
}

/** Sends a test to those who are told by a rule. */
export const useTestRule = (id: string) =>
  useMutation({
    mutationFn: () => valueOf(api.POST('/api/v1/alert-rules/{id}/test', { params: { path: { id } } })),
  })

export type Compiled = components['schemas']['CompileResult']
export type Predicate = components['schemas']['Predicate']
export type PredicateNode = components['schemas']['PredicateNode']

/** What a sentence means, as conditions; the one before is kept while the next is read. @param sentence empty: nothing is asked */
export const useCompiled = (sentence: string) =>
  useQuery({
    queryKey: ['compiled', sentence],
    enabled: sentence !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      valueOf(api.POST('/api/v1/alert-rules/compile', { body: { sentence, use_model: true }, signal })),
  })
