import type { Clock } from '../platform/clock.js'
import {
  type Decoded,
  type DecodeOutcome,
  type DecodeRequest,
  type Excerpt,
  nothing,
  type Urgency,
} from './gray-decoder.js'

/** What is decoded for a request whose turn has come. */
export interface QueuedDecode {
  readonly excerpt: Excerpt
  readonly signal: AbortSignal
}

interface Waiting {
  readonly request: DecodeRequest
  readonly signal: AbortSignal
  readonly sinceMs: number
  readonly answer: (decoded: Decoded) => void
}

type Taken = Waiting & QueuedDecode

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

  /** A request that waits is more urgent by now. */
  reconsider(): void {
    this.#next()
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
    if (batch.length === 0) return this.#next()
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
      ...this.#waiting.map(({ request, sinceMs }) => {
        const urgency = request.urgency()
        if (urgency === 'now' || urgency === 'again') return 0
        return urgency === 'soon' ? this.#soonFromMs : sinceMs + patienceMs
      }),
    )
  }

  /** Takes who goes next, as many as share a decoder. None: there was nothing to be seen for those who were due. */
  #take(): Taken[] {
    const nowMs = this.#clock.monotonic()
    const ranked = this.#waiting
      .map((one) => ({ one, rank: rankOf(one, nowMs) }))
      .toSorted((a, b) => a.rank - b.rank || a.one.sinceMs - b.one.sinceMs)
    const [leader] = ranked
    const codec = leader?.one.request.codec
    const batch: Taken[] = []
    const served = new Set<Waiting>()
    let packets = 0
    for (const { one, rank } of ranked) {
      if (batch.length === largestBatch) break
      // A first check waits for no pictures of those that let it pass.
      if (leader?.rank === ranks.now && rank === ranks.again) continue
      if (one.request.codec !== codec) continue
      const room = batch.length === 0 ? Number.POSITIVE_INFINITY : mostPackets - packets
      const excerpt = takenBy(one, room)
      if (excerpt === null) continue
      served.add(one)
      packets += excerpt.packets.length
      if (excerpt.packets.length > 0) batch.push({ ...one, excerpt })
      else one.answer({ kind: 'pictures', pictures: [], ownMs: 0 })
    }
    this.#waiting = this.#waiting.filter((one) => !served.has(one))
    return batch
  }

  #dropAborted(): void {
    const dropped = this.#waiting.filter(({ signal }) => signal.aborted)
    if (dropped.length === 0) return
    this.#waiting = this.#waiting.filter(({ signal }) => !signal.aborted)
    for (const { answer } of dropped) answer({ kind: 'aborted', ownMs: 0 })
  }

  async #serve(batch: readonly Taken[]): Promise<void> {
    const startedMs = this.#clock.monotonic()
    // Who asked may have another urgency by the time it is over.
    const isRare = batch.every(({ request }) => isForRest(request.urgency()))
    const outcomes = await this.#run(batch).catch((error: unknown): DecodeOutcome[] =>
      batch.map(() => ({ kind: 'unavailable', reason: String(error) })),
    )
    const endedMs = this.#clock.monotonic()
    if (isRare) this.#soonFromMs = startedMs + (endedMs - startedMs) / soonShare
    const all = batch.reduce((sum, { excerpt: { packets } }) => sum + packets.length, 0)
    for (const [index, { answer, excerpt, signal }] of batch.entries()) {
      const ownMs = ((endedMs - startedMs) * excerpt.packets.length) / all
      const outcome = outcomes[index] ?? { kind: 'unavailable', reason: 'the decoder gave no answer' }
      answer({ ...(signal.aborted ? { kind: 'aborted' } : outcome), ownMs })
    }
  }
}

/** What fails in one of them is its own. */
function takenBy({ request, answer }: Waiting, room: number): Excerpt | null {
  try {
    return request.take(room)
  } catch (error) {
    answer({ kind: 'unavailable', reason: String(error), ownMs: 0 })
    return nothing
  }
}

function isForRest(urgency: Urgency): boolean {
  return urgency === 'soon' || urgency === 'patient'
}

function rankOf({ request, sinceMs }: Waiting, nowMs: number): number {
  const urgency = request.urgency()
  return urgency === 'again' && nowMs - sinceMs >= yieldMs ? ranks.now : ranks[urgency]
}

const ranks = { now: 0, again: 1, soon: 2, patient: 3 } as const satisfies Record<Urgency, number>
