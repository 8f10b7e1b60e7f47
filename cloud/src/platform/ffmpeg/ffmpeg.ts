import { realpath } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { Semaphore } from '../concurrency/semaphore.js'
import type { Clock } from '../time/clock.js'
import { type FfmpegSearch, type FfmpegSearchPaths, ffmpegEnv, findFfmpeg } from './find-ffmpeg.js'
import { type KillReason, type ProgramEnd, runProgram } from './run-program.js'
import { findSandbox, pathOfProgram, type Sandbox, sandboxed } from './sandbox.js'

/**
 * How a run of ffmpeg ended. `reason` is for people and names no file; `again`: it lies in the machine, which has no
 * memory or no file left to start a program, and later it may well work.
 */
export type FfmpegOutcome =
  | { readonly ok: true; readonly printed: string }
  | { readonly ok: false; readonly again: boolean; readonly reason: string; readonly said: string }

export interface FfmpegRun {
  /** Options of our own, and names of files in `cwd`: nothing that came from outside. */
  readonly args: readonly string[]
  readonly cwd: string
  /** Names of files in `cwd` that it reads and must not write. */
  readonly inputs: readonly string[]
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

/** Runs ffmpeg apart from the service as far as the system lets it, behind everything else on the machine, a few at a time. */
export class FfmpegPrograms {
  readonly #places: FfmpegSearchPaths
  readonly #clock: Clock
  readonly #turns = new Semaphore(mostAtOnce())
  #search: Promise<FfmpegSearch> | undefined
  #sandbox: { readonly found: Promise<Sandbox>; untilMs: number } | undefined

  constructor(places: FfmpegSearchPaths, clock: Clock) {
    this.#places = places
    this.#clock = clock
  }

  /** Whether there is one; `later`: not just now. One that was not found is searched for again at the next call. */
  async isThere(): Promise<'yes' | 'no' | 'later'> {
    const { found, again } = await this.#find()
    if (found !== null) return 'yes'
    return again ? 'later' : 'no'
  }

  /** Holds one of the few slots for a piece of work that runs ffmpeg once or several times. */
  inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#turns.run(work, signal)
  }

  /** @throws the signal's reason if it aborts */
  async run({ args, cwd, inputs, deadlineMs, signal }: FfmpegRun): Promise<FfmpegOutcome> {
    const { found: ffmpeg, again } = await this.#find()
    signal.throwIfAborted()
    if (ffmpeg === null) return { ok: false, again, reason: 'there is no ffmpeg', said: '' }
    const program = await pathOfProgram(ffmpeg.path, this.#places.programPath)
    const folder = await realpath(cwd)
    const { kind } = await this.#findSandbox(program, folder)
    signal.throwIfAborted()
    const processorSec = processorSecOf(deadlineMs)
    const end = await runProgram({
      ...sandboxed(kind, {
        program,
        args: [...limits(processorSec), ...args],
        folder,
        inputs,
        processorSec,
        niceness,
      }),
      cwd,
      clock: this.#clock,
      env: ffmpegEnv(this.#places),
      deadlineMs,
      mostBytes,
      signal,
    })
    signal.throwIfAborted()
    return outcomeOf(end)
  }

  /** The sandbox of programs: once `apart`, apart for good; else it is tried again, a while later. */
  async #findSandbox(program: string, folder: string): Promise<Sandbox> {
    const known = this.#sandbox
    if (known && this.#clock.monotonic() < known.untilMs) return known.found
    const surroundings = { clock: this.#clock, env: ffmpegEnv(this.#places) }
    const asked = { found: findSandbox(program, folder, surroundings), untilMs: Infinity }
    this.#sandbox = asked
    const sandbox = await asked.found
    if (sandbox.kind !== 'apart') asked.untilMs = this.#clock.monotonic() + retrySandboxMs
    return sandbox
  }

  async #find(): Promise<FfmpegSearch> {
    this.#search ??= findFfmpeg(this.#places, this.#clock)
    const search = await this.#search
    if (search.found === null) this.#search = undefined
    return search
  }
}

/** A system that forbids namespaces does so for good; one that is short of memory, processes or files, for a while. */
const retrySandboxMs = 10 * 60 * 1000

const niceness = 10
/** A list of the pictures of some hours. */
const mostBytes = 16 * 1024 * 1024

/** Half of the machine, so that requests are answered meanwhile. */
function mostAtOnce(): number {
  return Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))
}

/** One that outlives us ends by itself. */
const processorSecOf = (deadlineMs: number): number => Math.ceil(deadlineMs / 1000) * 2

/** `-timelimit` is seconds of processor time. */
function limits(processorSec: number): string[] {
  const largestBytes = 256 * 1024 * 1024
  return (
    `-hide_banner -nostdin -loglevel error -y -timelimit ${processorSec} -max_alloc ${largestBytes} ` +
    '-filter_threads 1 -filter_complex_threads 1'
  ).split(' ')
}

function outcomeOf(end: ProgramEnd): FfmpegOutcome {
  switch (end.kind) {
    case 'not_started':
      return { ok: false, again: true, reason: 'ffmpeg could not be started', said: end.error.message }
    case 'killed':
      return { ok: false, again: false, reason: killed[end.because], said: end.said }
    case 'exited':
      return end.code === 0
        ? { ok: true, printed: end.printed }
        : { ok: false, again: false, reason: 'ffmpeg could not read it', said: end.said }
  }
}

const killed: Readonly<Record<KillReason, string>> = {
  deadline: 'reading it took too long',
  too_much: 'it has too many pictures',
  aborted: 'it was stopped',
  others: 'ffmpeg was killed',
}
