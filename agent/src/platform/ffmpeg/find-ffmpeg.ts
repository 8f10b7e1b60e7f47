import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { startProcess, tailOf } from '../child-process.js'
import type { Clock } from '../clock.js'
import { messageOf } from '../errors.js'

/** An ffmpeg that answered. */
export interface Ffmpeg {
  /** A path, or a bare name that the system finds. */
  readonly path: string
  /** As it names itself, such as `7.0.2-static` or `n6.1`. */
  readonly version: string
  readonly from: 'setting' | 'path' | 'package'
}

interface FfmpegSearch {
  readonly found: Ffmpeg | null
  /** What was tried before it and why that did not do; for the log and for a person looking for help. */
  readonly tried: readonly string[]
}

/** Starting a program takes 60 ms; a machine busy booting takes longer. */
const answerMs = 15_000

/**
 * Finds ffmpeg: the configured one, then the one on the PATH, then the one of the optional package.
 * An ffmpeg that does not answer `-version` is passed over.
 * @param setting the value of FFMPEG_PATH, or null.
 */
export async function findFfmpeg(setting: string | null, clock: Clock): Promise<FfmpegSearch> {
  const candidates: { path: string | null; from: Ffmpeg['from']; name: string }[] = [
    { path: setting, from: 'setting', name: 'FFMPEG_PATH' },
    { path: 'ffmpeg', from: 'path', name: 'PATH' },
    { path: await packagedFfmpeg(), from: 'package', name: 'package @ffmpeg-binary' },
  ]
  const tried: string[] = []
  for (const { path, from, name } of candidates) {
    if (path === null) {
      if (from === 'package') tried.push(`${name}: not installed`)
      continue
    }
    const first = await askVersion(path, clock)
    // Killed by somebody it has not answered for itself.
    const answer = first.version === null && first.isKilled ? await askVersion(path, clock) : first
    if (answer.version !== null) return { found: { path, version: answer.version, from }, tried }
    tried.push(`${name}: ${answer.problem}`)
  }
  return { found: null, tried }
}

/** The version in the first line that ffmpeg prints, or null if that is no ffmpeg. */
export function readVersion(text: string): string | null {
  return /^ffmpeg version (\S+)/.exec(text)?.[1] ?? null
}

type Answer =
  | { readonly version: string }
  | { readonly version: null; readonly problem: string; readonly isKilled: boolean }

async function askVersion(path: string, clock: Clock): Promise<Answer> {
  const { child, ended } = startProcess({ command: path, args: ['-version'], clock, deadlineMs: answerMs })
  let head = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text: string) => {
    if (head.length < 4096) head += text
  })
  const complaint = tailOf(child.stderr, 300)
  const end = await ended
  if (end.kind === 'not_started') return { version: null, problem: messageOf(end.error), isKilled: false }
  if (end.kind === 'killed') return { version: null, problem: `killed by ${end.signal}`, isKilled: true }
  const version = readVersion(head)
  if (end.code === 0 && version !== null) return { version }
  return {
    version: null,
    problem: `exit code ${end.code}, not an ffmpeg: ${complaint().trim()}`,
    isKilled: false,
  }
}

/** The package names its own module; the program lies beside it. */
const FfmpegPackage = z.object({ default: z.url({ protocol: /^file$/ }) })

async function packagedFfmpeg(): Promise<string | null> {
  // Held in a variable: which of the platforms' packages is there shows only at run time.
  const name = `@ffmpeg-binary/${process.platform}-${process.arch}`
  try {
    const { default: module } = FfmpegPackage.parse(await import(name))
    return join(dirname(fileURLToPath(module)), process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg')
  } catch {
    return null
  }
}
