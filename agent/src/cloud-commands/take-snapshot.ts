import type { Result, SnapshotOutcome } from '@sightline/protocol'
import type { Recordings } from '../recording/recordings.js'
import type { Site } from '../site/site.js'
import { done, refused } from './results.js'

/** Widths tried in turn until the picture fits a frame, pixels. */
const widths = [1280, 640, 320] as const
/** Base64 characters that the protocol admits. */
const mostCharacters = 200_000

/** A fresh picture of a camera, from the packets that are there already. */
export async function takeSnapshot(
  cameraId: string,
  deps: { readonly site: Site; readonly recordings: Recordings },
  signal: AbortSignal,
): Promise<Result> {
  const camera = deps.site.camera(cameraId)
  if (!camera) return refused('camera_unknown', 'this gateway has no such camera')
  const packets = camera.newestGop()
  if (packets.length === 0)
    return refused('camera_offline', camera.status().message ?? 'the camera sends no pictures')
  for (const maxWidth of widths) {
    const taken = await deps.recordings.snapshotFromGop(packets, { maxWidth, signal })
    if (taken.kind === 'unavailable') return refused('unavailable', taken.reason)
    const { jpeg, width, height, takenAtMs } = taken.value
    const data = Buffer.from(jpeg).toString('base64')
    if (data.length > mostCharacters) continue
    return done({
      taken_at: new Date(takenAtMs).toISOString(),
      content_type: 'image/jpeg',
      width,
      height,
      data,
    } satisfies SnapshotOutcome)
  }
  return refused('too_large', 'the picture does not fit into an answer')
}
