import { useEffect, useRef, useState } from 'react'
import { lookAt, type Reach, type Refusal, refusalOf, type Verdict } from '../../api/adding-cameras.js'
import { serviceNow } from '../../time/service-clock.js'

/** How it stands with the picture of a camera that is not saved. */
export type Look =
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' }
  /** The camera was asked; `of` is what it was asked with. */
  | {
      readonly kind: 'seen' | 'fault'
      readonly verdict: Verdict
      readonly at: Date
      readonly tookMs: number
      readonly of: Reach
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Looks at a camera when it is told to, and never by itself. What was asked before an answer came is not waited for any more. */
export function useLook() {
  const [look, setLook] = useState<Look>({ kind: 'none' })
  const newest = useRef(0)
  useEffect(
    () => () => {
      newest.current += 1
    },
    [],
  )
  const start = async (reach: Reach, make: string | null): Promise<void> => {
    newest.current += 1
    const mine = newest.current
    const startedMs = performance.now()
    setLook({ kind: 'looking' })
    const came = await lookAt(reach, make).then(
      (verdict): Look => ({
        kind: verdict.success ? 'seen' : 'fault',
        verdict,
        at: new Date(serviceNow()),
        tookMs: performance.now() - startedMs,
        of: reach,
      }),
      (error: unknown): Look => ({ kind: 'refused', refusal: refusalOf(error) }),
    )
    if (newest.current === mine) setLook(came)
  }
  return { look, start }
}

/** Whether nothing was changed since the camera was asked. */
export const isAsLooked = (of: Reach, now: Reach): boolean => JSON.stringify(of) === JSON.stringify(now)
