import type { Decodable, LiveReason, StreamRole } from '@sightline/protocol'

/** What a viewer asks for, and what is known of the camera. */
export interface PictureWish {
  readonly stream: StreamRole
  readonly decodes: readonly Decodable[]
  /** Codecs of the streams; null where none was received yet. */
  readonly codecs: Readonly<Record<StreamRole, 'h264' | 'h265' | null>>
  /** What the camera or the transcoder did not give, by `nameOf`. */
  readonly refused: ReadonlySet<string>
}

export interface PictureChoice {
  readonly stream: StreamRole
  readonly rendition: 'source' | 'mpeg1'
  /** Why it is not what was asked for; null if it is. */
  readonly reason: LiveReason | null
}

/** Names what may be refused. */
export const nameOf = (stream: StreamRole, rendition: PictureChoice['rendition']): string =>
  `${stream}/${rendition}`

/**
 * Chooses what a browser at the site is sent: the stream that was asked for, the other one where it cannot decode that, else
 * MPEG-1 of the smaller. A stream of unknown codec is tried.
 * @returns null where nothing is left
 */
export function choosePicture(wish: PictureWish): PictureChoice | null {
  const other: StreamRole = wish.stream === 'main' ? 'sub' : 'main'
  const isThere = (stream: StreamRole) => !wish.refused.has(nameOf(stream, 'source'))
  const plays = (stream: StreamRole) => isThere(stream) && isPlayed(wish, stream)
  if (plays(wish.stream)) return { stream: wish.stream, rendition: 'source', reason: null }
  const reason = isThere(wish.stream) ? 'codec_not_decodable' : 'no_sub_stream'
  if (plays(other)) return { stream: other, rendition: 'source', reason }
  const smallest = (['sub', 'main'] as const).find(
    (stream) => isThere(stream) && !wish.refused.has(nameOf(stream, 'mpeg1')),
  )
  if (smallest === undefined || !wish.decodes.includes('mpeg1')) return null
  return { stream: smallest, rendition: 'mpeg1', reason: 'codec_not_decodable' }
}

function isPlayed({ codecs, decodes }: PictureWish, stream: StreamRole): boolean {
  const codec = codecs[stream]
  return codec === null || decodes.includes(codec)
}
