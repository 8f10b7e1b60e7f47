import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { errorCode } from '../error-code.js'
import type { Clock } from '../time/clock.js'
import { runProgram } from './run-program.js'

/** An ffmpeg that answered. */
export interface Ffmpeg {
  /** A path, or a bare name that the system finds. */
  readonly path: string
  /** As it names itself, such as `7.0.2-static` or `n6.1`. */
  readonly version: string
  readonly from: 'setting' | 'path' | 'package'
}

export interface FfmpegSearch {
  readonly found: Ffmpeg | null
  /** None was found, but one may be there: it did not answer in time, or the machine starts no program just now. */
  readonly again: boolean
  /** What was tried before it and why that did not do; for people. */
  readonly tried: readonly string[]
}

/** Where ffmpeg is searched for. */
export interface FfmpegSearchPaths {
  /** The value of FFMPEG_PATH; null: none. */
  readonly ffmpegPath: string | null
  /** The value of PATH; null: none. */
  readonly programPath: string | null
}

/** A busy machine starts a program slowly. */
const answerMs = 15_000

/**
 * Finds ffmpeg: the configured one, then the one on the PATH, then the one of the optional package. One that does
 * not answer is passed over.
 */
export async function findFfmpeg(places: FfmpegSearchPaths, clock: Clock): Promise<FfmpegSearch> {
  const candidates: { file: string | null; from: Ffmpeg['from']; name: string }[] = [
    { file: places.ffmpegPath, from: 'setting', name: 'FFMPEG_PATH' },
    { file: 'ffmpeg', from: 'path', name: 'PATH' },
    { file: await packagedFfmpeg(), from: 'package', name: 'package @ffmpeg-binary' },
  ]
  const tried: string[] = []
  let again = false
  for (const { file, from, name } of candidates) {
    if (file === null) {
      if (from === 'package') tried.push(`${name}: not installed`)
      continue
    }
    const answer = await askVersion(file, places, clock)
    if (answer.version !== null)
      return { found: { path: file, version: answer.version, from }, again: false, tried }
    again ||= answer.again
    tried.push(`${name}: ${answer.problem}`)
  }
  return { found: null, again, tried }
}

/** What ffmpeg finds of our surroundings: where its libraries and programs are, and no setting. */
export function ffmpegEnv({ programPath }: FfmpegSearchPaths): Record<string, string> {
  return { LC_ALL: 'C', ...(programPath !== null && { PATH: programPath }) }
}

type Answer =
  | { readonly version: string }
  | { readonly version: null; readonly again: boolean; readonly problem: string }

async function askVersion(file: string, places: FfmpegSearchPaths, clock: Clock): Promise<Answer> {
  const end = await runProgram({
    file,
    args: ['-version'],
    clock,
    env: ffmpegEnv(places),
    deadlineMs: answerMs,
    mostBytes: 64 * 1024,
  })
  if (end.kind === 'not_started')
    return { version: null, again: !isForGood(end.error), problem: end.error.message }
  if (end.kind === 'killed') return { version: null, again: true, problem: `did not answer (${end.because})` }
  const version = /^ffmpeg version (\S+)/.exec(end.printed)?.[1] ?? null
  if (end.code === 0 && version !== null) return { version }
  return {
    version: null,
    again: false,
    problem: `exit code ${end.code}, not an ffmpeg: ${end.said.slice(-300)}`,
  }
}

/** What the system says of a file that is not there, or is no program for us (execve); all else passes. */
const forGood = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENOEXEC', 'ELOOP', 'ENAMETOOLONG'])

const isForGood = (error: Error): boolean => forGood.has(errorCode(error) ?? '')

/** The package names its own module; the program lies beside it. */
const FfmpegPackage = z.object({ default: z.url({ protocol: /^file$/ }) })

async function packagedFfmpeg(): Promise<string | null> {
  // Held in a variable: which of the platforms' packages is there shows only at run time.
  const name = `@ffmpeg-binary/${process.platform}-${process.arch}`
  try {
    const { default: module } = FfmpegPackage.parse(await import(name))
    return path.join(
      path.dirname(fileURLToPath(module)),
      process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg',
    )
  } catch {
    return null
  }
}
