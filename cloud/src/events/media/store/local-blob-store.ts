import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { leastPartBytes } from '@sightline/protocol'
import { isMissing } from '../../../platform/error-code.js'
import { type BlobStore, type Disk, keyPattern, uuid, type WholeObject } from './blob-store.service.js'
import { removeFormerLeftovers, UnfinishedFiles } from './unfinished-files.js'

const uploadIdPattern = new RegExp(`^${uuid}$`)

/**
 * Keeps media as files under `root`: `objects/<key>`, and the parts of uploads under way as
 * `uploads/<upload id>/<number>`. A file is written in `unfinished`, synced and renamed, so that what stands under its
 * own name is whole. Several processes may share the folder.
 */
export function createLocalBlobStore(root: string): BlobStore {
  const folderOf = (uploadId: string): string => inside(root, 'uploads', uploadId, uploadIdPattern)
  const objectOf = (key: string): string => objectPath(root, key)
  const unfinished = new UnfinishedFiles(path.join(root, 'unfinished'))
  const writeWhole = unfinished.write.bind(unfinished)

  return {
    leastPartBytes,

    async putPart(uploadId, number, body, bytes) {
      const file = path.join(folderOf(uploadId), partName(number))
      try {
        const stored = await writeWhole(file, async (handle) => (await copy(body, handle, bytes)) === bytes)
        return stored ? 'stored' : 'wrong_length'
      } catch (error) {
        // Its folder went with the parts that were there before.
        if (isMissing(error)) return 'dropped'
        throw error
      }
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

    // A part that is renamed into the folder meanwhile goes with the next try.
    dropParts: (uploadId) =>
      rm(folderOf(uploadId), { recursive: true, force: true, maxRetries: 10, retryDelay: 10 }),

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
    disk: () => diskOf(root),
    sweep: async () => (await unfinished.sweep()) + (await removeFormerLeftovers(root)),
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

/** The disk of a folder, or of the nearest one above it that is there. */
async function diskOf(folder: string): Promise<Disk> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch (error) {
    const above = path.dirname(folder)
    if (above === folder) throw error
    return diskOf(above)
  }
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
