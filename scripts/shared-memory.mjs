import { spawnSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

const folder = '/dev/shm'
/** A PostgreSQL keeps one System V segment of this size, to know its own kind; the rest of its memory is mapped by name. */
const markBytes = 56

/**
 * Removes the shared memory of PostgreSQL servers that were killed, which a server clears away itself only if it is started
 * again on the same folder: what belongs to this user (to anybody, for root) and no process uses. Does nothing where the
 * system is no Linux.
 */
export function sweepSharedMemory() {
  const mapped = readAll('maps').join('\n')
  for (const name of entries(folder)) {
    const file = join(folder, name)
    if (!/^PostgreSQL\.\d+$/.test(name) || mapped.includes(file) || !isOurs(file)) continue
    try {
      unlinkSync(file)
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
  for (const id of abandonedMarks()) spawnSync('ipcrm', ['-m', id], { stdio: 'ignore' })
}

function isOurs(file) {
  const uid = lstatSync(file, { throwIfNoEntry: false })?.uid
  return uid !== undefined && (process.getuid() === 0 || process.getuid() === uid)
}

/** Segments whose maker has ended and to which nobody is attached. */
function abandonedMarks() {
  const [head = '', ...rows] = text('/proc/sysvipc/shm').trim().split('\n')
  const columns = head.trim().split(/\s+/)
  return rows
    .map((row) => {
      const values = row.trim().split(/\s+/)
      return Object.fromEntries(columns.map((column, at) => [column, values[at]]))
    })
    .filter(({ size, nattch }) => Number(size) === markBytes && nattch === '0')
    .filter(({ cpid }) => text(`/proc/${cpid}/stat`) === '')
    .map(({ shmid }) => shmid)
}

function readAll(file) {
  return entries('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => text(`/proc/${pid}/${file}`))
}

/** Empty for what is gone meanwhile or belongs to somebody else. */
function text(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function entries(parent) {
  try {
    return readdirSync(parent)
  } catch {
    return []
  }
}
