import type { Ended, Format, JudgedState, Line, LiveMode, ServerState } from '@sightline/client/live'

/** Why a picture is not as it was asked for. */
export interface Note extends Pick<ServerState, 'stream' | 'reason' | 'message'> {
  readonly rendition: Format['rendition']
  /** The codec that this browser cannot play; null where it is not one alone. */
  readonly codecBeyond: string | null
  /** It was this browser that did not keep up, and not its line. */
  readonly isBusy: boolean
}

/** What is known of a picture when it is to be said how it stands. */
export interface PictureFacts {
  /** Somebody wants to see it. */
  readonly isWanted: boolean
  /** Nobody looks: the tab is hidden, or the picture is out of view. */
  readonly isPaused: boolean
  readonly line: Line
  readonly server: JudgedState | null
  /** Pictures wait for this browser again and again. */
  readonly isBusy: boolean
  /** What comes. */
  readonly rendition: Format['rendition']
  readonly codecBeyond: string | null
  readonly ended: { readonly ended: Ended; readonly retries: boolean } | null
  /** How long ago a picture of now was drawn last, ms; null before the first. */
  readonly ageMs: number | null
  /** Between two pictures, as lately seen; null before there were two. */
  readonly gapMs: number | null
  /** How much later than the soonest ones pictures are drawn. */
  readonly behindMs: number
  readonly mode: LiveMode
  /** Nothing that comes can be shown; null: it can. */
  readonly cannotPlay: Beyond | null
}

/** What a browser does not play: a codec, or with null a stream with which it cannot begin. */
export interface Beyond {
  readonly codec: string | null
}

/** How a picture stands. `ageMs`: of what is shown. */
export type PictureState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'live'; readonly ageMs: number; readonly note: Note | null }
  | {
      readonly kind: 'behind'
      readonly behindMs: number
      readonly note: Note | null
      /** It is this browser that does not keep up, and not its line. */
      readonly isBusy: boolean
    }
  | { readonly kind: 'stalled'; readonly forMs: number | null; readonly why: string | null }
  | { readonly kind: 'no-line'; readonly sinceMs: number }
  | { readonly kind: 'unavailable'; readonly ended: Ended }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'signed-out' }
  | ({ readonly kind: 'cannot-play' } & Beyond)

/** Age at which a moving picture is called stalled: it stands on the picture before three seconds have passed. */
const stalledMs = 2500
/** Keyframes come as seldom as this many of their gaps. */
const stalledGaps = 2.5
const behindMs = 1000

export function pictureState(facts: PictureFacts): PictureState {
  if (!facts.isWanted) return { kind: 'stopped' }
  if (facts.isPaused) return { kind: 'paused' }
  if (facts.ended) return endedState(facts.ended.ended, facts.ended.retries)
  if (facts.line.kind === 'lost') return { kind: 'no-line', sinceMs: facts.line.sinceMs }
  if (facts.cannotPlay !== null) return { kind: 'cannot-play', ...facts.cannotPlay }
  const { ageMs, server } = facts
  const saysStalled = server?.state === 'stalled'
  if (ageMs === null) {
    return saysStalled ? { kind: 'stalled', forMs: null, why: server.message } : { kind: 'starting' }
  }
  if (saysStalled || ageMs > mostAge(facts)) {
    return { kind: 'stalled', forMs: ageMs, why: saysStalled ? server.message : null }
  }
  const note = noteOf(facts)
  if (server?.state === 'behind' || facts.behindMs > behindMs) {
    return { kind: 'behind', behindMs: facts.behindMs, note, isBusy: facts.isBusy }
  }
  return { kind: 'live', ageMs, note }
}

/** Whether what is shown is of now. Anything else is grey. */
export function isOfNow({ kind }: PictureState): boolean {
  return kind === 'live' || kind === 'behind'
}

function noteOf({ server, rendition, codecBeyond }: PictureFacts): Note | null {
  if (server === null || server.reason === null) return null
  const { stream, reason, message, isBusy } = server
  return { stream, reason, message, rendition, codecBeyond, isBusy }
}

function mostAge({ gapMs, mode }: PictureFacts): number {
  const usual = Math.max(stalledMs, (gapMs ?? 0) * stalledGaps)
  return mode === 'keys' && gapMs === null ? Math.max(usual, 12_000) : usual
}

function endedState(ended: Ended, retries: boolean): PictureState {
  switch (ended.code) {
    case 4401:
      return retries ? { kind: 'starting' } : { kind: 'signed-out' }
    case 4403:
      return { kind: 'forbidden' }
    case 4404:
      return { kind: 'gone' }
    case 1012:
      return { kind: 'starting' }
    default:
      return { kind: 'unavailable', ended }
  }
}
