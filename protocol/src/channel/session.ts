import { protocolVersions } from './envelope.js'

/** The highest version that both sides speak, or null. */
export function commonVersion(theirs: readonly number[]): number | null {
  return protocolVersions.find((version) => theirs.includes(version)) ?? null
}

/**
 * Turns settled durable frames, in whatever order they settle, into the cumulative number that `ack` carries.
 * A gateway sends durable frames in rising order without gaps, but may repeat from any number after a
 * reconnect.
 */
export interface AckTracker {
  /** Everything up to and including this number is settled. */
  readonly acked: number
  /** Settled above a gap. */
  readonly ahead: ReadonlySet<number>
}

/** A tracker for a gateway whose frames up to `acked` are settled. */
export function ackTracker(acked: number): AckTracker {
  return { acked, ahead: new Set() }
}

/** The tracker after `seq` was committed or refused. */
export function settle(tracker: AckTracker, seq: number): AckTracker {
  if (seq <= tracker.acked) return tracker
  const ahead = new Set(tracker.ahead).add(seq)
  let acked = tracker.acked
  while (ahead.delete(acked + 1)) acked += 1
  return { acked, ahead }
}

/** How a durable frame stands to what came before it in this session. */
export type SeqOrder = 'repeat' | 'next' | 'gap'

/** `repeat`: received already; `next`: in order; `gap`: frames before it are missing. */
export function seqOrder(seq: number, highestSeen: number): SeqOrder {
  if (seq <= highestSeen) return 'repeat'
  return seq === highestSeen + 1 ? 'next' : 'gap'
}
