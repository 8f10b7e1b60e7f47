import type { CameraSet } from '@sightline/protocol'
import type { EventTarget } from '../onvif/event-subscription.js'
import type { RecordingSettings } from '../recording/recording-plan.js'
import type { StreamsFound } from './find-streams.js'
import { graceMs } from './motion-join.js'

/** The same streams, received as the settings say. */
export function over(transport: CameraSet['stream_transport'], found: StreamsFound): StreamsFound {
  const { main, sub } = found
  return { ...found, main: { ...main, transport }, sub: sub && { ...sub, transport } }
}

/** Where the events of a camera are to be had: at its ONVIF service; null for one that is known by its streams. */
export function eventsOf(
  { camera_id: cameraId, connection }: CameraSet,
  { device, main }: StreamsFound,
): EventTarget | null {
  if (connection.type !== 'onvif' || device === null) return null
  const { credentials, digestOnly = false } = main
  const { host } = connection
  return { cameraId, host, port: device.port, credentials: credentials && { ...credentials, digestOnly } }
}

export function recordingOf(settings: CameraSet): RecordingSettings {
  return {
    preSec: settings.pre_event_buffer_sec,
    postSec: settings.post_event_buffer_sec,
    durationSec: settings.recording_duration_sec,
  }
}

/** A movement is seen that much after it began on a busy gateway, and a look at it begins as much before, seconds. */
const seenLateSec = 2

/**
 * How far back the recorded stream is to reach, seconds: the pre-roll of a movement must still be there when it is
 * seen, and when it has waited for the camera's word besides.
 */
export function keptSec({ pre_event_buffer_sec: preSec }: CameraSet, hasEvents: boolean): number {
  return preSec + seenLateSec + (hasEvents ? graceMs / 1000 : 0)
}
