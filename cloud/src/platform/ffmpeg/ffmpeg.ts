import { availableParallelism } from 'node:os'
import type { Clock } from '../clock.js'
import { type Ffmpeg, type FfmpegPlaces, ffmpegEnv, findFfmpeg } from './find-ffmpeg.js'
import { PlacesOfWork } from './places-of-work.js'
import { type KillReason, type ProgramEnd, runProgram } from './run-program.js'

/** How a run of ffmpeg ended. `reason` is for people and names no file. */
export type FfmpegOutcome =
  | { readonly ok: true; readonly printed: string }
  | { readonly ok: false; readonly reason: string; readonly said: string }

export interface FfmpegRun {
  /** Options of our own, and names of files in `cwd`: nothing that came from outside. */
  readonly args: readonly string[]
  readonly cwd: string
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

/** Runs ffmpeg behind everything else on the machine, a few at a time. */
export class FfmpegPrograms {
  readonly #places: FfmpegPlaces
  readonly #clock: Clock
  readonly #turns = new PlacesOfWork(mostAtOnce())
  #found: Promise<Ffmpeg | null> | undefined

  constructor(places: FfmpegPlaces, clock: Clock) {
    this.#places = places
    this.#clock = clock
  }

  /** Whether there is one. One that was not found is looked for again with the next question. */
  async isThere(): Promise<boolean> {
    return (await this.#find()) !== null
  }

  /** Holds one of the few places for a piece of work that runs ffmpeg once or several times. */
  inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#turns.inPlace(work, signal)
  }

  /** @throws the signal's reason if it aborts */
  async run({ args, cwd, deadlineMs, signal }: FfmpegRun): Promise<FfmpegOutcome> {
    const ffmpeg = await this.#find()
    signal.throwIfAborted()
    if (ffmpeg === null) return { ok: false, reason: 'there is no ffmpeg', said: '' }
    const end = await runProgram({
      file: ffmpeg.path,
      args: [...limits(deadlineMs), ...args],
      cwd,
      clock: this.#clock,
      env: ffmpegEnv(this.#places),
      deadlineMs,
      mostBytes,
      niceness,
      signal,
    })
    signal.throwIfAborted()
    return outcomeOf(end)
  }

  async #find(): Promise<Ffmpeg | null> {
    this.#found ??= findFfmpeg(this.#places, this.#clock).then(({ found }) => found)
    const found = await this.#found
    if (found === null) this.#found = undefined
    return found
  }
}

const niceness = 10
/** A list of the pictures of some hours. */
const mostBytes = 16 * 1024 * 1024

/** Half of the machine, so that requests are answered meanwhile. */
function mostAtOnce(): number {
  return Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))
}

/** One that outlives us ends by itself: `-timelimit` is seconds of processor time. */
function limits(deadlineMs: number): string[] {
  const processorSec = Math.ceil(deadlineMs / 1000) * 2
  const largestBytes = 256 * 1024 * 1024
  return (
    `-hide_banner -nostdin -loglevel error -y -timelimit ${processorSec} -max_alloc ${largestBytes} ` +
    '-filter_threads 1 -filter_complex_threads 1'
  ).split(' ')
}

function outcomeOf(end: ProgramEnd): FfmpegOutcome {
  switch (end.kind) {
    case 'not_started':
      return { ok: false, reason: 'ffmpeg could not be started', said: end.error.message }
    case 'killed':
      return { ok: false, reason: killed[end.because], said: end.said }
    case 'exited':
      return end.code === 0
        ? { ok: true, printed: end.printed }
        : { ok: false, reason: 'ffmpeg could not read it', said: end.said }
  }
}

const killed: Readonly<Record<KillReason, string>> = {
  deadline: 'reading it took too long',
  too_much: 'it has too many pictures',
  aborted: 'it was stopped',
  others: 'ffmpeg was killed',
}
