import { readFile } from 'node:fs/promises'

/** True if a process with this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * True if the process runs and is a PostgreSQL server; ids are given again to other programs. Where the
 * system does not show command lines, being alive has to do.
 */
export async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  try {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return command.split('\0')[0]?.includes('postgres') ?? false
  } catch {
    return process.platform !== 'linux' || isAlive(pid)
  }
}

/** When the process started, in the system's own ticks, so that a reused id is told apart. Empty if not known. */
export async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
