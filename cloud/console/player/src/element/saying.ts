import { isOfNow, type PictureState } from '../live/picture-state.js'
import type { Thumbnail } from '../stills/thumbnails.js'
import type { Saying } from './surface.js'
import type { PlayerTexts } from './texts.js'
import { freshMs, type Manner, said, withoutStills } from './words.js'

/** What besides the state decides about what is said. */
export interface Beside extends Manner {
  /** When the camera saw what was drawn and stands there, ms since the epoch; null: nothing does. */
  readonly shownMs: number | null
  readonly thumbnail: Thumbnail | null
  /** The page gave a picture to begin with, of a time that nobody knows. */
  readonly hasPoster: boolean
}

/** Whether what is left are still pictures: nothing that comes can be played, or nothing else comes. */
export function hasOnlyStills(state: PictureState): boolean {
  if (state.kind === 'cannot-play') return true
  return state.kind === 'unavailable' && state.ended.reason === 'agent_too_old'
}

/** What the surface says of a live picture. */
export function sayingOf(state: PictureState, beside: Beside): Saying {
  const { texts } = beside
  const { label, sentence, isLoud, canTry } = said(state, beside)
  const isOld = !isOfNow(state)
  const isHidden = state.kind === 'forbidden' || state.kind === 'gone' || state.kind === 'signed-out'
  const hasPicture = beside.shownMs !== null
  const showsThumbnail = isOld && !isHidden && !hasPicture && beside.thumbnail !== null
  // A sentence may not lie across the only picture there is.
  const isStill = showsThumbnail && hasOnlyStills(state)
  const note = [
    isLoud && !isStill ? null : isStill && sentence ? withoutStills(sentence, texts) : sentence,
    isOld && !isHidden ? ownTime(beside) : null,
  ].filter((part) => part !== null)
  return {
    tone: toneOf(state),
    label: isStill ? texts.labels.stills : label,
    note: note.length > 0 ? note.join(' · ') : null,
    loud: isLoud && !isStill ? sentence : null,
    canTry: canTry && !isStill,
    file: null,
    heard: [heardOf(state, texts) ?? label, sentence ?? ''].filter((part) => part !== '').join('. '),
    isWell: isWell(state),
    isOld,
    isBare: !hasPicture || isHidden,
    isHidden,
  }
}

/** Of when a picture is that is not of now; null where there is none. */
function ownTime({ shownMs, thumbnail, hasPoster, texts, timeOf }: Beside): string | null {
  const seenMs = shownMs ?? thumbnail?.takenAtMs
  if (seenMs !== undefined) return texts.pictureOf(timeOf(seenMs))
  return hasPoster ? texts.sentences.earlierPicture : null
}

/** What changes each second is not read out each second. */
function heardOf({ kind }: PictureState, { labels }: PlayerTexts): string | null {
  return kind === 'stalled' ? labels.stalled : kind === 'live' ? labels.live : null
}

/** A camera without a sub stream shows its main one: that is more than was asked for. */
function isWell(state: PictureState): boolean {
  return (
    state.kind === 'live' &&
    state.ageMs <= freshMs &&
    (state.note?.reason ?? 'no_sub_stream') === 'no_sub_stream'
  )
}

function toneOf({ kind }: PictureState): Saying['tone'] {
  switch (kind) {
    case 'live':
      return 'now'
    case 'starting':
      return 'wait'
    case 'behind':
    case 'stalled':
    case 'no-line':
    case 'unavailable':
    case 'cannot-play':
      return 'warn'
    case 'forbidden':
    case 'gone':
    case 'signed-out':
      return 'stop'
    case 'stopped':
    case 'paused':
      return 'none'
  }
}
