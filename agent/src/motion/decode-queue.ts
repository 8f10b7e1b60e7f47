import type { Clock } from '../platform/clock.js'
import type { Decoded, DecodeOutcome, DecodeRequest, Urgency } from './gray-decoder.js'

/** A request that is decoded, or waits to be. */
export interface QueuedDecode {
  readonly request: DecodeRequest
  readonly signal: AbortSignal
}

interface Waiting extends QueuedDecode {
  readonly sinceMs: number
  readonly answer: (decoded: Decoded) => void
}

/** A patient request waits so long for company. Cameras that once shared a batch are due together from then on. */
const patienceMs = 6000
/** Who was just checked lets first checks pass for so long: half of what a movement goes on unseen. */
const yieldMs = 5000
/** Checks that are made because sizes are inconclusive may take this part of a core, all cameras together. */
const soonShare = 0.1
/** One decoder serves several requests: its start costs as much as some small pictures. */
const largestBatch = 16
/** Whoever shares a batch waits for all of it. */
const mostPackets = 300

/**
 * Who decodes when: one decoder at a time. Requests of now go first, in the order in which they came; as a camera
 * asks for one such check at a time, each is served before any is twice. Cameras that were just checked let them
 * pass, for a while: where everything moves, what begins is seen in time all the same. Whatever else waits shares that
 * turn.
 */
export class DecodeQueue {
  readonly #clock: Clock
  /** Decodes together: one outcome for each, in order. */
  readonly #run: (batch: readonly QueuedDecode[]) => Promise<DecodeOutcome[]>
  #waiting: Waiting[] = []
  #busy = false
  /** When checks of the second rank are affordable again, on the monotonic clock. */
  #soonFromMs = 0
  #cancelWait: () => void = () => undefined

  constructor(clock: Clock, run: (batch: readonly QueuedDecode[]) => Promise<DecodeOutcome[]>) {
    this.#clock = clock
    this.#run = run
  }

  decode(request: DecodeRequest, signal: AbortSignal): Promise<Decoded> {
    return new Promise((resolve) => {
      const onAbort = () => this.#next()
      const answer = (decoded: Decoded) => {
        signal.removeEventListener('abort', onAbort)
        resolve(decoded)
      }
      this.#waiting.push({ request, signal, answer, sinceMs: this.#clock.monotonic() })
      signal.addEventListener('abort', onAbort, { once: true })
      this.#next()
    })
  }

  #next(): void {
    this.#cancelWait()
    this.#dropAborted()
    if (this.#busy || this.#waiting.length === 0) return
    const waitMs = this.#dueMs() - this.#clock.monotonic()
    if (waitMs > 0) {
      this.#cancelWait = this.#clock.after(waitMs, () => this.#next())
      return
    }
    const batch = this.#take()
    this.#busy = true
    const over = () => {
      this.#busy = false
      this.#next()
    }
    this.#serve(batch).then(over, over)
  }

  /** When the next batch begins, on the monotonic clock. */
  #dueMs(): number {
    return Math.min(
      ...this.#waiting.map(({ request: { urgency }, sinceMs }) => {
        if (urgency === 'now' || urgency === 'again') return 0
        return urgency === 'soon' ? this.#soonFromMs : sinceMs + patienceMs
      }),
    )
  }

  #take(): Waiting[] {
    const nowMs = this.#clock.monotonic()
    const ranked = this.#waiting.toSorted((a, b) => rank(a, nowMs) - rank(b, nowMs) || a.sinceMs - b.sinceMs)
    const [leader] = ranked
    const codec = leader?.request.packets[0]?.run.video.codec
    const isFirst = leader !== undefined && rank(leader, nowMs) === ranks.now
    const batch: Waiting[] = []
    let packets = 0
    for (const one of ranked) {
      const { length, 0: first } = one.request.packets
      if (batch.length > 0 && packets + length > mostPackets) continue
      // A first check waits for no pictures of those that let it pass.
      if (isFirst && rank(one, nowMs) === ranks.again) continue
      if (batch.length === largestBatch || first?.run.video.codec !== codec) continue
      batch.push(one)
      packets += length
    }
    this.#waiting = this.#waiting.filter((one) => !batch.includes(one))
    return batch
  }

  #dropAborted(): void {
    const dropped = this.#waiting.filter(({ signal }) => signal.aborted)
    if (dropped.length === 0) return
    this.#waiting = this.#waiting.filter(({ signal }) => !signal.aborted)
    for (const { answer } of dropped) answer({ kind: 'aborted', ownMs: 0 })
  }

  async #serve(batch: readonly Waiting[]): Promise<void> {
    const startedMs = this.#clock.monotonic()
    const outcomes = await this.#run(batch).catch((error: unknown): DecodeOutcome[] =>
      batch.map(() => ({ kind: 'unavailable', reason: String(error) })),
    )
    const endedMs = this.#clock.monotonic()
    if (batch.every(({ request: { urgency } }) => urgency === 'soon' || urgency === 'patient')) {
      this.#soonFromMs = startedMs + (endedMs - startedMs) / soonShare
    }
    const all = batch.reduce((sum, { request: { packets } }) => sum + packets.length, 0)
    for (const [index, { answer, request, signal }] of batch.entries()) {
      const ownMs = ((endedMs - startedMs) * request.packets.length) / Math.max(1, all)
      const outcome = outcomes[index] ?? { kind: 'unavailable', reason: 'the decoder gave no answer' }
      answer({ ...(signal.aborted ? { kind: 'aborted' } : outcome), ownMs })
    }
  }
}

function rank({ request: { urgency }, sinceMs }: Waiting, nowMs: number): number {
  return urgency === 'again' && nowMs - sinceMs >= yieldMs ? ranks.now : ranks[urgency]
}

const ranks = { now: 0, again: 1, soon: 2, patient: 3 } as const satisfies Record<Urgency, number>
