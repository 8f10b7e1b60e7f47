import type { PredicateCondition, PredicateNode } from '@sightline/protocol'
import type { Item } from './read-sentence.js'
import type { Meaning } from './reading.js'
import { together } from './together.js'

type TimeCondition = Extract<PredicateCondition, { op: 'time' }>
type Hours = Extract<Meaning, { kind: 'hours' }>
type Days = Extract<Meaning, { kind: 'days' }>

/** Hours with the days that stand beside them. */
interface Window {
  hours: Hours | null
  days: Days | null
  readonly negated: boolean
  readonly join: Item['join']
}

/** When. Days and hours beside each other are one window: `on weekdays from 9 to 5`. */
export function timeNodes(items: readonly Item[], timezone: string | null): PredicateNode[] {
  const windows = windowsOf(items)
  const node = (window: Window): PredicateNode => conditionOf(window, timezone)
  const wanted = windows.filter(({ negated }) => !negated)
  // Two windows that are both whole can only be alternatives: `weekdays 9 to 5 and weekends 10 to 2`.
  const areWhole = wanted.length > 1 && wanted.every(({ hours, days }) => (hours?.days ?? days) && hours)
  const isEither = areWhole || wanted.some(({ join }) => join === 'or')
  const joined = together(isEither ? 'any' : 'all', wanted.map(node))
  return [
    ...(joined ? [joined] : []),
    ...windows
      .filter(({ negated }) => negated)
      .map((window): PredicateNode => ({ op: 'not', of: node(window) })),
  ]
}

function windowsOf(items: readonly Item[]): Window[] {
  const windows: Window[] = []
  for (const { meaning, negated, join } of items) {
    if (meaning.kind !== 'hours' && meaning.kind !== 'days') continue
    const open = windows.at(-1)
    const isBeside = open?.negated === negated && (join === null || (join === 'and' && !negated))
    if (open && isBeside && meaning.kind === 'hours' && !open.hours) open.hours = meaning
    else if (open && isBeside && meaning.kind === 'days' && !open.days && !open.hours?.days)
      open.days = meaning
    else
      windows.push({
        hours: meaning.kind === 'hours' ? meaning : null,
        days: meaning.kind === 'days' ? meaning : null,
        negated,
        join,
      })
  }
  return windows
}

function conditionOf({ hours, days }: Window, timezone: string | null): TimeCondition {
  const on = hours?.days ?? days?.days
  return {
    op: 'time',
    from: hours?.from ?? '00:00',
    to: hours?.to ?? '24:00',
    ...(on && { days: [...on] }),
    ...(timezone !== null && { timezone }),
  }
}
