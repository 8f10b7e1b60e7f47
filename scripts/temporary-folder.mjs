import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm'
/** What a run may need there at most, and what of the memory is left to the programs then, bytes. */
const room = { files: 4 * 1024 ** 3, programs: 6 * 1024 ** 3 }

/**
 * Gives a test run a temporary folder of its own, so that what it leaves there is seen and goes with it.
 * Everybody may write to it, as to `/tmp`: as root, the PostgreSQL of the tests runs as another user.
 *
 * It is in memory where there is plenty and nobody set TMPDIR: each database of a test is a thousand files, and there are
 * disks on which to make a file takes a millisecond of processor time.
 *
 * @param task called with the folder's path
 * @returns what the task answered, and the names of what it left, none if all is well
 */
export async function withTemporaryFolder(task) {
  const folder = mkdtempSync(join(place(), 'slrun-'))
  try {
    chmodSync(folder, 0o1777)
    const answer = await task(folder)
    return { answer, left: readdirSync(folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

const place = () => (process.env.TMPDIR === undefined && hasRoomInMemory() ? inMemory : tmpdir())

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= room.files && freemem() >= room.files + room.programs && runsPrograms()
  } catch {
    return false
  }
}

/** Tests run programs that they have made; containers often forbid that there. */
function runsPrograms() {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , type, options = ''] =
    mounts.findLast((mount) => mount.split(' ')[1] === inMemory)?.split(' ') ?? []
  return type === 'tmpfs' && !options.split(',').includes('noexec')
}
