import type { Verdict } from '../../api/adding-cameras.js'

type Stream = Verdict['streams'][number]

/** As people write it: H.264. */
const codecName = (codec: string): string => codec.toUpperCase().replace(/^H(?=\d)/, 'H.')

/** Size, codec and rate of a stream: 1920 × 1080 · H.264 · 25 fps. */
export const streamWords = ({ resolution, codec, fps }: Stream): string =>
  [
    resolution.replace('x', ' × '),
    codecName(codec),
    ...(fps === null ? [] : [`${Math.round(fps)}\u00a0fps`]),
  ].join(' · ')
