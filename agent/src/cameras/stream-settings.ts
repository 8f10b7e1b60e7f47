import type { CameraConnection, CameraSet, StreamRole } from '@sightline/protocol'
import type { KeyframeTarget } from '../onvif/ask-for-keyframe.js'
import type { SnapshotSource } from '../onvif/fetch-snapshot.js'
import type { RecordingSettings } from '../recording/recording-plan.js'
import type { CameraAccounts } from '../streams/proven-accounts.js'
import type { CameraEventTarget } from './camera-events.js'
import { graceMs } from './motion-arbiter.js'
import { onvifAccount, type ResolvedStreams } from './resolve-streams.js'

/** The same streams, received as the settings say. */
export function withTransport(
  transport: CameraSet['stream_transport'],
  found: ResolvedStreams,
): ResolvedStreams {
  const { main, sub } = found
  return { ...found, main: { ...main, transport }, sub: sub && { ...sub, transport } }
}

/** Where the events of a camera are to be had: at its ONVIF service; null for one that is known by its streams. */
export function eventsOf(
  { camera_id: cameraId, connection }: CameraSet,
  { device, main }: ResolvedStreams,
): CameraEventTarget | null {
  if (connection.type !== 'onvif' || device === null) return null
  const { credentials, digestOnly = false } = main
  const { host } = connection
  const { channel, channels: all, port } = device
  const channels = channel && { own: channel, all }
  return { cameraId, host, port, channels, credentials: credentials && { ...credentials, digestOnly } }
}

/** The same, with what is remembered of the account, so that it need not prove itself again. */
export function eventsWithAccount(
  located: CameraSet,
  found: ResolvedStreams,
  accounts: CameraAccounts,
): CameraEventTarget | null {
  const target = eventsOf(located, found)
  const account = onvifAccount(located.connection, found.main.credentials)
  if (target === null || account === null) return target
  const memory = { isProven: () => accounts.isProven(account), proved: () => accounts.proved(account) }
  return { ...target, account: memory }
}

/** Where the camera gives a still picture over HTTP; null if it offers none. */
export function stillOf({ device, main }: ResolvedStreams): SnapshotSource | null {
  if (device === null || device.snapshotUrl === null) return null
  const { admit, credentials, digestOnly = false } = main
  return { url: device.snapshotUrl, credentials: credentials && { ...credentials, digestOnly }, admit }
}

/** Where the camera can be asked for a keyframe of a stream; null for one that is known by its streams. */
export function keyframePlaceOf(
  connection: CameraConnection,
  { device, main, sub }: ResolvedStreams,
  role: StreamRole,
): KeyframeTarget | null {
  const profile = role === 'main' ? device?.main : device?.sub
  const endpoint = role === 'main' ? main : sub
  if (connection.type !== 'onvif' || device === null || !profile || endpoint === null) return null
  const { credentials, digestOnly = false, admit } = endpoint
  return {
    host: connection.host,
    port: device.port,
    credentials: credentials && { ...credentials, digestOnly },
    profileToken: profile.token,
    admit,
  }
}

export function recordingOf(settings: CameraSet): RecordingSettings {
  return {
    preSec: settings.pre_event_buffer_sec,
    postSec: settings.post_event_buffer_sec,
    durationSec: settings.recording_duration_sec,
  }
}

/** A movement is seen that much after it began on a busy gateway, and the check begins as much before, seconds. */
const seenLateSec = 2

/**
 * How far back the recorded stream is to reach, seconds: the pre-roll of a movement must still be there when it is
 * seen, and when it has waited for the camera's own event besides.
 */
export function bufferSec({ pre_event_buffer_sec: preSec }: CameraSet, hasEvents: boolean): number {
  return preSec + seenLateSec + (hasEvents ? graceMs / 1000 : 0)
}
