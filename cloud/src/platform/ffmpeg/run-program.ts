import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Clock } from '../clock.js'

export interface ProgramRun {
  readonly file: string
  readonly args: readonly string[]
  readonly clock: Clock
  /** The folder in which it runs. */
  readonly cwd?: string | undefined
  /** All that it finds of our surroundings: no setting of the service reaches it. */
  readonly env: Readonly<Record<string, string>>
  /** After this long it is killed, milliseconds. */
  readonly deadlineMs: number
  /** It is killed when it has printed more than this. */
  readonly mostBytes: number
  /** 0 to 19; higher stands further behind everything else on the machine. */
  readonly niceness?: number
  readonly signal?: AbortSignal | undefined
}

/** How a program ended, once it is gone. `said` is the end of what it wrote to its standard error. */
export type ProgramEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly printed: string; readonly said: string }
  | { readonly kind: 'killed'; readonly because: KillReason; readonly said: string }
  | { readonly kind: 'not_started'; readonly error: Error }

/** Why it was killed; `others`: not by us. */
export type KillReason = 'deadline' | 'too_much' | 'aborted' | 'others'

const saidLimit = 4096

/**
 * Runs a program to its end in a process group of its own, without a shell and without a standard input. It is killed
 * with all that it started, and at once: what it leaves behind is swept by whoever gave it the folder. Never rejects.
 */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const child = spawn(run.file, [...run.args], {
    detached: true,
    cwd: run.cwd,
    env: { ...run.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  giveWay(child.pid, run.niceness ?? 0)

  let because: KillReason | null = null
  const kill = (reason: KillReason) => {
    because ??= reason
    killGroup(child.pid)
  }
  const printed: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
    if (bytes > run.mostBytes) kill('too_much')
    else printed.push(chunk)
  })
  let said = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (text: string) => {
    said = (said + text).slice(-saidLimit)
  })
  const onAbort = () => kill('aborted')
  const cancelDeadline = run.clock.after(run.deadlineMs, () => kill('deadline'))
  run.signal?.addEventListener('abort', onAbort, { once: true })
  if (run.signal?.aborted === true) onAbort()

  return new Promise<ProgramEnd>((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ kind: 'not_started', error })
    })
    child.once('close', (code, killedBy) => {
      const text = said.trim()
      if (because !== null || killedBy !== null)
        resolve({ kind: 'killed', because: because ?? 'others', said: text })
      else
        resolve({
          kind: 'exited',
          code: code ?? -1,
          printed: Buffer.concat(printed).toString('utf8'),
          said: text,
        })
    })
  }).finally(() => {
    cancelDeadline()
    run.signal?.removeEventListener('abort', onAbort)
  })
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

function giveWay(pid: number | undefined, niceness: number): void {
  if (pid === undefined || niceness === 0) return
  try {
    setPriority(pid, niceness)
  } catch {
    // It may be over already; standing behind is a courtesy.
  }
}
