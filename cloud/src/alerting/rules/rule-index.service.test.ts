import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkProperty } from '#testing/check-property.js'
import { RuleIndex } from './rule-index.service.js'
import { type JudgedEvent, mismatch, type RuleCondition } from './rule-match.service.js'

type Rule = RuleCondition & { readonly id: string }

const cameras = ['gate', 'door', 'yard', 'hall']
const categories = ['motion', 'intrusion', 'audio', 'analytics_object'] as const
const sources = ['onvif', 'software', 'manual', 'scheduled', 'ai']
const topics = ['', 'tns1:VideoSource/MotionAlarm', 'tns1:RuleEngine/LineDetector/Crossed', '100% _sure\\']

/** Mostly `usual`, so that enough rules fire. */
const mostly = <T>(usual: T, rest: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rest })
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 1 })

const rules = fc.array(
  fc.record<Rule>({
    id: fc.uuid(),
    rule_kind: mostly('camera_event', fc.constant('system_event')),
    enabled: mostly(true, fc.constant(false)),
    event_category: maybe(fc.constantFrom(...categories)),
    trigger_topic_pattern: mostly(
      null,
      fc.constantFrom(...topics, '%', '%Motion%', 'tns1:RuleEngine/_ineDetector%'),
    ),
    source_filter: maybe(fc.array(fc.constantFrom(...sources), { maxLength: 3 })),
    custom_tags: mostly<readonly string[]>([], fc.constant(['person'])),
    min_confidence: mostly<number | null>(null, fc.constant(0.5)),
    scope_type: fc.constantFrom('all_cameras', 'all_cameras', 'cameras', 'cameras', 'site'),
    site_ids: fc.constantFrom([], ['here']),
    camera_ids: fc.array(fc.constantFrom(...cameras), { maxLength: 3 }),
    schedule_type: mostly('always', fc.constant('business_hours')),
    compiled_version_id: mostly<string | null>(null, fc.constant('version')),
  }),
  { minLength: 5, maxLength: 60 },
)
const events = fc.record({
  camera_id: fc.constantFrom(...cameras, 'another'),
  event_category: fc.constantFrom(...categories, 'other' as const),
  trigger_topic: fc.constantFrom(...topics),
  trigger_source: fc.constantFrom(...sources, 'unheard of'),
})

const scan = (given: readonly Rule[], event: JudgedEvent) =>
  given.filter((rule) => mismatch(rule, event) === null)

test('the index finds what a scan of all rules finds, in the same order', () => {
  let found = 0
  checkProperty(
    fc.property(rules, fc.array(events, { minLength: 2, maxLength: 8 }), (given, happened) => {
      const index = new RuleIndex<Rule>(given)
      for (const event of happened) {
        const expected = scan(given, event)
        found += expected.length
        expect(index.rulesFor(event)).toEqual(expected)
        for (const rule of expected) expect(index.find(rule.id)?.id).toBe(rule.id)
      }
    }),
    400,
  )
  // Else nothing was compared.
  expect(found).toBeGreaterThan(500)
})

test('a rule that names a camera or a source twice fires once', () => {
  const rule: Rule = {
    id: 'r',
    rule_kind: 'camera_event',
    enabled: true,
    event_category: 'motion',
    trigger_topic_pattern: null,
    source_filter: ['onvif', 'onvif'],
    custom_tags: [],
    min_confidence: null,
    scope_type: 'cameras',
    site_ids: [],
    camera_ids: ['gate', 'gate'],
    schedule_type: 'always',
    compiled_version_id: null,
  }
  const event = {
    camera_id: 'gate',
    event_category: 'motion' as const,
    trigger_topic: '',
    trigger_source: 'onvif',
  }
  expect(new RuleIndex([rule]).rulesFor(event)).toEqual([rule])
})
