import type { RecordedView } from '../recorded/recorded-view.js'
import type { Saying } from './surface.js'
import type { PlayerTexts } from './texts.js'

/** What the picture says without a camera. */
export const nothing = ({ labels }: PlayerTexts): Saying => ({
  tone: 'none',
  label: labels.noCamera,
  note: null,
  loud: null,
  canTry: false,
  file: null,
  heard: '',
  isWell: false,
  isOld: false,
  isBare: true,
  isHidden: false,
})

/** Where a clip comes from that may be saved, and whether there is a picture of it. */
export interface ClipBeside {
  readonly texts: PlayerTexts
  /** Absolute. */
  readonly address: string
  readonly hasPoster: boolean
}

/** What it says of a clip. One that the browser does not play is offered as a file, with its picture. */
export function clipSaying(
  { trouble, isThere }: Pick<RecordedView, 'trouble' | 'isThere'>,
  { texts, address, hasPoster }: ClipBeside,
): Saying {
  const { labels, sentences } = texts
  const clip = { ...nothing(texts), label: labels.recorded, isBare: false }
  if (trouble === null) return clip
  const bad = { ...clip, tone: 'warn', label: labels.cannotPlay, isBare: true } as const
  if (trouble === 'line') return { ...bad, loud: sentences.lineBroke, heard: sentences.lineBroke }
  const sentence =
    isThere === null ? sentences.noClip : isThere ? sentences.clipUnplayable : sentences.clipGone
  // A sentence may not lie across the only picture there is.
  const said = hasPoster ? { note: sentence } : { loud: sentence }
  return { ...bad, ...said, heard: sentence, file: isThere === false || !isFile(address) ? null : address }
}

/** Whether following an address can do no more than fetch something. */
const isFile = (address: string): boolean => /^(https?|blob):/.test(address)
