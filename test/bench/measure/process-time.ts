import { readFile } from 'node:fs/promises'

/** The kernel tells processor time in ticks of a hundredth of a second on every Linux (USER_HZ). */
const ticksPerSec = 100

/** Processor time of a process, in user and in kernel mode, seconds. */
export interface ProcessTime {
  readonly own: number
  /** Of children that ended, and of theirs. It grows by all that a child took when that ends. */
  readonly endedChildren: number
}

/**
 * The processor time in a line of `/proc/<pid>/stat` (proc_pid_stat(5), fields 14 to 17).
 * @throws Error if it is no such line
 */
export function parseProcessTime(stat: string): ProcessTime {
  // The name in field 2 may hold blanks and brackets: count from behind its last bracket, where field 3 begins.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(/\s+/)
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number)
  const own = (user ?? Number.NaN) + (system ?? Number.NaN)
  const endedChildren = (childrenUser ?? Number.NaN) + (childrenSystem ?? Number.NaN)
  if (!Number.isFinite(own + endedChildren)) throw new Error(`not a process: ${stat.slice(0, 80)}`)
  return { own: own / ticksPerSec, endedChildren: endedChildren / ticksPerSec }
}

/** Processor time of running processes and of their ended children so far, seconds. @throws Error if one of them is gone */
export const processTime = (pids: readonly number[]): Promise<number> =>
  sumOf(pids, ({ own, endedChildren }) => own + endedChildren)

/** Processor time of running processes alone so far, seconds. @throws Error if one of them is gone */
export const ownProcessTime = (pids: readonly number[]): Promise<number> => sumOf(pids, ({ own }) => own)

async function sumOf(pids: readonly number[], of: (time: ProcessTime) => number): Promise<number> {
  const times = await Promise.all(
    pids.map(async (pid) => of(parseProcessTime(await readFile(`/proc/${pid}/stat`, 'utf8')))),
  )
  return times.reduce((total, each) => total + each, 0)
}
