import {
  eventCategories,
  type Predicate,
  type PredicateCondition,
  type PredicateNode,
  severities,
} from '@sightline/protocol'
import fc from 'fast-check'
import { weekdays } from '../../../platform/time/wall-clock.js'
import type { PredicateFacts } from './prepared-facts.js'

export const gate = '01990000-0000-7000-8000-000000000001'
export const yard = '01990000-0000-7000-8000-000000000002'
export const zurich = '01990000-0000-7000-8000-00000000000a'
export const berlin = '01990000-0000-7000-8000-00000000000b'

/** An analysed event at the gate, on Wednesday 10 June 2026, 23:10 in Zurich. */
export function factsOf(changes: Partial<PredicateFacts> = {}): PredicateFacts {
  return {
    camera_id: gate,
    site_id: zurich,
    timezone: 'Europe/Zurich',
    category: 'motion',
    trigger_source: 'software',
    trigger_topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
    triggered_at: new Date('2026-06-10T21:10:00Z'),
    duration_sec: 14,
    analysed: true,
    tags: ['person', 'night'],
    objects: [{ label: 'person', confidence: 0.91, count: 1 }],
    severity: 'medium',
    confidence: 0.8,
    text: 'A man in a red jacket climbs over the fence.',
    ...changes,
  }
}

export const predicateOf = (where: PredicateNode): Predicate => ({ version: 1, where })

const labels = [
  'person',
  'people',
  'man',
  'vehicle',
  'car',
  'Red Car',
  'truck',
  'dog',
  'animal',
  'drone',
  'drones',
]
const words = ['man', 'fence', 'red', 'jacket', 'Über', 'zaun', 'ﬁre', '!', 'ﾞ']
const tenth = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)
const listOf = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 })
const minute = fc
  .integer({ min: 0, max: 95 })
  .map(
    (quarter) =>
      `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  )

const anyCondition: fc.Arbitrary<PredicateCondition> = fc.oneof(
  fc.record({ op: fc.constant('category'), in: listOf(eventCategories) }),
  fc.record({ op: fc.constant('source'), in: listOf(['onvif', 'software', 'manual'] as const) }),
  fc.record({ op: fc.constant('topic'), like: fc.constantFrom('%Motion%', 'x', '%') }),
  fc.record({ op: fc.constant('tag'), in: listOf([...labels, 'night', 'NIGHT', '___', 'ﷺ'.repeat(90)]) }),
  fc
    .tuple(
      fc.constantFrom(...labels),
      fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      fc.option(tenth, { nil: undefined }),
    )
    .filter(([, least = 0, most = 9]) => least <= most)
    .map(([label, least, most, confidence]) => ({
      op: 'object' as const,
      label,
      ...(least !== undefined && { at_least: least }),
      ...(most !== undefined && { at_most: most }),
      ...(confidence !== undefined && { min_confidence: confidence }),
    })),
  fc.record({ op: fc.constant('confidence'), at_least: tenth }),
  fc.record({ op: fc.constant('severity'), at_least: fc.constantFrom(...severities) }),
  fc.record({ op: fc.constant('severity'), at_most: fc.constantFrom(...severities) }),
  fc.record({ op: fc.constant('camera'), in: listOf([gate, yard]) }),
  fc.record({ op: fc.constant('site'), in: listOf([zurich, berlin]) }),
  fc
    .tuple(minute, minute, fc.option(listOf(weekdays), { nil: undefined }))
    .filter(([from, to]) => from !== to)
    .map(([from, to, days]) => ({ op: 'time' as const, from, to, ...(days && { days }) })),
  fc.record({ op: fc.constant('duration'), at_least: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ op: fc.constant('duration'), at_most: fc.integer({ min: 0, max: 30 }) }),
  fc
    .tuple(
      fc.constantFrom('words', 'phrase'),
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
    )
    .map(([match, parts]) => ({ op: 'text' as const, match, value: parts.join(' ') }))
    .filter(({ value }) => /[\p{L}\p{N}]/u.test(value)),
)

/** Nodes up to five deep. */
export const anyNode: fc.Arbitrary<PredicateNode> = fc.letrec<{ node: PredicateNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    anyCondition,
    fc.record({ op: fc.constant('all'), of: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ op: fc.constant('any'), of: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ op: fc.constant('not'), of: tie('node') }),
  ),
})).node

export const anyPredicate: fc.Arbitrary<Predicate> = anyNode.map(predicateOf)

export const anyFacts: fc.Arbitrary<PredicateFacts> = fc
  .record({
    camera_id: fc.constantFrom(gate, yard),
    site_id: fc.constantFrom(zurich, berlin),
    category: fc.constantFrom(...eventCategories),
    trigger_source: fc.constantFrom('onvif', 'software', 'manual'),
    triggered_at: fc.date({ min: new Date('2026-03-28'), max: new Date('2026-10-27'), noInvalidDate: true }),
    duration_sec: fc.option(fc.integer({ min: 0, max: 40 })),
    analysed: fc.boolean(),
    tags: fc.uniqueArray(fc.constantFrom(...labels, 'night'), { maxLength: 3 }),
    objects: fc.uniqueArray(
      fc.record({
        label: fc.constantFrom(...labels),
        confidence: fc.option(tenth),
        count: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 3, selector: ({ label }) => label },
    ),
    severity: fc.option(fc.constantFrom(...severities)),
    confidence: fc.option(tenth),
    text: fc.constantFrom('', 'A man at the fence', 'red jacket', 'Über den Zaun', 'fire'),
  })
  .map((changes) => factsOf(changes))
