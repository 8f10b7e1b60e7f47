import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../../events/media/store/blob-store.service.js'
import { files, longSide } from './cut-options.js'
import { cutSnapshot } from './cut-pictures.js'
import type { FrameCutter } from './frame-cutter.service.js'
import { jpegSize } from './jpeg-size.js'
import type { JpegPicture } from './taken-picture.service.js'

/** The sizes in which a snapshot is analysed. */
interface SnapshotPicture {
  readonly large: JpegPicture
  small(): Promise<JpegPicture>
}

/** A snapshot that nothing can make smaller is analysed as it is up to here: models take no larger ones. */
const asItIs = { bytes: 5 * 1024 * 1024, longSide: 8000 } as const

/**
 * The stored snapshot in the sizes that are analysed.
 * @returns null if it is gone, or no picture that can be used
 * @throws the signal's reason
 */
export async function readSnapshotPicture(
  { store, frames }: { readonly store: BlobStore; readonly frames: FrameCutter },
  key: string,
  signal: AbortSignal,
): Promise<SnapshotPicture | null> {
  const body = await store.read(key)
  if (!body) return null
  const jpeg = await buffer(body)
  const size = jpegSize(jpeg)
  if (!size) return null
  const stored = { jpeg, ...size }
  const shrink = async () => ((await frames.isReady()) === 'yes' ? shrunk(frames, jpeg, signal) : null)
  if (Math.max(size.width, size.height) <= longSide.large)
    return { large: stored, small: once(async () => (await shrink())?.small ?? stored) }
  const sizes = await shrink()
  if (sizes) return { large: sizes.large, small: () => Promise.resolve(sizes.small) }
  const fits = jpeg.byteLength <= asItIs.bytes && Math.max(size.width, size.height) <= asItIs.longSide
  return fits ? { large: stored, small: () => Promise.resolve(stored) } : null
}

/** Both sizes; null if the bytes are no picture after all. */
function shrunk(frames: FrameCutter, jpeg: Uint8Array, signal: AbortSignal) {
  return frames.work(async (workspace) => {
    await writeFile(path.join(workspace.folder, files.snapshot), jpeg, { mode: 0o600 })
    const cut = await cutSnapshot(workspace)
    return cut.kind === 'cut' ? (cut.pictures[0] ?? null) : null
  }, signal)
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
