import { readdir, readFile, readlink } from 'node:fs/promises'

/** The processes of this machine that work in or below a folder, or name it on their command line. */
export async function processesNaming(folder: string): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    const workingIn = await readlink(`/proc/${entry}/cwd`).catch(() => '')
    if (command.includes(folder) || workingIn.startsWith(folder)) found.push(Number(entry))
  }
  return found
}
