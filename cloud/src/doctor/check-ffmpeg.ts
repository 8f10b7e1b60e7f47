import type { Clock } from '../platform/clock.js'
import type { Config } from '../platform/config.js'
import { type Ffmpeg, findFfmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import { type Check, look, ok, warn } from './check.js'

const todo = 'install ffmpeg, or set FFMPEG_PATH: without one only stored snapshots are looked at, not clips'

/** Which ffmpeg cuts the pictures of clips. One that is set and does not answer is passed over, and said. */
export function checkFfmpeg({ ffmpeg }: Pick<Config, 'ffmpeg'>, clock: Clock): Promise<Check> {
  const name = 'ffmpeg'
  return look(name, todo, async () => {
    const { found, tried } = await findFfmpeg(ffmpeg, clock)
    if (!found) return warn(name, `none (${tried.join('; ')})`, todo)
    const says = `${found.version} ${origins[found.from]}`
    const passedOver = tried.find((one) => one.startsWith('FFMPEG_PATH'))
    return passedOver === undefined
      ? ok(name, says)
      : warn(name, `${says}; ${passedOver}`, 'correct FFMPEG_PATH, or unset it')
  })
}

const origins: Readonly<Record<Ffmpeg['from'], string>> = {
  setting: 'of FFMPEG_PATH',
  path: 'on the PATH',
  package: 'of the package @ffmpeg-binary',
}
