import type { ToCloudBody } from '@sightline/protocol'
import type { Clock } from '../platform/clock.js'
import type { SystemReadings } from './system-readings.js'

/** Telemetry of the machine; what the cameras' recorders do is added by who sends it. */
export type TelemetrySample = Omit<ToCloudBody<'telemetry'>, 'camera_recording_status'>

/** What is said of recordings: how much of them waits, and how much is made. */
export type RecordingFigures = Pick<ToCloudBody<'telemetry'>, 'waiting' | 'recorded'>

/** A reading that takes longer is left out: a dead mount must not hold up the others. */
const readingTimeoutMs = 5000

const bytesPerMb = 1024 * 1024

interface SampleSources {
  /** Folder whose disk is watched. */
  readonly dataDir: string
  readonly clock: Clock
  /** What waits for its upload, and what was recorded lately. */
  readonly recordings: () => Promise<RecordingFigures>
}

/** Reads everything once; what cannot be read is null. Never rejects. */
export async function takeSample(
  readings: SystemReadings,
  { dataDir, clock, recordings }: SampleSources,
): Promise<TelemetrySample> {
  const cores = readings.cpuCount()
  const [cpu, memory, rates, disk, kept] = await Promise.all([
    inTime(readings.cpuPercent(), clock),
    inTime(readings.memoryBytes(), clock),
    inTime(readings.networkRates(), clock),
    inTime(readings.diskFreeBytes(dataDir), clock),
    inTime(recordings(), clock),
  ])
  return {
    cpu_percent: finite(cpu, 1),
    memory_mb: finite(memory, bytesPerMb),
    disk_free_mb: finite(disk, bytesPerMb),
    network_throughput: {
      upstream_mbps: megabits(rates?.sent ?? null),
      downstream_mbps: megabits(rates?.received ?? null),
    },
    // Some systems do not say how many they have.
    ...(cores > 0 && { cpu_count: cores }),
    ...kept,
  }
}

async function inTime<T>(reading: Promise<T>, clock: Clock): Promise<T | null> {
  let cancel = (): void => {}
  const tooLate = new Promise<null>((resolve) => {
    cancel = clock.after(readingTimeoutMs, () => resolve(null))
  })
  try {
    return await Promise.race([reading, tooLate])
  } catch {
    return null
  } finally {
    cancel()
  }
}

function megabits(bytesPerSec: number | null): number | null {
  return finite(bytesPerSec, 1_000_000 / 8)
}

/** To two decimals; null for what is no number, or no load (counters that were reset). */
function finite(value: number | null, unit: number): number | null {
  if (value === null || !Number.isFinite(value) || value < 0) return null
  return Math.round((value / unit) * 100) / 100
}
