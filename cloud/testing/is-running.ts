import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Whether a process of this machine, in whatever namespace, has `mark` in its command line. */
export async function isRunning(mark: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'args='], { maxBuffer: 16 * 1024 * 1024 })
  return stdout.split('\n').some((line) => line.includes(mark))
}
