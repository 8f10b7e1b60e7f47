import { type ProcessEnd, type SupervisedProcess, startProcess } from '../child-process.js'
import type { Clock } from '../clock.js'
import { messageOf } from '../errors.js'
import { type FfmpegInput, type FfmpegJob, globalOptions, inputOptions } from './ffmpeg-job.js'
import type { Ffmpeg } from './find-ffmpeg.js'
import { createCommand, type SupervisedCommand } from './supervised-command.js'

/** How a job ended. `said` is what ffmpeg wrote to its standard error, without secrets, at most 16 KiB. */
export type FfmpegOutcome =
  | { readonly ok: true; readonly said: string; readonly tookMs: number }
  | {
      readonly ok: false
      readonly reason: string
      readonly said: string
      readonly tookMs: number
      /** True if ffmpeg itself gave up on its input; false if it could not run to its end. */
      readonly judged: boolean
    }

/** Runs jobs behind everything else on the machine, one at a time, in the order in which they came. */
export interface FfmpegRunner {
  readonly ffmpeg: Ffmpeg
  /** How many jobs are not over yet. */
  readonly waiting: number
  /**
   * Never rejects. A job whose `signal` aborts while it waits is not started.
   * @param job one that depends on when its turn comes is made then
   */
  run(job: FfmpegJob | (() => FfmpegJob), signal?: AbortSignal): Promise<FfmpegOutcome>
}

interface FfmpegRunnerOptions {
  readonly ffmpeg: Ffmpeg
  readonly clock: Clock
  /** Masks secrets in whatever ffmpeg says. */
  readonly redact: (text: string) => string
}

const niceness = 10

export function createFfmpegRunner(options: FfmpegRunnerOptions): FfmpegRunner {
  const { ffmpeg, clock, redact } = options
  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const runNow = async (
    given: FfmpegJob | (() => FfmpegJob),
    signal?: AbortSignal,
  ): Promise<FfmpegOutcome> => {
    const startedMs = clock.monotonic()
    const tookMs = () => Math.round(clock.monotonic() - startedMs)
    if (signal?.aborted) return unjudged('the agent is stopping', 0)
    try {
      const job = typeof given === 'function' ? given() : given
      const command = commandOf(job, (args) =>
        startProcess({ command: ffmpeg.path, args, clock, deadlineMs: job.deadlineMs, niceness, signal }),
      )
      const { end, said } = await command.run()
      const text = redact(said)
      const reason = problemOf(end, job)
      return reason === null
        ? { ok: true, said: text, tookMs: tookMs() }
        : { ok: false, reason, said: text, tookMs: tookMs(), judged: end.kind === 'exited' }
    } catch (error) {
      return unjudged(redact(messageOf(error)), tookMs())
    }
  }

  return {
    ffmpeg,
    get waiting() {
      return waiting
    },
    run(job, signal) {
      waiting += 1
      const outcome = tail
        .then(() => runNow(job, signal))
        .finally(() => {
          waiting -= 1
        })
      tail = outcome.catch(() => undefined)
      return outcome
    },
  }
}

function unjudged(reason: string, tookMs: number): FfmpegOutcome {
  return { ok: false, reason, said: '', tookMs, judged: false }
}

function commandOf(job: FfmpegJob, start: (args: readonly string[]) => SupervisedProcess): SupervisedCommand {
  const [first, ...others] = job.inputs
  if (first === undefined) throw new RangeError(`the ffmpeg job ${job.name} has no input`)
  const supervised = createCommand(sourceOf(first), start)
  const { command } = supervised
  command.inputOptions([...globalOptions, ...inputOptions(first)])
  for (const input of others) command.input(sourceOf(input)).inputOptions(inputOptions(input))
  command.output(job.outputPath === null ? '-' : `file:${job.outputPath}`)
  command.outputOptions([...job.outputOptions])
  return supervised
}

function sourceOf(input: FfmpegInput) {
  return input.kind === 'mp4' ? `file:${input.path}` : input.bytes
}

function problemOf(end: ProcessEnd, job: FfmpegJob): string | null {
  if (end.kind === 'not_started') return `ffmpeg could not be started: ${messageOf(end.error)}`
  if (end.kind === 'exited') return end.code === 0 ? null : `ffmpeg ended with code ${end.code}`
  if (end.because === 'deadline') return `ffmpeg was ended after ${job.deadlineMs / 1000} s`
  return end.because === 'aborted' ? 'the agent is stopping' : `ffmpeg was killed by ${end.signal}`
}
