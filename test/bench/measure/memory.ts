import { readdir, readFile } from 'node:fs/promises'

const bytesPerKb = 1024

/**
 * The memory of a process in the text of `/proc/<pid>/smaps_rollup`, bytes: PSS, in which a page that several
 * processes share counts for each of them by its part (proc_pid_smaps(5)).
 * @throws Error if it is no such text
 */
export function parsePss(rollup: string): number {
  const kilobytes = Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1])
  if (!Number.isFinite(kilobytes)) throw new Error(`not the memory of a process: ${rollup.slice(0, 80)}`)
  return kilobytes * bytesPerKb
}

/** PSS of running processes and of all their children, bytes. @throws Error if one of the given is gone */
export async function familyPss(pids: readonly number[]): Promise<number> {
  const families = await Promise.all(pids.map(descendantsOf))
  const given = pids.map((pid) => pssOf(pid))
  // A child may end between being named and being asked.
  const children = families.flat().map((pid) => pssOf(pid).catch(() => 0))
  return (await Promise.all([...given, ...children])).reduce((total, each) => total + each, 0)
}

/** PSS of one running process, bytes. @throws Error if it is gone */
export async function pssOf(pid: number): Promise<number> {
  return parsePss(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))
}

/** Children of a process, theirs and so on. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid)
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()]
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number))
}
