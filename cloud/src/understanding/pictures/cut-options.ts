import type { CutPass } from './cut-plan.js'

/** The long sides of pictures, pixels. */
export const longSide = { large: 1280, small: 320, preview: 192 } as const

/** Pictures beside each other in the image of a preview. */
export const previewColumns = 8

/** The largest pictures that are decoded: 20 megapixels, which every camera of today's keeps to. */
const mostPixels = 20_000_000

/**
 * Files of the folder only, and never a guess at the format: no content leads elsewhere. Of ffmpeg's hundreds of decoders
 * none is opened but those of what gateways record.
 */
const closed = words('-protocol_whitelist file -codec_whitelist h264,hevc,mjpeg')
const decoding = (threads: number) => words(`-threads ${threads} -max_pixels ${mostPixels}`)

/** The names of files in the folder of a piece of work: nothing else of an event stands on a command line. */
export const files = {
  clip: 'clip.mp4',
  snapshot: 'snapshot.jpg',
  /** `%d`: the moment of a picture in thousandths of a second, as the file counts. */
  large: 'large%d.jpg',
  small: 'small%d.jpg',
  preview: 'preview.jpg',
} as const

/** Lists the pictures of the clip without decoding one. */
export const listOptions: readonly string[] = [
  ...closed,
  ...words(`-copyts -f mov -i file:${files.clip} -map 0:v:0 -c copy -f framecrc -`),
]

/** Cuts the pictures of a pass in both sizes. */
export function cutOptions(pass: CutPass): string[] {
  return [...reading(pass), ...inBothSizes(selecting(pass), pass.moments.length)]
}

/** Puts the pictures of a pass into one image, small, row by row, and lists on the way which they are. */
export function previewOptions(pass: CutPass): string[] {
  const count = pass.moments.length
  const columns = Math.min(count, previewColumns)
  const tiles = `tile=${columns}x${Math.ceil(count / columns)}`
  const size = `${within(longSide.preview)},scale=trunc(iw/2)*2:trunc(ih/2)*2`
  const graph = `[0:v:0]${selecting(pass)}${size},split[t][l];[t]${tiles}[image]`
  return [
    ...reading(pass),
    '-filter_complex',
    graph,
    '-map',
    '[image]',
    ...words(
      `-frames:v 1 -fps_mode passthrough -c:v mjpeg -pix_fmt yuvj420p -q:v 5 -strict unofficial -f image2 -update 1`,
    ),
    `file:${files.preview}`,
    ...words(`-map [l] -fps_mode passthrough -c:v rawvideo -f framecrc -`),
  ]
}

/** From where and how the clip is read. */
function reading({ keysOnly, fromSec, moments: [first] }: CutPass): string[] {
  // A little behind the keyframe, for the seek goes to the one before.
  const fromHere = fromSec + Math.min(first?.aroundSec ?? 0, 0.001)
  return [
    ...closed,
    ...words(`-copyts -seek_timestamp 1 -noaccurate_seek -ss ${sec(fromHere)}`),
    // A second one helps where many pictures follow each other, and costs memory.
    ...decoding(keysOnly ? 1 : 2),
    ...(keysOnly ? words('-discard nokey -skip_frame nokey') : []),
    ...words(`-f mov -i file:${files.clip}`),
  ]
}

/** The filter that lets the pictures of a pass through. */
function selecting({ moments }: CutPass): string {
  const wanted = moments.map(
    ({ at, aroundSec }) => `between(t\\,${sec(at - aroundSec)}\\,${sec(at + aroundSec)})`,
  )
  return `select='${wanted.join('+')}',`
}

/** Makes both sizes of the stored snapshot. */
export const snapshotOptions: readonly string[] = [
  ...closed,
  ...decoding(1),
  ...words(`-f mjpeg -i file:${files.snapshot}`),
  ...inBothSizes('', 1),
]

function inBothSizes(select: string, count: number): string[] {
  const graph = `[0:v:0]${select}${within(longSide.large)},split[l][m];[m]${within(longSide.small)}[s]`
  const large = ['-map', '[l]', ...jpegFiles(count), `file:${files.large}`]
  const small = ['-map', '[s]', ...jpegFiles(count), `file:${files.small}`]
  return ['-filter_complex', graph, ...large, ...small]
}

/** Never larger than it is, in its own proportions and with square pixels. */
function within(pixels: number): string {
  const side = (own: string) => `min(${pixels}\\,${own})`
  return `scale=w='${side('iw')}':h='${side('ih')}':force_original_aspect_ratio=decrease:flags=bilinear,setsar=1`
}

/** JPEG files that are named after their moment; the run ends with the last of them. */
function jpegFiles(count: number): string[] {
  return words(
    `-frames:v ${count} -fps_mode passthrough -enc_time_base 1:1000 -threads 1 -c:v mjpeg -pix_fmt yuvj420p ` +
      '-q:v 4 -strict unofficial -f image2 -frame_pts 1',
  )
}

function words(text: string): string[] {
  return text.split(' ')
}

const sec = (seconds: number): string => seconds.toFixed(6)
