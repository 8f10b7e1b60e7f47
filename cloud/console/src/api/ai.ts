import { type components, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

export type AiSettings = components['schemas']['AiSettings']
export type AiUsage = components['schemas']['AiUsage']
export type CameraAiUsage = components['schemas']['CameraAiUsage']
export type JudgeBudget = components['schemas']['JudgeBudget']
export type UsageOfDay = AiUsage['days'][number]

/** What models took from one day to another, both included, such as 2026-03-12. */
export const useAiUsage = (from: string, to: string) =>
  useQuery({
    queryKey: ['ai-usage', from, to],
    queryFn: () =>
      valueOf(
        api.GET('/api/v1/organisation/ai-usage', { params: { query: { date_from: from, date_to: to } } }),
      ),
  })

/** The dearest cameras from one day to another. */
export const useCameraUsage = (from: string, to: string) =>
  useQuery({
    queryKey: ['ai-usage', from, to, 'cameras'],
    queryFn: () =>
      valueOf(
        api.GET('/api/v1/organisation/ai-usage/cameras', {
          params: { query: { date_from: from, date_to: to, limit: 20 } },
        }),
      ),
  })

const budgetKey = ['judge-budget'] as const

/** How many questions the judge of rules may still be asked today. */
export const useJudgeBudget = () =>
  useQuery({ queryKey: budgetKey, queryFn: () => valueOf(api.GET('/api/v1/alert-rules/budget')) })

export function useChangeBudget() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<Pick<JudgeBudget, 'daily_limit' | 'when_spent' | 'when_unavailable'>>) =>
      valueOf(api.PATCH('/api/v1/alert-rules/budget', { body })),
    onSuccess: (budget) => client.setQueryData(budgetKey, budget),
  })
}

/** What a change names; the rest stays. */
export interface AiSettingsChange {
  readonly enabled?: boolean
  readonly provider?: 'openai' | 'anthropic' | null
  readonly model?: string | null
  readonly base_url?: string | null
  /** By model, US dollars for a million tokens; null forgets it. */
  readonly prices?: Record<string, { input: number; output: number } | null>
  /** By provider; null forgets it. */
  readonly provider_keys?: Record<string, string | null>
}

/** Changes what is named of the AI settings; a key goes there and never comes back. */
export function useChangeAi() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ai_settings: AiSettingsChange) =>
      valueOf(api.PATCH('/api/v1/organisation', { body: { ai_settings } })),
    onSuccess: (organisation) => client.setQueryData(['organisation'], organisation),
  })
}

/** Asks the model for one word. */
export const useAskForAWord = () =>
  useMutation({ mutationFn: () => valueOf(api.POST('/api/v1/organisation/ai-try')) })
