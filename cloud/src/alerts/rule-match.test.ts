import { describe, expect, it } from 'vitest'
import { type JudgedEvent, mismatch, type RuleCondition } from './rule-match.js'

const rule: RuleCondition = {
  rule_kind: 'camera_event',
  enabled: true,
  event_category: null,
  trigger_topic_pattern: null,
  source_filter: null,
  custom_tags: [],
  min_confidence: null,
  scope_type: 'all_cameras',
  camera_ids: [],
  schedule_type: 'always',
}

const event: JudgedEvent = {
  event_category: 'motion',
  trigger_topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
  trigger_source: 'onvif',
  camera_id: 'a',
}

describe('mismatch', () => {
  const fires: [string, Partial<RuleCondition>][] = [
    ['without conditions', {}],
    ['on its category', { event_category: 'motion' }],
    ['on its topic', { trigger_topic_pattern: '%Motion' }],
    ['on its source', { source_filter: ['manual', 'onvif'] }],
    ['on its camera', { scope_type: 'cameras', camera_ids: ['b', 'a'] }],
  ]
  it.each(fires)('fires %s', (_, change) => {
    expect(mismatch({ ...rule, ...change }, event)).toBeNull()
  })

  const silent: [string, Partial<RuleCondition>][] = [
    ['not enabled', { enabled: false }],
    ['other kind', { rule_kind: 'system_event' }],
    ['waits for analysis', { custom_tags: ['person'] }],
    ['waits for analysis', { min_confidence: 0 }],
    ['schedule not applied', { schedule_type: 'business_hours' }],
    ['site scope not applied', { scope_type: 'site' }],
    ['other camera', { scope_type: 'cameras', camera_ids: ['b'] }],
    ['other category', { event_category: 'audio' }],
    ['other source', { source_filter: [] }],
    ['other source', { source_filter: ['manual'] }],
    ['other topic', { trigger_topic_pattern: 'motion' }],
  ]
  it.each(silent)('%s: %o', (reason, change) => {
    expect(mismatch({ ...rule, ...change }, event)).toBe(reason)
  })
})
