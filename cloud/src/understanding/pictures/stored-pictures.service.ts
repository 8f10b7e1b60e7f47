import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../../events/media/store/blob-store.service.js'
import type { Platform } from '../../platform/platform.js'
import type { ModelPicture } from '../models/model.service.js'
import { jpegSize } from './jpeg-size.js'
import { listStoredPictures, type StoredPicture } from './picture.repository.js'

interface StoredPictureDeps extends Pick<Platform, 'database'> {
  readonly store: BlobStore
}

/** A stored picture larger than this is left out: it would be no picture that we cut. */
const mostBytes = 5 * 1024 * 1024

/**
 * What is stored of an event's pictures: up to `atMost` of those that its newest analysis was made from, spread over
 * them, else the snapshot, else none. Nothing is cut anew, and a file that is gone is left out.
 */
export async function storedPictures(
  { database, store }: StoredPictureDeps,
  orgId: string,
  eventId: string,
  atMost: number,
): Promise<ModelPicture[]> {
  const stored = await listStoredPictures(database.forOrg(orgId), orgId, eventId)
  const newestRun = stored.find(({ kind }) => kind === 'frame')?.run_id
  const frames = stored.filter(({ kind, run_id: runId }) => kind === 'frame' && runId === newestRun)
  const chosen = frames.length > 0 ? spread(frames.toSorted(byTime), atMost) : stored.slice(0, atMost)
  const pictures: ModelPicture[] = []
  for (const { key } of chosen) {
    const body = await store.read(key)
    const jpeg = body && (await buffer(body))
    const size = jpeg && jpeg.byteLength <= mostBytes ? jpegSize(jpeg) : null
    if (jpeg && size) pictures.push({ jpeg, ...size, label: `Picture ${pictures.length + 1}` })
  }
  return pictures
}

/** At most `count` of them, the first and the last among them, evenly between. */
export function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all]
  const last = all.length - 1
  return Array.from({ length: count }, (_, index) =>
    count === 1 ? Math.floor(last / 2) : Math.round((index * last) / (count - 1)),
  ).flatMap((index) => all[index] ?? [])
}

function byTime(a: StoredPicture, b: StoredPicture): number {
  return (a.taken_at?.getTime() ?? 0) - (b.taken_at?.getTime() ?? 0) || a.id.localeCompare(b.id)
}
