import { at, textAt } from '../../session/session-user.js'

/** A pairing code as this tab keeps it while it is good: the service shows it once. */
export interface KeptCode {
  /** Who made it: somebody else at the same tab does not see it. */
  readonly userId: string
  readonly gatewayId: string
  readonly name: string
  readonly siteId: string
  readonly code: string
  /** Ms since the epoch by the clock of the service. */
  readonly madeAtMs: number
  readonly endsAtMs: number
  /** `commissioning_until` of the gateway when the code was made: pairing sets it anew. */
  readonly openedBefore: string | null
}

const key = 'sightline.pairing-code'

/** So long an expired code is shown with the way to another, ms; afterwards one begins anew. */
const shownAfterMs = 60 * 60_000

/** The code of this person that is kept in `storage`; null where there is none, or none that is worth showing. */
export function readKeptCode(
  storage: Pick<Storage, 'getItem'>,
  userId: string,
  nowMs: number,
): KeptCode | null {
  const kept = parsed(storage.getItem(key))
  const [code, gatewayId] = [textAt(kept, 'code'), textAt(kept, 'gatewayId')]
  const [name, siteId] = [textAt(kept, 'name'), textAt(kept, 'siteId')]
  const [madeAtMs, endsAtMs] = [at(kept, 'madeAtMs'), at(kept, 'endsAtMs')]
  if (textAt(kept, 'userId') !== userId || code === null || gatewayId === null) return null
  if (name === null || siteId === null || typeof madeAtMs !== 'number' || typeof endsAtMs !== 'number')
    return null
  if (nowMs > endsAtMs + shownAfterMs) return null
  const openedBefore = textAt(kept, 'openedBefore')
  return { userId, gatewayId, name, siteId, code, madeAtMs, endsAtMs, openedBefore }
}

/** @param code null: none is kept any more */
export function keepCode(storage: Pick<Storage, 'setItem' | 'removeItem'>, code: KeptCode | null): void {
  if (code === null) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify(code))
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** The code as it is read out: letter by letter, with a rest in the middle. */
export const spelledOut = (code: string): string =>
  `${code.slice(0, 3).split('').join(' ')}, ${code.slice(3).split('').join(' ')}`

/** The code as it is typed. */
export const withDash = (code: string): string => `${code.slice(0, 3)}-${code.slice(3)}`

/** How much of a code's time is left, 0 to 1, and in seconds. */
export function timeLeft(
  { madeAtMs, endsAtMs }: Pick<KeptCode, 'madeAtMs' | 'endsAtMs'>,
  nowMs: number,
): { share: number; sec: number } {
  const leftMs = Math.max(0, endsAtMs - nowMs)
  const wholeMs = Math.max(1, endsAtMs - madeAtMs)
  return { share: Math.min(1, leftMs / wholeMs), sec: Math.ceil(leftMs / 1000) }
}

/** 8:24, as a clock that runs down has it. */
export const runningDown = (sec: number): string =>
  `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`
