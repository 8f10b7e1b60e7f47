import { spawn } from 'node:child_process'

/** A program of PostgreSQL failed; the message holds what it printed. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
}

/**
 * Runs a program to its end.
 * @throws ProgramError with the end of its output if it fails or takes longer than `timeoutMs`.
 */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { uid?: number; gid?: number; env: Record<string, string>; cwd: string; timeoutMs: number },
): Promise<void> {
  const { timeoutMs, ...spawnOptions } = options
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...spawnOptions,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-4_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => reject(new ProgramError(`${file} did not start`, { cause: error })))
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new ProgramError(`${file} ended with ${signal ?? code}: ${output.trim()}`))
    })
  })
}
