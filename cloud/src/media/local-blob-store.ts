import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { BlobStore, WholeObject } from './blob-store.js'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const uploadIdPattern = new RegExp(`^${uuid}$`)
const keyPattern = new RegExp(`^${uuid}/[0-9a-f]{2}/${uuid}$`)

/**
 * Keeps media as files under `root`: `objects/<key>`, and the parts of uploads under way as
 * `uploads/<upload id>/<number>`. A file is written under another name, synced and renamed, so that what stands
 * under its own name is whole. Several processes may share the folder.
 */
export function createLocalBlobStore(root: string): BlobStore {
  const folderOf = (uploadId: string): string => inside(root, 'uploads', uploadId, uploadIdPattern)
  const objectOf = (key: string): string => objectPath(root, key)

  return {
    async putPart(uploadId, number, body, bytes) {
      const file = path.join(folderOf(uploadId), partName(number))
      const stored = await writeWhole(file, async (handle) => (await copy(body, handle, bytes)) === bytes)
      return stored ? 'stored' : 'wrong_length'
    },

    async complete(uploadId, whole) {
      const folder = folderOf(uploadId)
      let outcome: 'stored' | 'parts_missing' | 'hash_mismatch' = 'hash_mismatch'
      await writeWhole(objectOf(whole.key), async (handle) => {
        outcome = await join(folder, whole, handle)
        return outcome === 'stored'
      })
      return outcome
    },

    dropParts: (uploadId) => rm(folderOf(uploadId), { recursive: true, force: true }),

    async put(key, bytes) {
      await writeWhole(objectOf(key), async (handle) => {
        await handle.writeFile(bytes)
        return true
      })
    },

    async read(key, range) {
      const handle = await openIfThere(objectOf(key))
      return handle ? createReadStream('', { fd: handle, ...range, highWaterMark: 256 * 1024 }) : null
    },

    fileOf: objectOf,
    delete: (key) => rm(objectOf(key), { force: true }),
    linkTo: () => Promise.resolve(null),
  }
}

/** The file of an object. @throws TypeError if the key is not one of ours */
export function objectPath(root: string, key: string): string {
  return inside(root, 'objects', key, keyPattern)
}

/** Ids are the server's own; a name of any other form is a defect and reaches no file. */
function inside(root: string, area: string, name: string, pattern: RegExp): string {
  const base = path.resolve(root, area)
  const file = path.resolve(base, name)
  if (!pattern.test(name) || !file.startsWith(base + path.sep)) {
    throw new TypeError(`not a name of the media store: ${JSON.stringify(name)}`)
  }
  return file
}

function partName(number: number): string {
  if (!Number.isSafeInteger(number) || number < 1) throw new TypeError('parts are numbered from 1')
  return String(number)
}

/** Writes a file that appears whole under its name, or, if `write` answers false or fails, not at all. */
async function writeWhole(file: string, write: (handle: FileHandle) => Promise<boolean>): Promise<boolean> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomUUID()}.tmp`
  const handle = await open(temporary, 'wx', 0o600)
  let whole = false
  try {
    whole = await write(handle)
    if (whole) await handle.sync()
  } finally {
    await handle.close()
    if (!whole) await rm(temporary, { force: true })
  }
  if (!whole) return false
  await rename(temporary, file)
  await syncFolder(folder)
  return true
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Copies at most `limit` bytes and one chunk more. @returns how many came */
async function copy(body: AsyncIterable<Uint8Array>, to: FileHandle, limit: number): Promise<number> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > limit) return bytes
    await to.writeFile(chunk)
  }
  return bytes
}

async function join(
  folder: string,
  { parts, bytes, sha256 }: WholeObject,
  to: FileHandle,
): Promise<'stored' | 'parts_missing' | 'hash_mismatch'> {
  const hash = createHash('sha256')
  let total = 0
  for (let number = 1; number <= parts; number += 1) {
    const part = await openIfThere(path.join(folder, partName(number)))
    if (!part) return 'parts_missing'
    const chunks: AsyncIterable<Uint8Array> = createReadStream('', { fd: part, highWaterMark: 1024 * 1024 })
    for await (const chunk of chunks) {
      hash.update(chunk)
      total += chunk.byteLength
      await to.writeFile(chunk)
    }
  }
  return total === bytes && hash.digest('hex') === sha256 ? 'stored' : 'hash_mismatch'
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
