import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { endStrays, leaveOwner, ownerFile, sweep } from './left-behind.mjs'
import { say } from './workspace.mjs'

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm'
/** What a run may need there at most, and what of the memory is left to the programs then, bytes. */
const room = { files: 4 * 1024 ** 3, programs: 6 * 1024 ** 3 }

const prefix = 'slrun-'

/**
 * Gives a test run a temporary folder of its own, so that what it leaves there is seen and goes with it. What an earlier
 * run left that was killed goes first.
 * Everybody may write to it, as to `/tmp`: as root, the PostgreSQL of the tests runs as another user.
 *
 * It is in memory where there is plenty and nobody set TMPDIR: each database of a test is a thousand files, and there are
 * disks on which to make a file takes a millisecond of processor time. Where it is not, a second one is, if the machine
 * has such a place at all: some tests sync small files all the time.
 *
 * @param task called with the environment of the run: TMPDIR, and TMPDIR_IN_MEMORY if there is one
 * @returns what the task answered, and what it left: files and folders by name, processes by command; none if all is well
 */
export async function withTemporaryFolder(task) {
  for (const parent of new Set([inMemory, tmpdir()])) {
    for (const swept of await sweep(parent, prefix)) say(`Swept what a killed run had left: ${swept}`)
  }
  const folder = makeIn(place())
  const small = folder.startsWith(inMemory) ? folder : tryMakeIn(inMemory)
  const folders = [...new Set([folder, small])].filter((one) => one !== undefined)
  try {
    const answer = await task({ TMPDIR: folder, ...(small && { TMPDIR_IN_MEMORY: small }) })
    const strays = await endStrays(folder)
    const names = folders.flatMap((one) => readdirSync(one)).filter((name) => name !== ownerFile)
    return { answer, left: [...names, ...strays] }
  } finally {
    for (const one of folders) rmSync(one, { recursive: true, force: true, maxRetries: 3 })
  }
}

function makeIn(parent) {
  const folder = mkdtempSync(join(parent, prefix))
  chmodSync(folder, 0o1777)
  leaveOwner(folder)
  return folder
}

function tryMakeIn(parent) {
  try {
    return makeIn(parent)
  } catch {
    return undefined
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
