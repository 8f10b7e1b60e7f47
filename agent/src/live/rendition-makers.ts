import type { LiveRendition } from '@sightline/protocol'
import type { Clock } from '../platform/clock.js'
import type { StartTranscoder } from '../platform/ffmpeg/mpeg1-transcoder.js'
import type { Logger } from '../platform/logger.js'
import type { LiveWish } from './frame-choice.js'
import { JpegRendition, type TakePicture } from './jpeg-rendition.js'
import { Mpeg1Rendition, type Transcode } from './mpeg1-rendition.js'
import type { MediaSink, Rendition } from './renditions.js'
import { SourceRendition } from './source-rendition.js'
import { TranscodedPicture } from './transcoded-picture.js'

/** What renditions are made with; null where there is no ffmpeg. */
export interface RenditionTools {
  readonly makers: { readonly takePicture: TakePicture; readonly startTranscoder: StartTranscoder } | null
  readonly clock: Clock
  readonly log: Logger
}

/** Makes a rendition for one media socket. */
export type MakeRendition = (wish: LiveWish, sink: MediaSink) => Rendition

/** How a rendition is made here; null where it is not. */
export function makerOf(rendition: LiveRendition, tools: RenditionTools): MakeRendition | null {
  const { makers, clock, log } = tools
  if (rendition === 'source') return (wish, sink) => new SourceRendition(wish, sink)
  if (makers === null) return null
  switch (rendition) {
    case 'jpeg':
      return (_wish, sink) => new JpegRendition({ take: makers.takePicture, clock }, sink)
    case 'mpeg1': {
      const transcode: Transcode = (source, lost) =>
        new TranscodedPicture({ source, start: makers.startTranscoder, clock, log, lost })
      return (wish, sink) => new Mpeg1Rendition(wish, { transcode, clock, log }, sink)
    }
  }
}
