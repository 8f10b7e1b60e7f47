import type { Decodable, LiveMode, LiveReason, LiveRendition, StreamRole } from '@sightline/protocol'
import type { Step } from './step-down.js'

/** What a viewer asks for, and what is known of the camera. */
export interface Wish {
  readonly stream: StreamRole
  readonly mode: LiveMode
  readonly decodes: readonly Decodable[]
  readonly step: Step
  /** Codecs of the streams: null if there is no such stream, or nobody knows. */
  readonly codecs: Readonly<Record<StreamRole, string | null>>
  /** What the gateway said it cannot give of this camera, `stream/rendition`. */
  readonly refused: { has(name: string): boolean }
}

/** What is sent for it. */
export interface Choice {
  readonly stream: StreamRole
  readonly rendition: LiveRendition
  readonly mode: LiveMode
  /** Why it is not what was asked for; null if it is. */
  readonly reason: LiveReason | null
}

/** Names what a gateway may refuse. */
export const sourceName = (stream: StreamRole, rendition: LiveRendition): string => `${stream}/${rendition}`

/**
 * Chooses what is sent: the stream that was asked for, or less of it for a slow viewer; where the browser cannot decode
 * it the other stream, else MPEG-1, else JPEG of keyframes. A stream of unknown codec is tried.
 */
export function chooseStream(wish: Wish): Choice {
  const choice = choose(wish)
  if (wish.step === 'as_asked') return choice
  // Where there is nothing less to be had, the line is not the reason for what is sent.
  const whole = choose({ ...wish, step: 'as_asked' })
  return isAsMuch(choice, whole) ? whole : choice
}

/** Whether the sub stream is less than what is sent now, and can be shown. */
export function hasSmaller(wish: Omit<Wish, 'step'>, now: Pick<Choice, 'stream'>): boolean {
  return now.stream === 'main' && hasSubStream(wish) && isDecodable(wish, 'sub')
}

function choose(wish: Wish): Choice {
  const { step, mode, refused } = wish
  const hasSub = hasSubStream(wish)
  const asked: StreamRole = step === 'as_asked' ? wish.stream : 'sub'
  const stream: StreamRole = asked === 'sub' && hasSub ? 'sub' : 'main'
  const slow = step === 'as_asked' ? null : ('stepped_down_slow_viewer' as const)
  const missing = wish.stream === 'sub' && !hasSub ? ('no_sub_stream' as const) : null
  const sent = { mode: step === 'keys' ? ('keys' as const) : mode, reason: slow ?? missing }
  if (isDecodable(wish, stream)) return { ...sent, stream, rendition: 'source' }
  const other: StreamRole = stream === 'main' ? 'sub' : 'main'
  const otherExists = other === 'main' || hasSub
  const reason = slow ?? ('codec_not_decodable' as const)
  if (otherExists && isDecodable(wish, other)) return { ...sent, stream: other, rendition: 'source', reason }
  // What is made anew is made of the smaller stream, at less cost.
  const smallest: StreamRole = hasSub ? 'sub' : 'main'
  const mpeg1 = wish.decodes.includes('mpeg1') && !refused.has(sourceName(smallest, 'mpeg1'))
  return { ...sent, stream: smallest, rendition: mpeg1 ? 'mpeg1' : 'jpeg', reason }
}

/** The other choice needs no frame that was left out before. */
export function isWithin(going: Choice, other: Choice): boolean {
  const isSameStream = going.stream === other.stream && going.rendition === other.rendition
  return isSameStream && (going.mode === other.mode || other.mode === 'keys')
}

/** JPEG is made of keyframes, whatever was asked for. */
function isAsMuch(one: Choice, other: Choice): boolean {
  const isSameStream = one.stream === other.stream && one.rendition === other.rendition
  return isSameStream && (one.mode === other.mode || one.rendition === 'jpeg')
}

function hasSubStream({ codecs, refused }: Pick<Wish, 'codecs' | 'refused'>): boolean {
  return codecs.sub !== null && !refused.has(sourceName('sub', 'source'))
}

function isDecodable({ codecs, decodes }: Pick<Wish, 'codecs' | 'decodes'>, stream: StreamRole): boolean {
  const codec = codecs[stream]
  return codec === null ? stream === 'main' : decodes.some((decodable) => decodable === codec)
}

/** The codec of a camera by the codec string of a format (RFC 6381); null for MPEG-1 and JPEG. */
export function codecOfFormat(codec: string): 'h264' | 'h265' | null {
  if (/^avc[13]\b/.test(codec)) return 'h264'
  return /^(?:hvc1|hev1)\b/.test(codec) ? 'h265' : null
}
