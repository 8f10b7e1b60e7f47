import { type components, valueOf } from '@sightline/client'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.js'
import { waitAfter } from './too-many.js'

export type Answer = components['schemas']['EventAnswer']
export type FoundEvent = components['schemas']['FoundEvent']

/** A question with what was said before it. */
export interface Question {
  readonly text: string
  readonly site: string | null
  readonly before: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[]
}

/** The service takes so many turns before a question, and so many letters of each. */
const [mostTurns, longestTurn] = [6, 2000]

/** Asks about events. A question is asked once: a model's answer costs, and another one would be no better. */
export const useAnswer = ({ text, site, before }: Question) =>
  useQuery({
    queryKey: ['ask', text, site, before],
    enabled: text !== '',
    // Not asked again by a notice either.
    staleTime: 'static',
    retry: (_failures, error) => waitAfter(error) !== null,
    queryFn: () =>
      valueOf(
        api.POST('/api/v1/events/chat', {
          body: {
            question: text,
            ...(site !== null && { site_id: site }),
            ...(before.length > 0 && {
              history: before
                .slice(-mostTurns)
                .map((turn) => ({ ...turn, text: turn.text.slice(0, longestTurn) })),
            }),
          },
        }),
      ),
  })
