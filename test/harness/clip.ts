import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type DecodedMarks, type FakeCamera, framesMissing, readFrameMarks } from '../fakes/camera/index.js'

/** The top-level boxes of an MP4, in order (ISO 14496-12, section 4.2). */
export function boxesOf(mp4: Buffer): string[] {
  const boxes: string[] = []
  for (let at = 0; at + 8 <= mp4.length; ) {
    const size = mp4.readUInt32BE(at)
    boxes.push(mp4.toString('latin1', at + 4, at + 8))
    at += size === 1 ? Number(mp4.readBigUInt64BE(at + 8)) : size || mp4.length
  }
  return boxes
}

/** What the pixels of a clip say about it. */
export interface SeenClip {
  /** Everything that the decoder complained about; empty for a clean clip. */
  readonly warnings: string
  readonly frames: number
  /** Frames that the camera sent between the first and the last of the clip, and that it has not. */
  readonly missing: number
  /** When the camera sent the first and the last frame of the clip, ms since the epoch. */
  readonly firstSentAtMs: number
  readonly lastSentAtMs: number
}

/** Decodes every frame of a clip and holds it against what the camera sent. */
export async function lookAtClip(mp4: Buffer, camera: FakeCamera): Promise<SeenClip> {
  const { marks, warnings } = await decodeMarks(mp4)
  const whole = marks.filter((mark) => mark !== null)
  if (whole.length !== marks.length) throw new Error('frames of the clip cannot be read')
  const sentAt = sendTimes(
    camera,
    whole.map((mark) => mark.counter),
  )
  return {
    warnings,
    frames: whole.length,
    missing: framesMissing(whole, camera.picture.loopFrames).reduce((sum, gap) => sum + gap, 0),
    firstSentAtMs: sentAt[0] ?? Number.NaN,
    lastSentAtMs: sentAt.at(-1) ?? Number.NaN,
  }
}

/** Decodes every frame of a clip, and reads what it shows where that can be read. */
export async function decodeMarks(mp4: Buffer): Promise<DecodedMarks> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slclip-'))
  try {
    const file = path.join(folder, 'clip.mp4')
    await writeFile(file, mp4)
    return await readFrameMarks(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** When the frames with these counters were sent: the newest run of the main stream that ends in the last. */
function sendTimes(camera: FakeCamera, counters: readonly number[]): number[] {
  const sent = camera.counters.frames.filter((frame) => frame.stream === 'main')
  const times: number[] = []
  let at = sent.length - 1
  for (const counter of counters.toReversed()) {
    while (at >= 0 && sent[at]?.counter !== counter) at -= 1
    times.unshift(sent[at]?.sentAtMs ?? Number.NaN)
    at -= 1
  }
  return times
}
