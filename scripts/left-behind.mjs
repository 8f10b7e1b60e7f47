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
 * Ends processes that a run has started and that outlive it: those whose environment, command line or working folder
 * names its temporary folder, which no other does.
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

function processesOf(folder) {
  return entries('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => namesFolder(pid, folder))
    .map((pid) => ({ pid: Number(pid), command: commandOf(pid) }))
    .filter(({ command }) => command !== '')
}

function namesFolder(pid, folder) {
  if (['environ', 'cmdline'].some((file) => text(`/proc/${pid}/${file}`)?.includes(folder))) return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
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
