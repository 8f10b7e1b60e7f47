import type { TelemetrySample } from './sample.js'

/** How far a value may move before it is news: a share of the old value, but at least this much. */
const tolerances = [
  { read: (sample: TelemetrySample) => sample.cpu_percent, share: 0.1, least: 3 },
  { read: (sample: TelemetrySample) => sample.memory_mb, share: 0.05, least: 16 },
  { read: (sample: TelemetrySample) => sample.disk_free_mb, share: 0.01, least: 256 },
  { read: (sample: TelemetrySample) => sample.network_throughput.upstream_mbps, share: 0.2, least: 0.25 },
  { read: (sample: TelemetrySample) => sample.network_throughput.downstream_mbps, share: 0.2, least: 0.25 },
  // That the last one arrived is news, of a thousand the next one is none.
  { read: (sample: TelemetrySample) => sample.waiting?.clips ?? null, share: 0.1, least: 0.5 },
]

/** Longest silence, so that the cloud can distinguish steady from lost. */
const alwaysAfterMs = 60_000

/**
 * Whether a sample is worth a frame, given the last one sent.
 * @param sinceLastMs monotonic time since that one was sent.
 */
export function isNews(last: TelemetrySample | null, next: TelemetrySample, sinceLastMs: number): boolean {
  if (last === null || sinceLastMs >= alwaysAfterMs) return true
  return tolerances.some(({ read, share, least }) => {
    const [from, to] = [read(last), read(next)]
    if (from === null || to === null) return from !== to
    return Math.abs(to - from) > Math.max(least, from * share)
  })
}
