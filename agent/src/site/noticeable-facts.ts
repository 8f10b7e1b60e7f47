import type { CameraStatusReport } from '@sightline/protocol'

/**
 * What of a report is news when it differs, as text to compare. Rates of a stream waver: a frame a second and a
 * fifth of the bitrate are none.
 */
export function noticeableFacts(report: CameraStatusReport): string {
  const { state, fault, message, stream } = report
  const { reconnects_last_hour, stalls_last_hour, pre_roll_shortened } = report
  const facts = stream && [
    stream.codec,
    stream.width,
    stream.height,
    roundedOrNull(stream.fps),
    roundedOrNull(stream.gop_sec),
    stream.bitrate_kbps && Math.round(Math.log(stream.bitrate_kbps) / Math.log(1.25)),
  ]
  const counts = [reconnects_last_hour, stalls_last_hour, pre_roll_shortened]
  return JSON.stringify([state, fault, message, facts, counts])
}

function roundedOrNull(value: number | null): number | null {
  return value === null ? null : Math.round(value)
}
