/** A difference this small is the time that an answer takes, and that its `Date` has whole seconds, ms. */
const toleratedMs = 5_000

let aheadMs = 0

/** Learns from an answer of the service how far its clock is ahead of this machine's, which may be wrong by a day. */
export function learnServiceTime(answer: Response): void {
  const told = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const difference = told - Date.now()
  aheadMs = Math.abs(difference) <= toleratedMs ? 0 : difference
}

/** Milliseconds since 1970 by the clock of the service. */
export const serviceNow = (): number => Date.now() + aheadMs

/** A time by this machine's clock, by that of the service. */
export const asServiceTime = (atMs: number): number => atMs + aheadMs
