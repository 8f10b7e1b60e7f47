import type { Result, SnapshotOutcome } from '@sightline/protocol'
import { fetchSnapshot, type StillPlace } from '../onvif/fetch-snapshot.js'
import { OnvifError } from '../onvif/onvif-error.js'
import type { OpenSessionDeps } from '../onvif/open-session.js'
import type { Clock } from '../platform/clock.js'
import { jpegSize } from '../recording/jpeg-size.js'
import type { Recordings } from '../recording/recordings.js'
import { StreamFailure } from '../rtsp/stream-failure.js'
import type { Site } from '../site/site.js'
import type { Packet } from '../stream/packet.js'
import { done, refused } from './results.js'

/** Widths tried in turn until the picture fits a frame, pixels. */
const widths = [1280, 640, 320] as const
/** Base64 characters that the protocol admits. */
const mostCharacters = 200_000

export interface TakeSnapshotDeps {
  readonly site: Site
  readonly recordings: Recordings
  readonly clock: Clock
  /** How cameras are reached. */
  readonly probe: OpenSessionDeps
}

/**
 * A fresh picture of a camera: from the packets that are there already, which costs the camera nothing, else the still
 * picture that the camera itself offers over HTTP.
 */
export async function takeSnapshot(
  cameraId: string,
  deps: TakeSnapshotDeps,
  signal: AbortSignal,
): Promise<Result> {
  const camera = deps.site.camera(cameraId)
  if (!camera) return refused('camera_unknown', 'this gateway has no such camera')
  const packets = camera.newestGop()
  const refusal =
    packets.length === 0
      ? refused('camera_offline', camera.status().message ?? 'the camera sends no pictures')
      : await fromStream(packets, deps.recordings, signal)
  if (refusal.ok) return refusal
  const still = camera.received?.still ?? null
  return (still && (await fromCamera(still, deps, signal))) ?? refusal
}

async function fromStream(
  packets: readonly Packet[],
  recordings: Recordings,
  signal: AbortSignal,
): Promise<Result> {
  for (const maxWidth of widths) {
    const taken = await recordings.snapshotFromGop(packets, { maxWidth, signal })
    if (taken.kind === 'unavailable') return refused('unavailable', taken.reason)
    const { jpeg, width, height, takenAtMs } = taken.value
    const data = Buffer.from(jpeg).toString('base64')
    if (data.length > mostCharacters) continue
    return answer({ data, width, height, takenAtMs })
  }
  return refused('too_large', 'the picture does not fit into an answer')
}

/** Null where the camera gives none that is whole and fits. */
async function fromCamera(
  still: StillPlace,
  { clock, probe }: TakeSnapshotDeps,
  signal: AbortSignal,
): Promise<Result | null> {
  try {
    await still.admit?.(signal)
    const jpeg = await fetchSnapshot(still, probe, signal)
    const size = jpegSize(jpeg)
    const data = jpeg.toString('base64')
    if (size === null || data.length > mostCharacters) return null
    return answer({ data, ...size, takenAtMs: clock.now() })
  } catch (error) {
    if (error instanceof OnvifError || error instanceof StreamFailure) return null
    throw error
  }
}

function answer(taken: {
  readonly data: string
  readonly width: number
  readonly height: number
  readonly takenAtMs: number
}): Result {
  const { data, height, takenAtMs, width } = taken
  return done({
    taken_at: new Date(takenAtMs).toISOString(),
    content_type: 'image/jpeg',
    width,
    height,
    data,
  } satisfies SnapshotOutcome)
}
