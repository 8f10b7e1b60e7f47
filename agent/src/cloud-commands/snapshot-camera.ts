import type { Result } from '@sightline/protocol'
import type { CameraSupervisor } from '../cameras/camera-supervisor.js'
import { stillOf } from '../cameras/stream-settings.js'
import { fetchSnapshot, type SnapshotSource } from '../onvif/fetch-snapshot.js'
import { OnvifError } from '../onvif/onvif-error.js'
import type { OpenSessionDeps } from '../onvif/open-session.js'
import type { Clock } from '../platform/clock.js'
import { jpegSize } from '../recording/jpeg-size.js'
import type { Recordings } from '../recording/recordings.js'
import { StreamFailure } from '../rtsp/stream-failure.js'
import type { Packet } from '../stream/packet.js'
import { done, refused } from './results.js'
import { mostCharacters, pictureOf, takePicture } from './take-picture.js'

export interface SnapshotCameraDeps {
  readonly supervisor: CameraSupervisor
  readonly recordings: Recordings
  readonly clock: Clock
  /** How cameras are reached. */
  readonly probe: OpenSessionDeps
}

/**
 * A fresh picture of a camera: from the packets that are there already, which costs the camera nothing, else the still
 * picture that the camera itself offers over HTTP.
 */
export async function snapshotCamera(
  cameraId: string,
  deps: SnapshotCameraDeps,
  signal: AbortSignal,
): Promise<Result> {
  const camera = deps.supervisor.camera(cameraId)
  if (!camera) return refused('camera_unknown', 'this gateway has no such camera')
  const gop = () => camera.pipeline?.recorded.source.newestGop() ?? []
  const refusal =
    gop().length === 0
      ? refused('camera_offline', camera.status().message ?? 'the camera sends no pictures')
      : await fromStream(gop, deps.recordings, signal)
  if (refusal.ok) return refusal
  const still = camera.pipeline ? stillOf(camera.pipeline.found) : null
  return (still && (await fromCamera(still, deps, signal))) ?? refusal
}

async function fromStream(
  gop: () => readonly Packet[],
  recordings: Recordings,
  signal: AbortSignal,
): Promise<Result> {
  const taken = await takePicture(gop, recordings, { characters: mostCharacters, signal })
  switch (taken.kind) {
    case 'found':
      return done({ ...taken.value })
    case 'unavailable':
      return refused('unavailable', taken.reason)
    case 'too_large':
      return refused('too_large', 'the picture does not fit into an answer')
  }
}

/** Null where the camera gives none that is whole and fits. */
async function fromCamera(
  still: SnapshotSource,
  { clock, probe }: SnapshotCameraDeps,
  signal: AbortSignal,
): Promise<Result | null> {
  try {
    await still.admit?.(signal)
    const jpeg = await fetchSnapshot(still, probe, signal)
    const size = jpegSize(jpeg)
    const data = jpeg.toString('base64')
    if (size === null || data.length > mostCharacters) return null
    return done({ ...pictureOf({ data, ...size, takenAtMs: clock.now() }) })
  } catch (error) {
    if (error instanceof OnvifError || error instanceof StreamFailure) return null
    throw error
  }
}
