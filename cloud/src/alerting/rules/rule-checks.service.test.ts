import { expect, test } from 'vitest'
import { checksAfterAnalysis, checksAtOnce } from './rule-checks.service.js'
import { anyRule, motionOfA } from './rule-condition.fixture.js'
import { mismatch, mismatchAfterAnalysis, type RuleCondition } from './rule-match.service.js'

const event = { ...motionOfA, site_id: 's', tags: ['car'], confidence: 0.6 }

const changes: Partial<RuleCondition>[] = [
  {},
  { enabled: false },
  { event_category: 'motion' },
  { event_category: 'audio' },
  { trigger_topic_pattern: '%Motion' },
  { trigger_topic_pattern: 'other' },
  { source_filter: ['onvif', 'manual'] },
  { source_filter: ['manual'] },
  { source_filter: [] },
  { custom_tags: ['vehicle'] },
  { custom_tags: ['dog'] },
  { min_confidence: 0.6 },
  { min_confidence: 0.61 },
  { scope_type: 'site', site_ids: ['s'] },
  { scope_type: 'site', site_ids: ['t'] },
  { scope_type: 'cameras', camera_ids: ['a'] },
  { scope_type: 'cameras', camera_ids: ['b'] },
  { schedule_type: 'business_hours' },
]

// Each condition alone, and each beside each other.
const rules = changes.flatMap((one) => changes.map((other) => ({ ...anyRule, ...one, ...other })))

test('all checks hold exactly where nothing keeps a rule from firing, at once and after analysis', () => {
  for (const rule of rules) {
    const holds = (checks: readonly { held: boolean }[]) => checks.every(({ held }) => held)
    expect(holds(checksAtOnce(rule, event)), JSON.stringify(rule)).toBe(mismatch(rule, event) === null)
    const judged = { ...rule, compiled_version_id: 'v' }
    expect(holds(checksAfterAnalysis(judged, event)), JSON.stringify(rule)).toBe(
      mismatchAfterAnalysis(judged, event) === null,
    )
  }
})

test('each condition that is set says what the event had to it', () => {
  const rule: RuleCondition = {
    ...anyRule,
    event_category: 'audio',
    scope_type: 'cameras',
    camera_ids: ['a'],
    custom_tags: ['vehicle'],
  }
  expect(checksAfterAnalysis(rule, event)).toEqual([
    { what: 'cameras', held: true, why: "camera is one of the rule's" },
    { what: 'category', held: false, why: 'kind motion; audio is asked for' },
    { what: 'tags', held: true, why: 'tags car; one of vehicle is asked for' },
  ])
  expect(checksAtOnce(anyRule, event)).toEqual([])
})
