import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Names the process to which a temporary folder belongs. */
export const ownerFile = '.owner'

/** A process that was told to end may take that long before it counts as left behind. */
const endingMs = 5000

/** A folder without an owner may be one that is just being made. */
const unownedMs = 60 * 60_000

export function leaveOwner(folder) {
  writeFileSync(join(folder, ownerFile), `${process.pid} ${startOf(process.pid)}`)
}

/**
 * Removes the folders of runs that no longer live, and ends what they had started.
 * @returns the paths of the folders that went
 */
export async function sweep(parent, prefix) {
  const swept = []
  for (const folder of ownFolders(parent, prefix)) {
    if (isOwned(folder)) continue
    await endStrays(folder, 0)
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    swept.push(folder)
  }
  return swept
}

/** Those that we made: in a folder where everybody may write, others make what looks like ours. */
function ownFolders(parent, prefix) {
  return entries(parent)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(parent, name))
    .filter((folder) => {
      const stats = lstatSync(folder, { throwIfNoEntry: false })
      return stats?.isDirectory() === true && stats.uid === process.getuid?.()
    })
}

function isOwned(folder) {
  const owner = text(join(folder, ownerFile))
  if (owner === undefined) {
    const made = lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
    return Date.now() - made < unownedMs || processesOf(folder).length > 0
  }
  const [pid = '', start] = owner.split(' ')
  return isAlive(Number(pid)) && startOf(pid) === start
}

/** When a process began, so that a number that was given anew is told apart. The same for all where there is no /proc. */
function startOf(pid) {
  // The name of the program, in parentheses, may hold spaces.
  return text(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19] ?? '0'
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Ends processes that a run has started and that outlive it, and no other: whoever looks into its folder meanwhile, with
 * a shell or an editor, goes on.
 * @returns their commands
 */
export async function endStrays(folder, graceMs = endingMs) {
  const deadline = performance.now() + graceMs
  let strays = processesOf(folder)
  while (strays.length > 0 && performance.now() < deadline) {
    await delay(100)
    strays = processesOf(folder)
  }
  for (const { pid } of strays) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
  return strays.map(({ pid, command }) => `process ${pid} (${command})`)
}

/**
 * A process is of the run whose temporary folder its TMPDIR is, and so is what it started. PostgreSQL and its guard have
 * an environment of their own: they are known by the folder once nobody is left who started them.
 */
function processesOf(folder) {
  const others = entries('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map((pid) => ({ pid: Number(pid), ...statusOf(pid), command: commandOf(pid) }))
  const adopters = new Set([0, 1, ...others.filter(({ name }) => name === 'systemd').map(({ pid }) => pid)])
  const isOrphan = ({ parent, terminal }) => terminal === 0 && adopters.has(parent)
  const known = others.filter(
    (one) => hasTmpdir(one.pid, folder) || (isOrphan(one) && namesFolder(one.pid, folder)),
  )
  const pids = new Set(known.map(({ pid }) => pid))
  for (let before = -1; before < pids.size; ) {
    before = pids.size
    for (const { pid, parent } of others) if (pids.has(parent)) pids.add(pid)
  }
  return others.filter(({ pid, command }) => pids.has(pid) && command !== '')
}

/** See proc(5): the name of the program, in parentheses, may hold spaces and parentheses. */
function statusOf(pid) {
  const stat = text(`/proc/${pid}/stat`) ?? ''
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  const [, parent = '', , , terminal = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { name, parent: Number(parent), terminal: Number(terminal) }
}

const hasTmpdir = (pid, folder) =>
  (text(`/proc/${pid}/environ`) ?? '')
    .split('\0')
    .some((entry) => entry === `TMPDIR=${folder}` || entry.startsWith(`TMPDIR=${folder}/`))

function namesFolder(pid, folder) {
  if (text(`/proc/${pid}/cmdline`)?.includes(`${folder}/`)) return true
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)
  } catch {
    return false
  }
}

/** None of a process that has ended and is only waited for. */
const commandOf = (pid) => text(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim().slice(0, 120) ?? ''

/** What is not there, is gone meanwhile or belongs to somebody else has no text. */
function text(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function entries(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
