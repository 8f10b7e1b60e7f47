/** One picture of a clip as its file lists it. */
export interface ClipPicture {
  /** As the file counts, seconds. */
  readonly at: number
  readonly isKey: boolean
  /** As encoded. */
  readonly bytes: number
}

/**
 * The pictures of a clip in their order in time, out of what ffmpeg's `framecrc` prints: a line
 * `stream, dts, pts, duration, size, checksum[, F=flags]` for each, after a head that says the time base. Flags stand
 * there where they are other than a keyframe's.
 */
export function readClipPictures(printed: string): ClipPicture[] {
  const base = /^#tb 0: (\d{1,9})\/(\d{1,9})$/m.exec(printed)
  const unit = Number(base?.[1]) / Number(base?.[2])
  if (!(unit > 0)) return []
  const pictures: ClipPicture[] = []
  for (const [, pts, bytes, flags] of printed.matchAll(line)) {
    const isKey = flags === undefined || (Number.parseInt(flags, 16) & 1) === 1
    pictures.push({ at: Number(pts) * unit, isKey, bytes: Number(bytes) })
  }
  pictures.sort((one, other) => one.at - other.at)
  return pictures.filter(({ at }, index) => at !== pictures[index - 1]?.at)
}

const line = /^0, *-?\d+, *(-?\d+), *\d+, *(\d+), *0x[0-9a-f]+(?:, *F=0x([0-9A-Fa-f]+))?/gm
