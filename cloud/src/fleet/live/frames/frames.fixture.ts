import { type MediaFrame, writeMediaFrame } from '@sightline/protocol'
import { type TakenFrame, takeFrame } from './taken-frame.js'

/** A frame as a media socket brings it. */
export function takenFrame(frame: Partial<MediaFrame> = {}, takenAtMs = 0): TakenFrame {
  const taken = takeFrame(
    Buffer.from(
      writeMediaFrame({
        kind: 'video',
        keyframe: false,
        discontinuity: false,
        catchUp: false,
        subscription: 0,
        sequence: 1,
        capturedMs: 1,
        dtsUs: 0,
        ctsUs: 0,
        data: Buffer.alloc(100),
        ...frame,
      }),
    ),
    takenAtMs,
  )
  if (!taken) throw new Error('this is no frame')
  return taken
}

export const keyframe = (frame: Partial<MediaFrame> = {}, takenAtMs = 0): TakenFrame =>
  takenFrame({ ...frame, keyframe: true }, takenAtMs)
