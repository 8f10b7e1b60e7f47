import type { CameraStatusReport } from '@sightline/protocol'

/**
 * What of a report is news when it differs, as text to compare. Rates of a stream waver: a frame a second and a
 * fifth of the bitrate are none. Times that move on with every message are news a few times an hour.
 */
export function reportFingerprint(report: CameraStatusReport): string {
  const { state, fault, message, stream, streams, events, motion, warnings } = report
  const { reconnects_last_hour, stalls_last_hour, breaks_last_hour, broken_frames_last_hour } = report
  const { pre_roll_shortened, clock_skew_sec } = report
  return JSON.stringify([
    [state, fault, message, factsOf(stream)],
    // Each number of these would be news many times a second.
    [reconnects_last_hour, stalls_last_hour, breaks_last_hour, report.breaks_by_reason],
    magnitude(broken_frames_last_hour),
    [pre_roll_shortened, roundedOrNull(clock_skew_sec)],
    streams?.map(({ role, state: of, fault: why, used_for, received }) => {
      return [role, of, why, used_for, factsOf(received), received?.transport, received?.audio]
    }),
    events && [
      events.state,
      events.motion_seen,
      fewAnHour(events.last_event_at),
      fewAnHour(events.last_renew_at),
    ],
    motion && [motion.state, motion.stream, fewAnHour(motion.last_motion_at)],
    warnings?.map(({ code, stream: of }) => [code, of]),
  ])
}

function factsOf(stream: CameraStatusReport['stream']) {
  return (
    stream && [
      stream.codec,
      stream.width,
      stream.height,
      roundedOrNull(stream.fps),
      roundedOrNull(stream.gop_sec),
      stream.bitrate_kbps && Math.round(Math.log(stream.bitrate_kbps) / Math.log(1.25)),
    ]
  )
}

function roundedOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.round(value)
}

function fewAnHour(time: string | null): number | null {
  return time === null ? null : Math.floor(Date.parse(time) / (10 * 60_000))
}

function magnitude(count: number | undefined): number {
  return Math.ceil(Math.log2((count ?? 0) + 1))
}
