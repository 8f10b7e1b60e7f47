import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Config } from '../../platform/config.js'
import { type Ffmpeg, ffmpegEnv, findFfmpeg } from '../../platform/ffmpeg/find-ffmpeg.js'
import { findSandbox, pathOfProgram, type Sandbox } from '../../platform/ffmpeg/sandbox.js'
import type { Clock } from '../../platform/time/clock.js'
import { type Check, ok, runCheck, warn } from './check.js'

const todo = 'install ffmpeg, or set FFMPEG_PATH: without one only stored snapshots are looked at, not clips'

/** Which ffmpeg cuts the pictures of clips. One that is set and does not answer is passed over, and said. */
export function checkFfmpeg({ ffmpeg }: Pick<Config, 'ffmpeg'>, clock: Clock): Promise<Check> {
  const name = 'ffmpeg'
  return runCheck(name, todo, async () => {
    const { found, tried } = await findFfmpeg(ffmpeg, clock)
    if (!found) return warn(name, `none (${tried.join('; ')})`, todo)
    const says = `${found.version} ${origins[found.from]}`
    const passedOver = tried.find((one) => one.startsWith('FFMPEG_PATH'))
    if (passedOver !== undefined)
      return warn(name, `${says}; ${passedOver}`, 'correct FFMPEG_PATH, or unset it')
    const { kind, why } = await sandboxOf(found, ffmpeg, clock)
    if (kind === 'apart')
      return ok(name, `${says}, runs apart: no network, no file and no process but its own`)
    const rights = `it runs with the rights of the service${kind === 'bounded' ? ', bounded in memory and time' : ''}`
    return warn(
      name,
      `${says}; ${rights}, for it cannot be kept apart (${why ?? 'not known why'})`,
      forbidden,
    )
  })
}

const forbidden =
  'let the service make namespaces: install util-linux (unshare, setpriv), allow unprivileged user namespaces, and of a ' +
  'container loosen its seccomp profile for unshare and mount'

/** As it is found when a clip is cut, with a folder for the time of the check. */
async function sandboxOf(found: Ffmpeg, places: Config['ffmpeg'], clock: Clock): Promise<Sandbox> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'sightline-doctor-')))
  try {
    const program = await pathOfProgram(found.path, places.programPath)
    return await findSandbox(program, folder, { clock, env: ffmpegEnv(places) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const origins: Readonly<Record<Ffmpeg['from'], string>> = {
  setting: 'of FFMPEG_PATH',
  path: 'on the PATH',
  package: 'of the package @ffmpeg-binary',
}
