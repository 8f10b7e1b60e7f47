import type { Clock } from '../platform/clock.js'
import type { DecodeOutcome, DecodeRequest, Urgency } from './gray-decoder.js'

/** A request that has its turn, or waits for it. */
export interface Decode {
  readonly request: DecodeRequest
  readonly signal: AbortSignal
}

interface Waiting extends Decode {
  readonly sinceMs: number
  readonly answer: (outcome: DecodeOutcome) => void
}

/** A patient request waits so long for company. Cameras that once shared a turn are due together from then on. */
const patienceMs = 6000
/** Looks that are taken because sizes tell nothing may take this part of a core, all cameras together. */
const soonShare = 0.1
/** One decoder serves several requests: its start costs as much as some small pictures. */
const largestBatch = 16
/** Whoever shares a turn waits for all of it. */
const mostPackets = 300

/**
 * Who decodes when: one decoder at a time. Requests of now go first, in the order in which they came; as a camera
 * asks for one such look at a time, each has its turn before any has two. Whatever else waits shares that turn.
 */
export class DecodeTurns {
  private readonly clock: Clock
  /** Decodes together: one outcome for each, in order. */
  private readonly run: (batch: readonly Decode[]) => Promise<DecodeOutcome[]>
  private waiting: Waiting[] = []
  private busy = false
  /** When looks of the second rank are affordable again, on the monotonic clock. */
  private soonFromMs = 0
  private cancelWait: () => void = () => undefined

  constructor(clock: Clock, run: (batch: readonly Decode[]) => Promise<DecodeOutcome[]>) {
    this.clock = clock
    this.run = run
  }

  decode(request: DecodeRequest, signal: AbortSignal): Promise<DecodeOutcome> {
    return new Promise((resolve) => {
      const onAbort = () => this.next()
      const answer = (outcome: DecodeOutcome) => {
        signal.removeEventListener('abort', onAbort)
        resolve(outcome)
      }
      this.waiting.push({ request, signal, answer, sinceMs: this.clock.monotonic() })
      signal.addEventListener('abort', onAbort, { once: true })
      this.next()
    })
  }

  private next(): void {
    this.cancelWait()
    this.dropAborted()
    if (this.busy || this.waiting.length === 0) return
    const waitMs = this.dueMs() - this.clock.monotonic()
    if (waitMs > 0) {
      this.cancelWait = this.clock.after(waitMs, () => this.next())
      return
    }
    const batch = this.take()
    this.busy = true
    void this.serve(batch).finally(() => {
      this.busy = false
      this.next()
    })
  }

  /** When the next turn begins, on the monotonic clock. */
  private dueMs(): number {
    return Math.min(
      ...this.waiting.map(({ request: { urgency }, sinceMs }) => {
        if (urgency === 'now') return 0
        return urgency === 'soon' ? this.soonFromMs : sinceMs + patienceMs
      }),
    )
  }

  private take(): Waiting[] {
    const ranked = this.waiting.toSorted((a, b) => rank(a) - rank(b) || a.sinceMs - b.sinceMs)
    const codec = ranked[0]?.request.packets[0]?.run.video.codec
    const batch: Waiting[] = []
    let packets = 0
    for (const one of ranked) {
      const { length, 0: first } = one.request.packets
      if (batch.length > 0 && packets + length > mostPackets) continue
      if (batch.length === largestBatch || first?.run.video.codec !== codec) continue
      batch.push(one)
      packets += length
    }
    this.waiting = this.waiting.filter((one) => !batch.includes(one))
    return batch
  }

  private dropAborted(): void {
    const dropped = this.waiting.filter(({ signal }) => signal.aborted)
    if (dropped.length === 0) return
    this.waiting = this.waiting.filter(({ signal }) => !signal.aborted)
    for (const { answer } of dropped) answer({ kind: 'aborted' })
  }

  private async serve(batch: readonly Waiting[]): Promise<void> {
    const startedMs = this.clock.monotonic()
    const outcomes = await this.run(batch).catch((error: unknown): DecodeOutcome[] =>
      batch.map(() => ({ kind: 'unavailable', reason: String(error) })),
    )
    const endedMs = this.clock.monotonic()
    if (batch.every(({ request }) => request.urgency !== 'now')) {
      this.soonFromMs = startedMs + (endedMs - startedMs) / soonShare
    }
    for (const [index, { answer, signal }] of batch.entries()) {
      const outcome = outcomes[index] ?? { kind: 'unavailable', reason: 'the decoder gave no answer' }
      answer(signal.aborted ? { kind: 'aborted' } : outcome)
    }
  }
}

function rank({ request }: Waiting): number {
  return ranks[request.urgency]
}

const ranks = { now: 0, soon: 1, patient: 2 } as const satisfies Record<Urgency, number>
