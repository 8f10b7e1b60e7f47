import { describe, expect, it } from 'vitest'
import { rulesForOutage, type SystemRuleCondition } from './outage-rule.service.js'
import { motionOfA as event, anyRule as rule } from './rule-condition.fixture.js'
import {
  type AnalysedEvent,
  mismatch,
  mismatchAfterAnalysis,
  type RuleCondition,
} from './rule-match.service.js'

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

describe('rulesForOutage', () => {
  const system = (change: Partial<SystemRuleCondition> = {}): SystemRuleCondition => ({
    ...rule,
    rule_kind: 'system_event',
    system_trigger: 'camera_offline',
    ...change,
  })
  const boxes = system({ system_trigger: 'gateway_offline' })
  const cameraDown = { kind: 'camera', cameraId: 'a' } as const
  const gatewayDown = { kind: 'gateway', cameraIds: ['a', 'b'] } as const

  it('gives the rules for cameras to a camera', () => {
    const named = system({ scope_type: 'cameras', camera_ids: ['a'] })
    const other = system({ scope_type: 'cameras', camera_ids: ['b'] })
    expect(rulesForOutage([system(), named, other, boxes], cameraDown)).toEqual([system(), named])
  })

  it('gives the rules for gateways to a gateway, and those for cameras only where there are none', () => {
    const named = system({ system_trigger: 'gateway_offline', scope_type: 'cameras', camera_ids: ['b'] })
    const other = system({ system_trigger: 'gateway_offline', scope_type: 'cameras', camera_ids: ['c'] })
    expect(rulesForOutage([system(), boxes, named, other], gatewayDown)).toEqual([boxes, named])
    expect(rulesForOutage([system(), other], gatewayDown)).toEqual([system()])
    expect(rulesForOutage([system()], { kind: 'gateway', cameraIds: [] })).toEqual([])
    expect(rulesForOutage([boxes], { kind: 'gateway', cameraIds: [] })).toEqual([boxes])
  })

  const silent: Partial<SystemRuleCondition>[] = [
    { enabled: false },
    { rule_kind: 'camera_event' },
    { custom_tags: ['person'] },
    { min_confidence: 0.5 },
    { schedule_type: 'business_hours' },
    { scope_type: 'site' },
  ]
  it.each(silent)('leaves out %o', (change) => {
    expect(rulesForOutage([system(change)], cameraDown)).toEqual([])
    const ofGateways = system({ ...change, system_trigger: 'gateway_offline' })
    expect(rulesForOutage([ofGateways, system()], gatewayDown)).toEqual([system()])
  })
})

describe('mismatchAfterAnalysis', () => {
  const analysed: AnalysedEvent = { ...event, site_id: 'north', tags: ['person', 'night'], confidence: 0.8 }
  const compiled = { ...rule, compiled_version_id: 'v' }

  it('leaves a rule with a compiled version to it', () => {
    expect(mismatch(compiled, event)).toBe('judged after analysis')
    expect(mismatchAfterAnalysis(compiled, analysed)).toBeNull()
  })

  const concerns: [string, Partial<RuleCondition>][] = [
    ['its site', { scope_type: 'site', site_ids: ['south', 'north'] }],
    ['one of its tags, however they are written', { custom_tags: ['car', ' Person '] }],
    ['just enough confidence', { min_confidence: 0.8 }],
  ]
  it.each(concerns)('concerns a rule for %s', (_, change) => {
    expect(mismatchAfterAnalysis({ ...compiled, ...change }, analysed)).toBeNull()
  })

  const others: [string, Partial<RuleCondition>][] = [
    ['not enabled', { enabled: false }],
    ['other kind', { rule_kind: 'system_event' }],
    ['schedule not applied', { schedule_type: 'business_hours' }],
    ['other site', { scope_type: 'site', site_ids: ['south'] }],
    ['other camera', { scope_type: 'cameras', camera_ids: ['b'] }],
    ['other category', { event_category: 'io' }],
    ['other source', { source_filter: ['manual'] }],
    ['other topic', { trigger_topic_pattern: '%LineDetector%' }],
    ['other tags', { custom_tags: ['car'] }],
    ['not sure enough', { min_confidence: 0.81 }],
  ]
  it.each(others)('does not concern: %s', (why, change) => {
    expect(mismatchAfterAnalysis({ ...compiled, ...change }, analysed)).toBe(why)
  })

  it('is not sure enough where nobody said how sure it is', () => {
    const unsure = { ...analysed, confidence: null }
    expect(mismatchAfterAnalysis({ ...compiled, min_confidence: 0 }, unsure)).toBe('not sure enough')
  })
})
