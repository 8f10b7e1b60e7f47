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
  heard: '',
  isWell: false,
  isOld: false,
  isBare: true,
  isHidden: false,
})

/** What it says of a clip. */
export function clipSaying({ trouble }: RecordedView, texts: PlayerTexts): Saying {
  const { labels, sentences } = texts
  const sentence = trouble === null ? null : trouble === 'line' ? sentences.lineBroke : sentences.noClip
  return {
    ...nothing(texts),
    tone: trouble ? 'warn' : 'none',
    label: trouble ? labels.cannotPlay : labels.recorded,
    loud: sentence,
    heard: sentence ?? '',
    isBare: false,
  }
}
