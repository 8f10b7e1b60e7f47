import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Clock } from '../time/clock.js'

interface ProgramRun {
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
 * with all that it started, and at once: what it leaves behind is swept by whoever gave it the folder. Never throws and
 * never rejects: a machine out of memory or open files starts nothing for a while.
 */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  try {
    const child: ChildProcess = spawn(run.file, [...run.args], {
      detached: true,
      cwd: run.cwd,
      env: { ...run.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    return hasOutputs(child) ? follow(child, run) : failureOf(child)
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error('it could not be started', { cause })
    return Promise.resolve({ kind: 'not_started', error })
  }
}

type ReadableChild = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable }

/** Where files are short (EMFILE, ENFILE) Node makes no streams, whatever its types say. */
function hasOutputs(child: ChildProcess): child is ReadableChild {
  return Boolean(child.stdout) && Boolean(child.stderr)
}

/** Why a child that has no streams was not started: Node reports it in the next turn. */
function failureOf(child: ChildProcess): Promise<ProgramEnd> {
  return new Promise((resolve) => child.once('error', (error) => resolve({ kind: 'not_started', error })))
}

function follow(child: ReadableChild, run: ProgramRun): Promise<ProgramEnd> {
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
    // Heard for as long as it lives: an error that nobody hears would end this process.
    child.on('error', (error) => {
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
