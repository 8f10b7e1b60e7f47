import { type components, FailedCall, valueOf } from '@sightline/client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from './api.js'
import type { Predicate } from './rules.js'
import { waitAfter } from './too-many.js'
import { mergeTrials, type TrialSoFar } from './trial-so-far.js'

export type TrialPart = components['schemas']['CompiledTrialResult']
export type TriedEvent = TrialPart['matches'][number]

/** What is tried, and on which past. */
export interface TrialAsked {
  readonly predicate: Predicate
  /** Whose own conditions and cooldown count too. */
  readonly ruleId: string | null
  readonly days: number
  readonly cameraId: string | null
}

export interface Trial {
  /** What is known by now; null: nothing yet. */
  readonly soFar: TrialSoFar | null
  readonly isDone: boolean
  readonly isFailed: boolean
}

/** Events of the first part, so that it is there at once, and of those after it. */
const [firstPart, nextParts] = [250, 2_000]
/** More events are not looked at: the strip says since when. */
const mostEvents = 10_000
/** Events of each heap that the service shows in one answer. */
const shown = 100
/** A hand that changes conditions rests so long before they are tried, ms. */
const restMs = 250

/**
 * Tries a predicate on the past, part by part, newest first: what the first part says is shown while the others are on their
 * way, and what was tried already is not tried again. Nobody is told by it. @param asked null: nothing is tried
 */
export function useTrial(asked: TrialAsked | null): Trial & { readonly again: () => void } {
  const client = useQueryClient()
  const queryKey = ['trial', asked] as const
  const { data, isError, fetchStatus, isPlaceholderData, refetch } = useQuery<Found>({
    queryKey,
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // One that was left before its end is begun anew.
    staleTime: ({ state }) => (state.data?.isDone === true ? keptMs : 0),
    queryFn: async ({ signal }): Promise<Found> => {
      if (!asked) throw new Error('nothing is tried')
      await rest(restMs, signal)
      return run(asked, signal, (found) => client.setQueryData<Found>(queryKey, found))
    },
  })
  const known = asked === null ? null : (data ?? null)
  const isDone = known !== null && known.isDone && !isPlaceholderData
  const isLeft = asked !== null && !isDone && fetchStatus === 'idle' && !isError
  useEffect(() => {
    // Whoever asked for it first went on to something else, before its first answer or after it, while somebody here waits.
    if (isLeft) void refetch()
  }, [isLeft, refetch])
  return {
    soFar: known?.soFar ?? null,
    isDone,
    isFailed: isError,
    again: () => void refetch(),
  }
}

/** What happened since a trial changes little for so long, ms. */
const keptMs = 300_000

interface Found {
  readonly soFar: TrialSoFar
  readonly isDone: boolean
}

async function run(
  { predicate, ruleId, days, cameraId }: TrialAsked,
  signal: AbortSignal,
  show: (found: Found) => void,
): Promise<Found> {
  const from = new Date(Date.now() - days * 86_400_000).toISOString()
  let soFar: TrialSoFar | null = null
  for (let before: string | null = null; ; ) {
    const part = await ask(
      {
        predicate,
        ...(ruleId !== null && { rule_id: ruleId }),
        ...(cameraId !== null && { camera_id: cameraId }),
        date_from: from,
        ...(before !== null && { date_to: before }),
        limit: shown,
        events: soFar === null ? firstPart : nextParts,
      },
      signal,
    )
    soFar = mergeTrials(soFar, part)
    if (part.complete || part.looked_back_to === null || soFar.scanned >= mostEvents)
      return { soFar, isDone: true }
    show({ soFar, isDone: false })
    // The end is included: what was looked at last is not looked at again.
    before = new Date(Date.parse(part.looked_back_to) - 1).toISOString()
  }
}

type TrialBody = components['schemas']['CompiledTrialInput']

/** Asks for one part; who comes too often waits and goes on. @throws FailedCall */
async function ask(body: TrialBody, signal: AbortSignal): Promise<TrialPart> {
  for (;;) {
    try {
      return await valueOf(api.POST('/api/v1/alert-rules/test-compiled', { body, signal }))
    } catch (error) {
      const waitMs = waitAfter(error)
      if (waitMs === null || !(error instanceof FailedCall)) throw error
      await rest(waitMs, signal)
    }
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('nobody asks any more'))
    })
  })
