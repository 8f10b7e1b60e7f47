import { readFile } from 'node:fs/promises'

/** The kernel tells processor time in ticks of a hundredth of a second on every Linux (USER_HZ). */
const ticksPerSec = 100

/**
 * The processor time in a line of `/proc/<pid>/stat`: in user and in kernel mode, its own and that of children
 * that ended, seconds (proc_pid_stat(5), fields 14 to 17).
 * @throws Error if it is no such line
 */
export function parseProcessTime(stat: string): number {
  // The name in field 2 may hold blanks and brackets: count from behind its last bracket, where field 3 begins.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(/\s+/)
  const ticks = fields.slice(11, 15).map(Number)
  const sum = ticks.reduce((total, each) => total + each, 0)
  if (ticks.length < 4 || !Number.isFinite(sum)) throw new Error(`not a process: ${stat.slice(0, 80)}`)
  return sum / ticksPerSec
}

/** Processor time of running processes so far, seconds. @throws Error if one of them is gone */
export async function processTime(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(
    pids.map(async (pid) => parseProcessTime(await readFile(`/proc/${pid}/stat`, 'utf8'))),
  )
  return times.reduce((total, each) => total + each, 0)
}
