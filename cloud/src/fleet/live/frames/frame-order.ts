import { type LiveRendition, sequencesBetween } from '@sightline/protocol'
import type { TakenFrame } from './taken-frame.js'

/** What a media socket has carried so far, as far as the next frame depends on it. */
export interface FrameOrder {
  readonly rendition: LiveRendition
  /** A format came. */
  readonly hasFormat: boolean
  /** A keyframe came since the newest format. */
  readonly hasKeyframe: boolean
  /** Of the newest frame; 0 before the first. */
  readonly sequence: number
}

export const beforeFirstFrame = (rendition: LiveRendition): FrameOrder => ({
  rendition,
  hasFormat: false,
  hasKeyframe: false,
  sequence: 0,
})

/** The order behind a format. */
export const afterFormat = (order: FrameOrder): FrameOrder => ({
  ...order,
  hasFormat: true,
  hasKeyframe: false,
})

const kindsOf: Readonly<Record<LiveRendition, readonly TakenFrame['kind'][]>> = {
  source: ['video', 'audio'],
  mpeg1: ['mpeg1', 'audio'],
  jpeg: ['jpeg'],
}

/** The order behind a frame, or what is wrong with it (docs/protocol.md, 20). */
export function afterFrame(order: FrameOrder, frame: TakenFrame): FrameOrder | { readonly wrong: string } {
  if (!order.hasFormat) return { wrong: 'a format comes before the first frame' }
  if (sequencesBetween(order.sequence, frame.sequence) !== 1)
    return { wrong: `frame ${frame.sequence} does not follow ${order.sequence}` }
  if (!kindsOf[order.rendition].includes(frame.kind))
    return { wrong: `${frame.kind} was not asked for, but ${order.rendition}` }
  const begins = frame.isPicture && (!order.hasKeyframe || frame.discontinuity)
  if (begins && !frame.isKeyframe)
    return { wrong: 'the first picture of a format, and one behind a gap, is a keyframe' }
  return { ...order, hasKeyframe: order.hasKeyframe || frame.isPicture, sequence: frame.sequence }
}
