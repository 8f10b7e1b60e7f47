import { type PredicateCondition, type Severity, severityRank } from '@sightline/protocol'
import { likeMatches } from '../../../platform/text/like-match.js'
import { wordsOf } from '../../../platform/text/words.js'
import { plainText } from '../../../understanding/labels/label.service.js'
import { doubtfulMargin, reaches } from './margin.js'
import { judgeObject } from './object-condition.js'
import type { PreparedFacts } from './prepared-facts.js'
import { judgeTime } from './time-condition.js'
import type { ConditionResult, Truth } from './truth.js'

type Of<Op extends PredicateCondition['op']> = Extract<PredicateCondition, { op: Op }>

/** What one condition says of an event. */
export function judgeCondition(condition: PredicateCondition, prepared: PreparedFacts): ConditionResult {
  const { facts } = prepared
  switch (condition.op) {
    case 'category':
      return listed('category', facts.category, condition.in)
    case 'source':
      return listed('source', facts.trigger_source, condition.in)
    case 'topic': {
      const held = likeMatches(condition.like, facts.trigger_topic)
      return {
        held,
        why: `topic ${quoted(facts.trigger_topic)} ${held ? 'fits' : 'does not fit'} ${quoted(condition.like)}`,
      }
    }
    case 'tag':
      return judgeTag(condition, prepared)
    case 'object':
      return judgeObject(condition, prepared)
    case 'confidence':
      return judgeConfidence(condition, prepared)
    case 'severity':
      return judgeSeverity(condition, prepared)
    case 'camera':
      return among('camera', facts.camera_id, condition.in)
    case 'site':
      return among('site', facts.site_id, condition.in)
    case 'time':
      return judgeTime(condition, prepared)
    case 'duration':
      return judgeDuration(condition, facts.duration_sec)
    case 'text':
      return judgeText(condition, prepared)
  }
}

function listed(what: string, value: string, admitted: readonly string[]): ConditionResult {
  const held = admitted.includes(value)
  return { held, why: `${what} ${value} is ${held ? '' : 'not '}among ${admitted.join(', ')}` }
}

/** Ids mean nothing to a reader. */
function among(what: string, value: string, admitted: readonly string[]): ConditionResult {
  const held = admitted.includes(value)
  return {
    held,
    why: `${what} is ${held ? '' : 'not '}${admitted.length === 1 ? 'the one asked' : 'among those asked'}`,
  }
}

function judgeTag({ in: asked }: Of<'tag'>, { tags, facts }: PreparedFacts): ConditionResult {
  const found = asked.find((tag) => tags.has(plainText(tag)))
  if (found !== undefined) return { held: true, why: `tag ${quoted(found)}: there` }
  const more = asked.length - namesAtMost
  const names = asked.slice(0, namesAtMost).map(quoted).join(' or ') + (more > 0 ? ` or ${more} more` : '')
  return facts.analysed
    ? { held: false, why: `tag ${names}: not there` }
    : { held: 'doubtful', why: `tag ${names}: not known, for the event was not analysed` }
}

function judgeConfidence({ at_least: least }: Of<'confidence'>, { facts }: PreparedFacts): ConditionResult {
  const held = reaches(facts.confidence, least)
  if (facts.confidence === null) return { held, why: `confidence: ${unknown(facts.analysed)}` }
  const shown = facts.confidence.toFixed(2)
  if (held === 'doubtful')
    return { held, why: `confidence ${shown} is no more than ${doubtfulMargin} under ${least}` }
  return { held, why: `confidence ${shown} is ${held ? 'at least' : 'under'} ${least}` }
}

function judgeSeverity(
  { at_least: least, at_most: most }: Of<'severity'>,
  { facts }: PreparedFacts,
): ConditionResult {
  if (facts.severity === null) return { held: 'doubtful', why: `severity: ${unknown(facts.analysed)}` }
  const rank = (severity: Severity | undefined, otherwise: number) =>
    severity === undefined ? otherwise : severityRank(severity)
  const own = severityRank(facts.severity)
  const held = own >= rank(least, own) && own <= rank(most, own)
  const asked = bounds(least, most)
  return { held, why: `severity ${facts.severity}: ${held ? '' : 'not '}${asked}` }
}

function judgeDuration(
  { at_least: least, at_most: most }: Of<'duration'>,
  seconds: number | null,
): ConditionResult {
  if (seconds === null) return { held: 'doubtful', why: 'duration: not known' }
  const held = seconds >= (least ?? seconds) && seconds <= (most ?? seconds)
  return { held, why: `duration ${seconds} s: ${held ? '' : 'not '}${bounds(least, most)} s` }
}

function judgeText({ match, value }: Of<'text'>, { words, wordSet, facts }: PreparedFacts): ConditionResult {
  const asked = wordsOf(value)
  const isThere =
    asked.length > 0 &&
    (match === 'phrase' ? hasPhrase(words, asked) : asked.every((word) => wordSet.has(word)))
  const what = `${match === 'phrase' ? 'phrase' : asked.length === 1 ? 'word' : 'words'} ${quoted(value)}`
  if (isThere) return { held: true, why: `${what}: in the text` }
  const held: Truth = facts.analysed ? false : 'doubtful'
  return { held, why: `${what}: not in the text${facts.analysed ? '' : ', but the event was not analysed'}` }
}

/** Whether the words of a phrase follow each other. Each word is compared twice at most (Knuth, Morris, Pratt). */
function hasPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  const backs = backsOf(phrase)
  let held = 0
  for (const word of words) {
    while (held > 0 && phrase[held] !== word) held = backs[held - 1] ?? 0
    if (phrase[held] === word) held += 1
    if (held === phrase.length) return true
  }
  return false
}

/** For each word of a phrase: how many words of its begin end there again. */
function backsOf(phrase: readonly string[]): number[] {
  const backs = [0]
  let held = 0
  for (const word of phrase.slice(1)) {
    while (held > 0 && phrase[held] !== word) held = backs[held - 1] ?? 0
    if (phrase[held] === word) held += 1
    backs.push(held)
  }
  return backs
}

function bounds(least: string | number | undefined, most: string | number | undefined): string {
  const parts = [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ]
  return parts.join(' and ')
}

function unknown(analysed: boolean): string {
  return analysed ? 'not known' : 'not known, for the event was not analysed'
}

/** Names that a reason lists. */
const namesAtMost = 3
/** Signs of a name or a text that a reason repeats: reasons are kept with every verdict. */
const quotedAtMost = 60

function quoted(text: string): string {
  const signs = Array.from(text.slice(0, 2 * quotedAtMost + 2))
  return `"${signs.length <= quotedAtMost ? text : `${signs.slice(0, quotedAtMost).join('')}…`}"`
}
