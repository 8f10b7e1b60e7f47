import { type Kind, kindIcons, kindOf } from '../../events/kind.js'
import type { IconName } from '../../icons/icon.js'
import type { Language, Text } from '../../text/text.js'
import { countOf, durationOf } from '../../time/format.js'
import type { Condition } from './predicate-edit.js'
import type { RulesText } from './use-rules-text.js'

/** What is needed to say a condition. */
export interface Saying {
  readonly text: RulesText
  readonly events: Text['events']
  readonly language: Language
  /** By id; undefined for what this person does not see. */
  readonly nameOf: (id: string) => string | undefined
}

/** A condition as the chip says it. */
export function wordsOfCondition(condition: Condition, { text, events, language, nameOf }: Saying): string {
  const { chip } = text
  const percent = (share: number): string => `${countOf(Math.round(share * 100), language)}\u00a0%`
  const names = (ids: readonly string[]): string =>
    ids.length === 0
      ? chip.nowhere
      : listed(
          ids.map((id) => nameOf(id) ?? chip.unknown),
          text.or,
        )
  switch (condition.op) {
    case 'object':
      return objectWords(condition, text, percent)
    case 'camera':
    case 'site':
      return chip.at(names(condition.in))
    case 'time':
      return timeWords(condition, text)
    case 'duration':
      return bounded(
        condition.at_least === undefined ? null : chip.longer(durationOf(condition.at_least, language)),
        condition.at_most === undefined ? null : chip.shorter(durationOf(condition.at_most, language)),
      )
    case 'category':
      return listed(
        condition.in.map((one) => events.categories[one]),
        text.or,
      )
    case 'source':
      return chip.by(
        listed(
          condition.in.map((one) => text.sources[one]),
          text.or,
        ),
      )
    case 'severity':
      return bounded(
        condition.at_least === undefined ? null : chip.grave(events.severity[condition.at_least]),
        condition.at_most === undefined ? null : chip.mild(events.severity[condition.at_most]),
      )
    case 'confidence':
      return chip.surely(percent(condition.at_least))
    case 'tag':
      return chip.tagged(listed(condition.in, text.or))
    case 'text':
      return chip.says(condition.value)
    case 'topic':
      return chip.topic(condition.like)
  }
}

const bounded = (least: string | null, most: string | null): string =>
  [least, most].filter((part) => part !== null).join(', ')

/** More than these of a list are counted. */
const mostListed = 3

function listed(words: readonly string[], or: string): string {
  const shown = words.slice(0, mostListed)
  const rest = words.length - shown.length
  if (rest > 0) return `${shown.join(', ')} +${rest}`
  const last = shown.at(-1) ?? ''
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} ${or} ${last}` : last
}

function objectWords(
  { label, at_least: least, at_most: most, min_confidence: sure }: Extract<Condition, { op: 'object' }>,
  { chip }: RulesText,
  percent: (share: number) => string,
): string {
  const count =
    most === 0
      ? chip.none(label)
      : most === undefined
        ? chip.least(least ?? 1, label)
        : least === undefined
          ? chip.most(most, label)
          : chip.between(least, most, label)
  return sure === undefined ? count : `${count}, ${chip.sure(percent(sure))}`
}

function timeWords(
  { from, to, days, timezone }: Extract<Condition, { op: 'time' }>,
  { chip, days: names }: RulesText,
): string {
  const isWholeDay = from === '00:00' && to === '24:00'
  const hours = isWholeDay && days ? null : chip.hours(from, to)
  const on = days ? chip.days(days.map((day) => names[day]).join(', ')) : null
  const zone = timezone === undefined ? '' : ` (${timezone.replaceAll('_', ' ')})`
  return [hours, on].filter((part) => part !== null).join(' ') + zone
}

/** The drawing of a condition. */
export function iconOfCondition(condition: Condition): IconName {
  switch (condition.op) {
    case 'object':
      return kindIcons[kindOfLabel(condition.label)]
    case 'camera':
      return 'cameras'
    case 'site':
      return 'site'
    case 'time':
    case 'duration':
      return 'clock'
    case 'category':
      return 'movement'
    case 'source':
      return 'signal'
    case 'severity':
      return 'warn'
    case 'confidence':
      return 'eye'
    case 'tag':
    case 'text':
      return 'search'
    case 'topic':
      return 'signal'
  }
}

/** In which colour the words of a sentence stand out that made a condition. */
export function kindOfCondition(condition: Condition): Kind {
  switch (condition.op) {
    case 'object':
      return kindOfLabel(condition.label)
    case 'camera':
    case 'site':
      return 'vehicle'
    case 'time':
    case 'duration':
      return 'animal'
    case 'category':
    case 'source':
    case 'topic':
      return 'security'
    case 'severity':
    case 'confidence':
    case 'tag':
    case 'text':
      return 'signal'
  }
}

const kindOfLabel = (label: string): Kind =>
  kindOf({ event_category: 'motion', tags: [label], trigger_source: 'onvif' })
