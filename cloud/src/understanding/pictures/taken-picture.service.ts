/** How many pictures of an event are analysed. */
export type PictureMode = 'snapshot_only' | 'multi_frame' | 'full_video'

/** A JPEG and its real size, pixels. */
export interface JpegPicture {
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
}

/** A picture of an event that is stored and may be handed out by a link. */
export interface TakenPicture {
  /** For `MediaLinks`: a medium of kind `frame`, or the event's snapshot. */
  readonly mediaId: string
  /** Seconds from the beginning of the clip; null if that is not known. */
  readonly offsetSec: number | null
  readonly takenAt: Date
  /** At most 1280 pixels on the long side, wherever there is an ffmpeg to make it so. */
  readonly large: JpegPicture
  /** The same at most 320 pixels on the long side; the large one where nothing can make it smaller. */
  small(): Promise<JpegPicture>
}

export interface PictureRequest {
  readonly orgId: string
  readonly eventId: string
  /** Whose pictures they are: what an earlier attempt of the same run stored is given up. */
  readonly runId: string
  readonly mode: PictureMode
  /** A trouble of the machine that passes is answered `later`, rather than with the pictures there are without it. */
  readonly mayWait: boolean
}

export type PicturesTaken =
  /** In their order in time, never two of one instant. `note`: why there are fewer than the mode asks for, if so. */
  | { readonly kind: 'taken'; readonly pictures: readonly TakenPicture[]; readonly note: string | null }
  /** There is no picture. `reason`: a sentence for people. */
  | { readonly kind: 'none'; readonly reason: string }
  /** The clip can be read later. `reason`: a sentence for people. */
  | { readonly kind: 'later'; readonly reason: string }
