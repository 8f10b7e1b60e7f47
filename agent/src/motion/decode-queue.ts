import { kept } from '../platform/background.js'
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
/** A glance waits so long for others: twenty keyframes alone would cost as much as two hundred together. */
const glancePatienceMs = 1000
/** So many glances share a decoder, where their keyframes are small; each is one picture. */
const mostGlances = 48
const smallBatchBytes = 2_000_000
/** What is looked at because sizes are inconclusive may take this part of a core, all cameras together. */
const restlessShare = 0.1
/** Glances go before checks of that kind, but not for ever. */
const soonYieldMs = 10_000
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
  /** The pictures of the batch before are being handed out. */
  #giving: Promise<void> = Promise.resolve()
  /** When glances and checks of the second rank are affordable again, on the monotonic clock. */
  #restlessFromMs = 0
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
        if (urgency === 'patient') return sinceMs + patienceMs
        return urgency === 'soon'
          ? this.#restlessFromMs
          : Math.max(this.#restlessFromMs, sinceMs + glancePatienceMs)
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
    let [packets, bytes] = [0, 0]
    const most = leader?.rank === ranks.glance ? mostGlances : largestBatch
    for (const { one, rank } of ranked) {
      if (batch.length === most || (batch.length >= largestBatch && bytes > smallBatchBytes)) break
      if (leader !== undefined && !sharesWith(leader.rank, rank)) continue
      if (one.request.codec !== codec) continue
      const room = batch.length === 0 ? Number.POSITIVE_INFINITY : mostPackets - packets
      const excerpt = takenBy(one, room)
      if (excerpt === null) continue
      served.add(one)
      packets += excerpt.packets.length
      bytes += excerpt.packets.reduce((sum, { data }) => sum + data.length, 0)
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
    if (isRare) this.#restlessFromMs = startedMs + (endedMs - startedMs) / restlessShare
    const all = batch.reduce((sum, { excerpt: { packets } }) => sum + packets.length, 0)
    const answers = batch.map(({ answer, excerpt, signal }, index) => {
      const ownMs = ((endedMs - startedMs) * excerpt.packets.length) / all
      const outcome = outcomes[index] ?? { kind: 'unavailable', reason: 'the decoder gave no answer' }
      return () => answer({ ...(signal.aborted ? { kind: 'aborted' } : outcome), ownMs })
    })
    // The next pictures are decoded while these are compared, and no more than these wait for that.
    await this.#giving
    this.#giving = kept(this.#give(answers))
  }

  /** Whoever gets pictures compares them at once, which takes a while: what else comes has its turn between them. */
  async #give(answers: readonly (() => void)[]): Promise<void> {
    for (const [index, answer] of answers.entries()) {
      if (index > 0) await this.#clock.delay(0)
      answer()
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
  return urgency === 'glance' || urgency === 'soon' || urgency === 'patient'
}

/** A first check waits for no pictures of those that let it pass, and a glance for none of whole checks. */
function sharesWith(leader: number, rank: number): boolean {
  return !(leader === ranks.now && rank === ranks.again) && !(leader === ranks.glance && rank === ranks.soon)
}

function rankOf({ request, sinceMs }: Waiting, nowMs: number): number {
  const urgency = request.urgency()
  const waitedMs = nowMs - sinceMs
  if (urgency === 'again' && waitedMs >= yieldMs) return ranks.now
  return urgency === 'soon' && waitedMs >= soonYieldMs ? ranks.glance : ranks[urgency]
}

const ranks = { now: 0, again: 1, glance: 2, soon: 3, patient: 4 } as const satisfies Record<Urgency, number>
