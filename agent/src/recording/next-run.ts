import type { Clock } from '../platform/clock.js'
import type { PacketSource, StreamRun } from '../stream/packet.js'

interface NextRunOptions {
  readonly source: PacketSource
  readonly clock: Clock
  /** The run that ended. */
  readonly afterRunId: number
  /** How long it is worth waiting, ms. */
  readonly withinMs: number
  readonly signal: AbortSignal
}

/** Waits for the stream to go on after a run ended; null if that takes too long, or once `signal` aborts. */
export function awaitNextRun(options: NextRunOptions): Promise<StreamRun | null> {
  const { source, clock, afterRunId, withinMs, signal } = options
  const present = source.currentRun()
  if (present !== null && present.id > afterRunId) return Promise.resolve(present)
  if (withinMs <= 0 || signal.aborted) return Promise.resolve(null)
  return new Promise((resolve) => {
    const settle = (run: StreamRun | null) => {
      cancel()
      unsubscribe()
      signal.removeEventListener('abort', giveUp)
      resolve(run)
    }
    const giveUp = () => settle(null)
    const unsubscribe = source.subscribe({
      packet: ({ run }) => {
        if (run.id > afterRunId) settle(run)
      },
      runEnded: () => undefined,
    })
    const cancel = clock.after(withinMs, giveUp)
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
