import type { LeftOverSources } from './left-over-sources.js'
import type { RivalPackets } from './rival-packets.js'
import type { RtpPacket } from './rtp-packet.js'
import type { SourceTrail } from './source-trail.js'

/** How many packets in a row are taken for ours where ours was never seen: what was announced may be wrong. */
const firstSourceAfter = 8
/** And for how long, ms, where it is what sent before anything was asked for: the new one is under way. */
const staleForMs = 2000
/** How many timestamps another source must have sent while ours is silent. */
const sameSourceStamps = 2
/** And several that took turns: who is damaged on the way looks like another one. */
const inTurnStamps = 3
/** And how many packets of another type of our own source: others may come between. */
const sameTypeAfter = 3
/** For how long a packet of another type says that ours sends on, ms: one of them may trail behind the last picture. */
const sendsOnForMs = 1000

/** The source that is listened to. */
interface OurSource {
  readonly seen: boolean
  readonly ssrc: number | null
  /** It went on under another name before. */
  readonly changesName: boolean
  /** What came of it as another type. */
  readonly otherType: RivalPackets | undefined
  readonly trail: SourceTrail
  readonly leftOver: LeftOverSources
  /** Those that took turns up to one that sends now, and that one. */
  readonly turnsOf: (rivals: RivalPackets) => readonly RivalPackets[]
  /** Whatever came that is not ours. */
  readonly senders: () => readonly RivalPackets[]
}

/** It goes on where ours ended, or ours is silent and it is not; null: it may be a stranger. */
export type Proof = 'goes on' | 'ours is silent' | null

/** Whether the packets in a row come from the camera that ours came from. */
export function proofOf(rivals: RivalPackets, ours: OurSource): Proof {
  const { first, last } = rivals
  if (first === null || last === null) return null
  const isLeftOver = ours.leftOver.has(last.ssrc)
  if (!ours.seen) {
    const forMs = last.arrivedMs - first.arrivedMs
    const packets = sumOf(ours.turnsOf(rivals), ({ length }) => length)
    return packets >= firstSourceAfter && (!isLeftOver || forMs >= staleForMs) ? 'ours is silent' : null
  }
  if (last.ssrc === ours.ssrc) {
    // Packets of another type that come between ours are of one timestamp, or few.
    return rivals.length >= sameTypeAfter && rivals.stamps >= sameSourceStamps ? 'goes on' : null
  }
  // What is left of the session before is of the same camera: its timestamps prove nothing.
  const mayGoOn = !isLeftOver && !sendsOn(ours, first.arrivedMs, last.arrivedMs)
  if (mayGoOn && ours.changesName && ours.trail.isNext(first.sequence)) return 'goes on'
  if (mayGoOn && rivals.stamps >= sameSourceStamps && goesOn(rivals, first, last, ours.trail))
    return 'goes on'
  return isTakenForOurs(rivals, ours, last.arrivedMs) ? 'ours is silent' : null
}

/** What is none of ours is taken for it when all else fails: behind a longer silence, in which nobody else sends. */
function isTakenForOurs(rivals: RivalPackets, ours: OurSource, nowMs: number): boolean {
  const { rhythm } = ours.trail
  const isOfAnother = ({ last }: RivalPackets) => last !== null && ours.leftOver.has(last.ssrc)
  if (!isOfAnother(rivals)) return rhythm.isSilent(nowMs) && areEnough(ours.turnsOf(rivals))
  if (rivals.stamps < sameSourceStamps || !rhythm.isSilentForLong(nowMs)) return false
  const sinceMs = nowMs - rhythm.silentAfterMs
  return !ours.senders().some((one) => !isOfAnother(one) && (one.last?.arrivedMs ?? 0) >= sinceMs)
}

function areEnough(turns: readonly RivalPackets[]): boolean {
  const stamps = sumOf(turns, (one) => one.stamps)
  return stamps >= (turns.length === 1 ? sameSourceStamps : inTurnStamps)
}

function sumOf(turns: readonly RivalPackets[], count: (one: RivalPackets) => number): number {
  return turns.reduce((sum, one) => sum + count(one), 0)
}

/** Whether ours goes on as another type: who counts where it is does so by chance. */
function sendsOn({ otherType }: OurSource, sinceMs: number, nowMs: number): boolean {
  const atMs = otherType?.last?.arrivedMs
  return atMs !== undefined && atMs >= sinceMs && nowMs - atMs <= sendsOnForMs
}

/** By its time; or by its numbers alone, which a stranger happens to have more easily: then without another picture of ours for longer. */
function goesOn(rivals: RivalPackets, first: RtpPacket, last: RtpPacket, trail: SourceTrail): boolean {
  if (trail.stampsThatGoOn([first, last]) !== null) return true
  return trail.isCountedOn(first.sequence) && rivals.stamps > sameSourceStamps
}
