import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory } from '../platform/durable-file.js'
import type { RecordedFile } from './recording-observer.js'

/** Gives a file that is on disk its final name, so that the name means that it is whole. */
export async function publish(temporary: string, path: string): Promise<void> {
  await rename(temporary, path)
  await syncDirectory(dirname(path))
}

/** Has the content of a file that somebody else wrote on disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** What is reported of a file: its size and its hash, read from the disk. */
export async function describeFile(
  path: string,
  size: { readonly width: number; readonly height: number },
): Promise<RecordedFile> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (chunk instanceof Uint8Array) hash.update(chunk)
  }
  const { size: bytes } = await stat(path)
  return { path, bytes, sha256: hash.digest('hex'), width: size.width, height: size.height }
}
