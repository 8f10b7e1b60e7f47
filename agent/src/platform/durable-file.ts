import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from './errors.js'

/**
 * Replaces a file so that after a power cut there is either the old content or the new, whole: temporary
 * file, fsync, rename, fsync of the folder.
 */
export async function writeDurably(
  path: string,
  bytes: Uint8Array | string,
  options: { mode?: number } = {},
): Promise<void> {
  const folder = dirname(path)
  const temporary = join(folder, `.${basename(path)}.${process.pid}.tmp`)
  // A left-over of an earlier process with our pid would keep its own mode.
  await rm(temporary, { force: true })
  try {
    const file = await open(temporary, 'wx', options.mode ?? 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncDirectory(folder)
}

/** Makes renames and removals in `folder` durable. */
export async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The content of a file, or null if there is none. */
export async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Makes a folder that only its owner may enter, with the folders above it. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}
