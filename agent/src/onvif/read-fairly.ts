import type { Clock } from '../platform/clock.js'
import { readSoapAnswer, type SoapAnswer } from './soap-answer.js'
import type { SoapReply } from './soap-http.js'

/** What takes no longer than this to read is not counted, ms. */
const fastMs = 50
/** A device waits so many times as long as it took to read what it said. */
const restShare = 4
const longestRestMs = 10_000

/**
 * Reads an answer, and rests after one that took long: XML of a megabyte can take a second, in which nothing else of
 * this process happens. So one device takes a fifth of its time at most, whatever it answers.
 * @throws the signal's reason
 */
export async function readFairly(
  { status, body }: Pick<SoapReply, 'status' | 'body'>,
  clock: Pick<Clock, 'monotonic' | 'delay'>,
  signal: AbortSignal,
): Promise<SoapAnswer> {
  const beganAtMs = clock.monotonic()
  const answer = readSoapAnswer(status, body)
  const tookMs = clock.monotonic() - beganAtMs
  if (tookMs > fastMs) {
    await clock.delay(Math.min(tookMs * restShare, longestRestMs), { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }
  return answer
}
