import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode, isMissing } from '../../platform/error-code.js'

/** Codes with which a file system refuses a hard link that a copy does as well. */
const noLinks = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * Puts the file of a medium at another path: as a hard link, which costs nothing and is safe because such files are
 * never changed, only replaced and removed; as a copy where links do not reach. What is at the path stays.
 */
export async function linkOrCopyFile(
  from: string,
  to: string,
): Promise<'linked' | 'copied' | 'there' | 'missing'> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  try {
    await link(from, to)
    return 'linked'
  } catch (error) {
    const code = errorCode(error) ?? ''
    if (code === 'ENOENT') return 'missing'
    if (code === 'EEXIST') return 'there'
    if (!noLinks.has(code)) throw error
  }
  const fresh = `${to}.copying`
  try {
    await copyFile(from, fresh)
    const handle = await open(fresh, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(fresh, to)
    return 'copied'
  } finally {
    await rm(fresh, { force: true })
  }
}

/** The SHA-256 of a file, 64 lower-case hexadecimal digits; null if there is none. */
export async function hashOfFile(file: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  return hash.digest('hex')
}

/** Lets bytes through, and knows how many there were and their SHA-256. */
export function meter(): {
  readonly through: Transform
  readonly seen: () => { bytes: number; sha256: string }
} {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.byteLength
      done(null, chunk)
    },
  })
  return { through, seen: () => ({ bytes, sha256: hash.digest('hex') }) }
}
