import type { Clock } from '../platform/clock.js'
import { isAbort } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import { type RecordingFigures, type TelemetrySample, takeSample } from './sample.js'
import { type SystemReadings, systemReadings } from './system-readings.js'
import { isNews } from './telemetry-change.js'

/** Between two samples. */
const intervalMs = 15_000

interface TelemetrySamplerDeps {
  readonly clock: Clock
  readonly log: Logger
  /** Folder whose disk is watched. */
  readonly dataDir: string
  readonly recordings: () => Promise<RecordingFigures>
  /** Hands a sample on; may drop it while there is no link. Never awaited by anything but the sampler. */
  readonly send: (sample: TelemetrySample) => void | Promise<void>
  readonly readings?: SystemReadings
}

interface TelemetrySampler {
  /** Samples until `signal` aborts; a failed send is logged and the next sample follows as usual. */
  run(signal: AbortSignal): Promise<void>
  /** The newest sample, sent or not; null before the first. */
  latest(): TelemetrySample | null
  /** Forgets what was sent, so that the next sample goes out: the other end may not know it. */
  resend(): void
}

export function createTelemetrySampler(deps: TelemetrySamplerDeps): TelemetrySampler {
  const { clock, log, send, readings = systemReadings(deps.clock) } = deps
  let newest: TelemetrySample | null = null
  let sent: { readonly sample: TelemetrySample; readonly atMs: number } | null = null

  async function runOnce(): Promise<void> {
    newest = await takeSample(readings, deps)
    const atMs = clock.monotonic()
    if (!isNews(sent?.sample ?? null, newest, atMs - (sent?.atMs ?? 0))) return
    const sample = newest
    await send(sample)
    sent = { sample, atMs }
  }

  return {
    latest: () => newest,
    resend: () => {
      sent = null
    },
    async run(signal) {
      while (!signal.aborted) {
        await runOnce().catch((err: unknown) => log.warn({ err }, 'telemetry.not_sent'))
        try {
          await clock.delay(intervalMs, { signal })
        } catch (error) {
          if (!isAbort(error, signal)) throw error
        }
      }
    },
  }
}
