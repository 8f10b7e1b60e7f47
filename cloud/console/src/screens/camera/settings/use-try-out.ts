import { useEffect, useRef, useState } from 'react'
import { type ClipPreview, readPreview, readStretch } from '../../../api/camera-settings.js'
import { serviceNow } from '../../../time/service-clock.js'
import type { Plane } from './moved-cells.js'
import { readPlanes } from './read-planes.js'

/** A clip of the last hour, with what is needed to look for movement in it again and again. */
export interface TriedClip {
  readonly eventId: string
  /** RFC 3339. */
  readonly startAt: string
  readonly preview: ClipPreview
  readonly planes: readonly Plane[]
}

export type TryOut =
  | { readonly kind: 'not-begun' }
  | {
      readonly kind: 'running' | 'done'
      readonly clips: readonly TriedClip[]
      /** Clips that are looked at in all, and those of them whose pictures could not be read. */
      readonly wanted: number
      readonly unreadable: number
      /** Clips of the hour that are not looked at: there are too many. */
      readonly leftOut: number
    }
  | { readonly kind: 'failed' }

const hourMs = 3_600_000
/** Each is read from its clip by the service: so many are enough to see what zones do. */
const mostClips = 12

/** Fetches small pictures of the clips of the last hour, one clip after the other. */
export function useTryOut(cameraId: string): readonly [TryOut, () => void] {
  const [state, setState] = useState<TryOut>({ kind: 'not-begun' })
  const lifetime = useRef<AbortController | null>(null)
  useEffect(() => () => lifetime.current?.abort(), [cameraId])
  const begin = (): void => {
    lifetime.current?.abort()
    const mine = new AbortController()
    lifetime.current = mine
    const told = (next: TryOut) => mine.signal.aborted || setState(next)
    told({ kind: 'running', clips: [], wanted: 0, unreadable: 0, leftOut: 0 })
    lookAt(cameraId, told, mine.signal).catch(() => told({ kind: 'failed' }))
  }
  return [state, begin]
}

async function lookAt(cameraId: string, told: (next: TryOut) => void, signal: AbortSignal): Promise<void> {
  const now = serviceNow()
  const events = await readStretch(cameraId, now - hourMs, now)
  const ready = events.filter((event) => event.clip_status === 'ready').toReversed()
  const chosen = ready.slice(0, mostClips)
  const [clips, leftOut]: [TriedClip[], number] = [[], ready.length - chosen.length]
  let unreadable = 0
  const say = (kind: 'running' | 'done') =>
    told({ kind, clips: [...clips], wanted: chosen.length, unreadable, leftOut })
  say('running')
  for (const { id, start_at: startAt } of chosen) {
    if (signal.aborted) return
    const clip = await readClip(id, startAt)
    if (clip) clips.push(clip)
    else unreadable += 1
    say('running')
  }
  say('done')
}

/** @returns null where its pictures cannot be had; the others are looked at all the same */
async function readClip(eventId: string, startAt: string): Promise<TriedClip | null> {
  try {
    const preview = await readPreview(eventId)
    return preview && { eventId, startAt, preview, planes: await readPlanes(preview) }
  } catch {
    return null
  }
}
