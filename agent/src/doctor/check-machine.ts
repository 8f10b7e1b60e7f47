import type { Clock } from '../platform/clock.js'
import { findFfmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import type { MemoryFigures } from '../platform/memory.js'
import { type CheckResult, fail, ok, warn } from './check.js'

const mib = 1024 ** 2

/** The oldest Node that is supported, as the package says. */
const oldestNode = [20, 19] as const

/** @param version as `process.versions.node` */
export function checkNode(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
  return isOld
    ? fail(`Node ${version} is too old`, `install Node ${oldestNode.join('.')} or later`)
    : ok(`Node ${version}`)
}

const enough = { warnBelow: 256 * mib, failBelow: 96 * mib }

export function checkMemory({ totalBytes, freeBytes }: MemoryFigures): CheckResult {
  const says = `${Math.round(freeBytes / mib)} of ${Math.round(totalBytes / mib)} MiB free; a quarter of all may hold pre-roll`
  const todo = 'end other programs on this machine, or give it more memory'
  if (freeBytes < enough.failBelow) return fail(says, todo)
  return freeBytes < enough.warnBelow ? warn(says, todo) : ok(says)
}

export async function checkFfmpeg(setting: string | null, clock: Clock): Promise<CheckResult> {
  const { found, tried } = await findFfmpeg(setting, clock)
  const todo =
    'install it (apt install ffmpeg), or set FFMPEG_PATH: without it clips have no snapshot and movement is not seen'
  if (!found) return fail(`not found (${tried.join('; ')})`, todo)
  const says = `${found.version}, ${found.path}`
  if (setting !== null && found.from !== 'setting')
    return warn(`${says}; FFMPEG_PATH (${setting}) does not work`, 'correct FFMPEG_PATH, or unset it')
  return ok(says)
}
