import type { ClipStatus, EventClosed } from '@sightline/protocol'

/**
 * What becomes of an event's clip.
 *
 * - `recording`: from the trigger on. Left by the gateway's word that it ended, or by a failure.
 * - `uploading`: recorded, its bytes are on the way.
 * - `ready`: stored and verified. Only retention ends it.
 * - `failed`: there will be none, `clip_error` says why. What the gateway says or sends later wins.
 * - `expired`: deleted by retention. Final.
 */
export interface ClipState {
  readonly clip_status: ClipStatus
  readonly clip_error: string | null
  /** Set once the gateway said that the recording ended. */
  readonly closed_at: Date | null
}

/** The part of an event's row that a frame changes. */
interface ClipChange {
  clip_status: ClipStatus
  clip_error: string | null
}

const isFinal = (status: ClipStatus): boolean => status === 'ready' || status === 'expired'

/** The gateway's own `event.opened`: a trigger given up for lost is recording after all. */
export function afterOpened(state: ClipState): ClipChange | null {
  if (state.clip_status !== 'failed' || state.closed_at !== null) return null
  return { clip_status: 'recording', clip_error: null }
}

/** `event.closed`, which may come again and after the clip itself. */
export function afterClosed(state: ClipState, closed: Pick<EventClosed, 'clip' | 'error'>): ClipChange {
  const { clip_status: status } = state
  if (isFinal(status)) return { clip_status: status, clip_error: state.clip_error ?? closed.error }
  if (closed.clip) return { clip_status: 'uploading', clip_error: closed.error }
  return { clip_status: 'failed', clip_error: closed.error ?? 'The gateway recorded no clip.' }
}

/** The clip is stored. It wins over any failure; why it is shorter than asked stays known. */
export function afterStored(state: ClipState): ClipChange | null {
  if (isFinal(state.clip_status)) return null
  return { clip_status: 'ready', clip_error: state.clip_status === 'failed' ? null : state.clip_error }
}

/** Whole seconds of a clip, at least one. */
export function durationSec(startAt: Date, endAt: Date): number {
  return Math.max(1, Math.round((endAt.getTime() - startAt.getTime()) / 1000))
}
