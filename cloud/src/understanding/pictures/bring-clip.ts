import { copyFile, link, open } from 'node:fs/promises'
import path from 'node:path'
import type { BlobStore } from '../../events/media/store/blob-store.service.js'
import { isMissing } from '../../platform/error-code.js'
import { files } from './cut-options.js'

/** The largest clip that is brought here from a bucket, bytes: five minutes at 13 Mbit/s. */
const largestBroughtBytes = 512 * 1024 * 1024

interface StoredClip {
  readonly key: string
  readonly bytes: number
}

/**
 * Puts a clip into a folder under a name of ours: by a link where it is a file on this machine, so that not a byte is
 * copied and its removal meanwhile does no harm, else by fetching it.
 * @throws the signal's reason
 */
export async function bringClip(
  store: BlobStore,
  clip: StoredClip,
  folder: string,
  signal: AbortSignal,
): Promise<'placed' | 'gone' | 'too_large'> {
  const target = path.join(folder, files.clip)
  const file = store.fileOf(clip.key)
  if (file !== null) return (await linkTo(file, target)) ? 'placed' : 'gone'
  if (clip.bytes > largestBroughtBytes) return 'too_large'
  return (await bring(store, clip, target, signal)) ? 'placed' : 'gone'
}

/** @returns false if there is no such file */
async function linkTo(file: string, target: string): Promise<boolean> {
  try {
    await link(file, target)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    // Another disk, or one that knows no links. A symbolic one would lead out of the folder, which is all that ffmpeg sees.
    await copyFile(file, target)
    return true
  }
}

async function bring(
  store: BlobStore,
  { key, bytes }: StoredClip,
  target: string,
  signal: AbortSignal,
): Promise<boolean> {
  const body = await store.read(key)
  if (!body) return false
  const onAbort = () => body.destroy()
  signal.addEventListener('abort', onAbort, { once: true })
  const handle = await open(target, 'wx', 0o600)
  try {
    const chunks: AsyncIterable<Uint8Array> = body
    let left = bytes
    for await (const chunk of chunks) {
      left -= chunk.byteLength
      if (left < 0) throw new Error('an object of the media store is longer than its row says')
      await handle.writeFile(chunk)
    }
    signal.throwIfAborted()
    return true
  } finally {
    signal.removeEventListener('abort', onAbort)
    body.destroy()
    await handle.close()
  }
}
