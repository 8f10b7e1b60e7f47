import { isOfNow, type PictureState } from '../live/picture-state.js'
import type { Thumbnail } from '../stills/thumbnails.js'
import type { Saying } from './surface.js'
import type { PlayerTexts } from './texts.js'
import { freshMs, type Manner, said, withoutStills } from './words.js'

/** What besides the state decides about what is said. */
export interface Beside extends Manner {
  /** Something was drawn and stands there. */
  readonly hasPicture: boolean
  readonly thumbnail: Thumbnail | null
}

/** Whether what is left are still pictures: nothing that comes can be played, or nothing else comes. */
export function hasOnlyStills(state: PictureState): boolean {
  if (state.kind === 'cannot-play') return true
  return state.kind === 'unavailable' && state.ended.reason === 'agent_too_old'
}

/** What the surface says of a live picture. */
export function sayingOf(state: PictureState, { hasPicture, thumbnail, ...manner }: Beside): Saying {
  const { texts, timeOf } = manner
  const { label, sentence, isLoud, canTry } = said(state, manner)
  const isOld = !isOfNow(state)
  const isHidden = state.kind === 'forbidden' || state.kind === 'gone' || state.kind === 'signed-out'
  const showsThumbnail = isOld && !isHidden && !hasPicture && thumbnail !== null
  // A sentence may not lie across the only picture there is.
  const isStill = showsThumbnail && hasOnlyStills(state)
  const note = [
    isLoud && !isStill ? null : isStill && sentence ? withoutStills(sentence, texts) : sentence,
    showsThumbnail ? texts.pictureOf(timeOf(thumbnail.takenAtMs)) : null,
  ].filter((part) => part !== null)
  return {
    tone: toneOf(state),
    label: isStill ? texts.labels.stills : label,
    note: note.length > 0 ? note.join(' · ') : null,
    loud: isLoud && !isStill ? sentence : null,
    canTry: canTry && !isStill,
    heard: [heardOf(state, texts) ?? label, sentence ?? ''].filter((part) => part !== '').join('. '),
    isWell: isWell(state),
    isOld,
    isBare: !hasPicture || isHidden,
    isHidden,
  }
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
