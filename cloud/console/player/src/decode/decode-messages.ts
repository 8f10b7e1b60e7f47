import type { Format, MediaFrame } from '@sightline/client/live'
import type { Snapshot } from './snapshot.js'

/** A media frame on its way to be shown. */
export interface StagedFrame {
  readonly frame: MediaFrame
  readonly generation: number
}

/** A picture that was drawn. */
export interface Drawn {
  /** Presentation time, microseconds, by the time of the stream. */
  readonly ptsUs: number
  /** When the camera saw it, ms since the epoch, by the gateway's clock. */
  readonly capturedMs: number
  /** It lies in the past. */
  readonly catchUp: boolean
  readonly width: number
  readonly height: number
}

/** A picture that a worker draws from now on. */
export interface NewPicture {
  readonly canvas: OffscreenCanvas
  /** Where the decoder of MPEG-1 is loaded from. */
  readonly mpeg1: string
  /** Over which it is told what to draw (`ToDecoder`), and tells what it drew (`FromDecoder`). */
  readonly port: MessagePort
}

/** What the page tells the decoder of a picture. */
export type ToDecoder =
  | { readonly kind: 'format'; readonly format: Format }
  | ({ readonly kind: 'frame' } & StagedFrame)
  | { readonly kind: 'snapshot'; readonly id: number }
  | { readonly kind: 'close' }

/** What the decoder tells the page. */
export type FromDecoder =
  /** What is drawn from now on is of the format that was told last. */
  | { readonly kind: 'began' }
  | { readonly kind: 'done'; readonly sequence: number; readonly generation: number }
  | ({ readonly kind: 'drawn' } & Drawn)
  /** Nothing more comes until the next `format`. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'snapshot'; readonly id: number; readonly taken: Snapshot | null }
