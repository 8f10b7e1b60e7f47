import { readFile } from 'node:fs/promises'
import { errorCode } from '../error-code.js'

/**
 * True if a process with this id runs, whoever owns it. One that has ended and that nobody has asked for
 * its exit code (in a container without an init, for ever) does not run.
 */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM' && !(await hasEnded(pid))
  }
  return !(await hasEnded(pid))
}

async function hasEnded(pid: number): Promise<boolean> {
  const state = (await statOf(pid))?.[0]
  return state === 'Z' || state === 'X'
}

/**
 * True if the process runs and is a PostgreSQL server; ids are given again to other programs. Where the
 * system does not show command lines, being alive has to do.
 */
export async function isPostgres(pid: number): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  try {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return command.split('\0')[0]?.includes('postgres') ?? false
  } catch {
    return process.platform !== 'linux'
  }
}

/** When the process started, in the system's own ticks, so that a reused id is recognised. Empty if not known. */
export async function startOf(pid: number): Promise<string> {
  return (await statOf(pid))?.[19] ?? ''
}

/** The fields of /proc/PID/stat from the state on; undefined where the system has none. */
async function statOf(pid: number): Promise<string[] | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
