import type { Note, PictureState } from '../live/picture-state.js'
import type { PlayerTexts } from './texts.js'

/** What stands on a picture. */
export interface Said {
  /** A word or two, in the corner. */
  readonly label: string
  /** A sentence for what is not as it should be; null where nothing is to be said. */
  readonly sentence: string | null
  /** Said across the picture, because there is nothing else to see or what there is is not of now. */
  readonly isLoud: boolean
  /** A press may change it. */
  readonly canTry: boolean
}

/** A picture that is older says how old it is, ms. */
export const freshMs = 2000

/** In which words, and how a moment is read, ms since the epoch. */
export interface Manner {
  readonly texts: PlayerTexts
  readonly timeOf: (ms: number) => string
}

/** The reason for still pictures, where the label says already that they are. */
export function withoutStills(sentence: string, { stills }: PlayerTexts): string {
  return capital(sentence.startsWith(stills) ? sentence.slice(stills.length) : sentence)
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** What a reason of the cloud is called; its own words for one that is newer than this page. */
function sentenceOf(
  { reasons }: PlayerTexts,
  { reason, message }: { reason: string | null; message: string | null },
): string | null {
  return (reason === null ? undefined : reasons[reason]) ?? message
}

const seconds = (ms: number): string => {
  const whole = Math.max(1, Math.floor(ms / 1000))
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min`
}

const quiet = (label: string, sentence: string | null = null): Said => ({
  label,
  sentence,
  isLoud: false,
  canTry: false,
})
const loud = (label: string, sentence: string, canTry = false): Said => ({
  label,
  sentence,
  isLoud: true,
  canTry,
})

function noteOf(texts: PlayerTexts, note: Note | null): string | null {
  if (note === null) return null
  if (note.reason === 'codec_not_decodable') return undecodable(texts, note)
  if (note.reason === 'stepped_down_slow_viewer') return slow(texts, note)
  return sentenceOf(texts, note)
}

/** What is made anew for want of a codec is not the camera's own, whatever else does not keep up. */
function slow(texts: PlayerTexts, note: Note): string {
  const { smaller, fewer } = note.isBusy ? texts.busyBrowser : texts.slowLine
  const sentence = note.stream === 'sub' && note.rendition === 'source' ? smaller : fewer
  return note.rendition === 'source' ? sentence : `${undecodable(texts, note)}. ${sentence}`
}

/** What is shown in place of pictures that the browser cannot play. */
function undecodable(texts: PlayerTexts, { rendition, stream, codecBeyond }: Note): string {
  const cannot = texts.cannotPlay(codecBeyond)
  return rendition === 'jpeg'
    ? `${texts.stills}${cannot}`
    : `${capital(cannot)}: ${texts.shownInstead[rendition](stream)}`
}

/** A codec as people call it, by the string that a browser is given (RFC 6381). */
function codecName(codec: string): string {
  if (/^avc[13]\b/.test(codec)) return 'H.264'
  return /^h(?:vc|ev)1\b/.test(codec) ? 'H.265' : codec
}

/** How a state is said. */
export function said(state: PictureState, { texts, timeOf }: Manner): Said {
  const { labels, sentences } = texts
  switch (state.kind) {
    case 'stopped':
      return quiet(labels.stopped)
    case 'paused':
      return quiet(labels.paused)
    case 'starting':
      return quiet(labels.starting)
    case 'live':
      return quiet(
        state.ageMs > freshMs ? texts.old(seconds(state.ageMs)) : labels.live,
        noteOf(texts, state.note),
      )
    case 'behind':
      return quiet(
        state.behindMs >= 1000 ? texts.behindBy(seconds(state.behindMs)) : labels.behind,
        noteOf(texts, state.note) ?? (state.isBusy ? sentences.leftOutHere : sentences.leftOut),
      )
    case 'stalled':
      return stalled(texts, state)
    case 'no-line':
      return loud(labels.noLine, texts.noLineSince(timeOf(state.sinceMs)))
    case 'unavailable':
      return loud(
        labels.noPicture,
        sentenceOf(texts, state.ended) ?? sentences.nothingComes,
        state.ended.retryAfterMs === null,
      )
    case 'forbidden':
      return loud(labels.forbidden, sentences.notYours)
    case 'gone':
      return loud(labels.gone, sentences.noSuchCamera)
    case 'signed-out':
      return loud(labels.signedOut, sentences.sessionOver, true)
    case 'cannot-play':
      return loud(
        labels.cannotPlay,
        state.codec === null ? sentences.cannotBegin : capital(texts.cannotPlay(codecName(state.codec))),
        true,
      )
  }
}

function stalled(
  { labels, sentences, stalledFor }: PlayerTexts,
  { forMs, why }: Extract<PictureState, { kind: 'stalled' }>,
): Said {
  if (forMs === null) return loud(labels.noPicture, why ?? sentences.nothingSent)
  return loud(stalledFor(seconds(forMs)), why ?? sentences.isOld)
}
