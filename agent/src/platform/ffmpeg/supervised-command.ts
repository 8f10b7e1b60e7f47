import type { Readable } from 'node:stream'
import FfmpegCommand from 'fluent-ffmpeg'
import { type ProcessEnd, type SupervisedProcess, tailOf } from '../child-process.js'

/** What the library expects of the lines of a child, as it reads them. */
interface Lines {
  get(): string
  append(text: string): void
  callback(listener: (line: string) => void): void
  close(): void
}

type Started = (child: SupervisedProcess['child'], stdout: Lines, stderr: Lines) => void
type Ended = (error: Error | null, stdout: Lines, stderr: Lines) => void

/** How a command ended and what it said; the newest part of it if it said much. */
interface CommandOutcome {
  readonly end: ProcessEnd
  readonly said: string
}

const saidLimit = 16 * 1024

export interface SupervisedCommand {
  /** The library's builder of arguments. */
  readonly command: FfmpegCommand.FfmpegCommand
  /** Runs the command to its end, however it ends. @throws Error if the library did not start it. */
  run(): Promise<CommandOutcome>
}

/**
 * fluent-ffmpeg with the children in our hands: the library spawns without process group and deadline, and
 * starts two further children only to list codecs. It is archived and pinned, so the three methods that are
 * replaced here stay as they are.
 */
export function createCommand(
  input: string | Readable,
  start: (args: readonly string[]) => SupervisedProcess,
): SupervisedCommand {
  let outcome: CommandOutcome | null = null
  const command = Object.assign(FfmpegCommand(input), {
    _spawnFfmpeg(args: string[], _options: unknown, started: Started, ended: Ended) {
      const { child, ended: gone } = start(args)
      child.stdout.resume()
      const said = tailOf(child.stderr, saidLimit)
      started(child, noLines, noLines)
      const settle = (end: ProcessEnd) => {
        outcome = { end, said: said().trim() }
        ended(end.kind === 'exited' && end.code === 0 ? null : new Error('ffmpeg failed'), noLines, noLines)
      }
      gone.then(settle).catch((error: unknown) => command.emit('error', error))
    },
    _checkCapabilities: (done: () => void) => done(),
    // It marks experimental encoders, of which we use none.
    availableEncoders: (done: (error: null, encoders: object) => void) => done(null, {}),
  })
  return {
    command,
    run: () =>
      new Promise((resolve, reject) => {
        const settle = (error?: Error) => {
          if (outcome !== null) resolve(outcome)
          else reject(error ?? new Error('ffmpeg was not started'))
        }
        command.once('error', settle)
        command.once('end', () => settle())
        command.run()
      }),
  }
}

const noLines: Lines = {
  get: () => '',
  append: () => undefined,
  callback: () => undefined,
  close: () => undefined,
}
