import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { Readable, Writable } from 'node:stream'
import { kept } from './background.js'
import type { Clock } from './clock.js'
import { asError } from './errors.js'

interface ProcessOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly clock: Clock
  /** After this many ms the process and all it started are asked to end (SIGTERM). */
  readonly deadlineMs: number
  /** This many ms later they are ended (SIGKILL): some children ignore the first signal. */
  readonly graceMs?: number
  /** 0 to 19; higher means behind everything else on the machine. */
  readonly niceness?: number
  /** Ends the process as the deadline does. */
  readonly signal?: AbortSignal | undefined
}

/** How a process ended. */
export type ProcessEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string; readonly because: KillReason | null }
  | { readonly kind: 'not_started'; readonly error: Error }

/** Why we ended it; null if somebody else did. */
type KillReason = 'deadline' | 'aborted'

/** What a process is spoken to by. Of one that could not be started: an input that takes everything, and empty outputs. */
type ChildStreams = Pick<ChildProcessWithoutNullStreams, 'stdin' | 'stdout' | 'stderr'> & {
  readonly pid?: number | undefined
  kill(): boolean
}

export interface SupervisedProcess {
  readonly child: ChildStreams
  /** Resolves, and never rejects, once the process is gone and its output was read. */
  readonly ended: Promise<ProcessEnd>
}

/** Output of a process that is gone is waited for this long: a grandchild may hold the pipe. */
const outputGraceMs = 1000

/**
 * Starts a child in a process group of its own, never through a shell, which cannot outlive its deadline.
 * The caller must read `stdout` and `stderr`. Never throws: a machine out of memory or open files starts nothing for a
 * while, and `ended` says so.
 */
export function startProcess(options: ProcessOptions): SupervisedProcess {
  const { command, args } = options
  try {
    const child = spawn(command, [...args], { detached: true, stdio: 'pipe', windowsHide: true })
    return hasStreams(child) ? supervise(child, options) : notStarted(failureOf(child))
  } catch (error) {
    return notStarted(Promise.resolve(asError(error)))
  }
}

/** Where files are short (EMFILE, ENFILE) Node makes no streams, whatever its types say. */
function hasStreams(child: Partial<ChildStreams>): boolean {
  return child.stdin !== undefined && child.stdout !== undefined && child.stderr !== undefined
}

/** Why a child that has no streams was not started: Node reports it in the next turn. */
function failureOf(child: ChildProcessWithoutNullStreams): Promise<Error> {
  return new Promise((resolve) => child.once('error', resolve))
}

function notStarted(failure: Promise<Error>): SupervisedProcess {
  const stdin = new Writable({ write: (_chunk, _encoding, done) => done() })
  const child = { stdin, stdout: Readable.from([]), stderr: Readable.from([]), kill: () => false }
  return { child, ended: kept(failure.then((error) => ({ kind: 'not_started' as const, error }))) }
}

function supervise(child: ChildProcessWithoutNullStreams, options: ProcessOptions): SupervisedProcess {
  const { clock, signal } = options
  // Writing to a child that is gone is no news: its end is reported below.
  child.stdin.on('error', () => undefined)
  lowerPriority(child.pid, options.niceness ?? 0)

  let because: KillReason | null = null
  const cancels: (() => void)[] = []
  const stop = (reason: KillReason) => {
    if (because !== null) return
    because = reason
    killGroup(child.pid, 'SIGTERM')
    cancels.push(clock.after(options.graceMs ?? 2000, () => killGroup(child.pid, 'SIGKILL')))
  }
  const onAbort = () => stop('aborted')

  const ended = new Promise<ProcessEnd>((resolve) => {
    // Heard for as long as it lives: an error that nobody hears would end this process.
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ kind: 'not_started', error })
    })
    child.once('exit', () => {
      // What it started would be an orphan without a deadline.
      if (because !== null) killGroup(child.pid, 'SIGKILL')
      cancels.push(clock.after(outputGraceMs, () => closeOutput(child)))
    })
    child.once('close', (code, killedBy) => {
      resolve(
        killedBy === null
          ? { kind: 'exited', code: code ?? -1 }
          : { kind: 'killed', signal: killedBy, because },
      )
    })
  }).finally(() => {
    for (const cancel of cancels) cancel()
    signal?.removeEventListener('abort', onAbort)
  })

  cancels.push(clock.after(options.deadlineMs, () => stop('deadline')))
  if (signal?.aborted) stop('aborted')
  else signal?.addEventListener('abort', onAbort, { once: true })
  return { child, ended }
}

/** Keeps the newest `limit` characters of a stream of text. */
export function tailOf(stream: NodeJS.ReadableStream, limit: number): () => string {
  let tail = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    tail = (tail + text).slice(-limit)
  })
  return () => tail
}

function killGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Gone already.
  }
}

function lowerPriority(pid: number | undefined, niceness: number): void {
  if (pid === undefined || niceness === 0) return
  try {
    setPriority(pid, niceness)
  } catch {
    // It may be over already; priority is a courtesy.
  }
}

function closeOutput(child: ChildProcessWithoutNullStreams): void {
  child.stdout.destroy()
  child.stderr.destroy()
}
