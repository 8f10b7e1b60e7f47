import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { previewFramesAtMost } from '@sightline/protocol'
import { type ClipPicture, readClipPictures } from '../clip-pictures.js'
import { files, listOptions, previewOptions } from '../cut-options.js'
import type { CutWorkspace } from '../cut-pictures.js'
import { cutPlan } from '../cut-plan.js'
import { jpegSize } from '../jpeg-size.js'
import { spread } from '../stored-pictures.service.js'

/** The image of a preview. */
interface PreviewImage {
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
  /** Where in the clip each picture is, milliseconds from the first picture. */
  readonly offsetsMs: readonly number[]
}

/** `reason` follows "no preview could be made, for"; `again`: later it may well be. */
type CutPreview =
  | ({ readonly kind: 'cut' } & PreviewImage)
  | { readonly kind: 'failed'; readonly again: boolean; readonly reason: string; readonly said: string }

const listDeadlineMs = 20_000
const cutDeadlineMs = 20_000

/** Puts keyframes of the clip in the folder into one image. @throws the signal's reason */
export async function cutPreview({ ffmpeg, folder, signal }: CutWorkspace): Promise<CutPreview> {
  const run = (args: readonly string[], deadlineMs: number) =>
    ffmpeg.run({ args, cwd: folder, inputs: [files.clip], deadlineMs, signal })
  const listed = await run(listOptions, listDeadlineMs)
  if (!listed.ok) return { kind: 'failed', ...listed }
  const pictures = readClipPictures(listed.printed)
  const [pass] = cutPlan(pictures, chosenKeyframes(pictures))
  if (!pass) return { kind: 'failed', again: false, reason: 'it holds no picture', said: '' }
  const cut = await run(previewOptions(pass), cutDeadlineMs)
  if (!cut.ok) return { kind: 'failed', ...cut }
  const jpeg = await readFile(path.join(folder, files.preview)).catch(() => null)
  const size = jpeg && jpegSize(jpeg)
  const shown = readClipPictures(cut.printed)
  if (!jpeg || !size || shown.length === 0)
    return { kind: 'failed', again: false, reason: 'none of its pictures could be decoded', said: '' }
  const firstSec = pictures[0]?.at ?? 0
  const offsetsMs = shown.map(({ at }) => Math.max(0, Math.round((at - firstSec) * 1000)))
  return { kind: 'cut', jpeg, ...size, offsetsMs }
}

/** Up to so many keyframes, evenly over the clip, as indexes in `pictures`. */
export function chosenKeyframes(pictures: readonly ClipPicture[]): number[] {
  const keys = pictures.flatMap(({ isKey }, index) => (isKey ? [index] : []))
  return spread(keys, previewFramesAtMost)
}
