import type { Clip } from './encode-clip.js'
import type { Played } from './play-clip.js'

/** What a watch was worth on one clip. */
export interface Judgement {
  /** Whether there was a movement, and whether it was told. */
  readonly moved: boolean
  readonly found: boolean
  /** How many events told of nothing: in a clip without movement, before it began, or once more. */
  readonly falseEvents: number
  /** From the beginning of the movement, when half of the figure is in the picture, until it was told; seconds. */
  readonly delaySec: number | null
}

/** The first part of a figure may be seen before half of it is in the picture; a car shows a while before. */
const earlySec = 0.8
/** An event told later is none of this movement. */
const lateSec = 3

export function judge({ movement }: Pick<Clip, 'movement'>, { told }: Pick<Played, 'told'>): Judgement {
  if (movement === null) return { moved: false, found: false, falseEvents: told.length, delaySec: null }
  const first = told.find(
    ({ second }) => second >= movement.from - earlySec && second <= movement.to + lateSec,
  )
  return {
    moved: true,
    found: first !== undefined,
    falseEvents: told.length - (first === undefined ? 0 : 1),
    delaySec: first === undefined ? null : Math.max(0, first.second - movement.from),
  }
}

/** Precision and recall over many clips. */
export function scoreOf(judgements: readonly Judgement[]): {
  readonly precision: number
  readonly recall: number
} {
  const found = judgements.filter((each) => each.found).length
  const wrong = judgements.reduce((sum, { falseEvents }) => sum + falseEvents, 0)
  const moved = judgements.filter((each) => each.moved).length
  return { precision: found / Math.max(1, found + wrong), recall: found / Math.max(1, moved) }
}
