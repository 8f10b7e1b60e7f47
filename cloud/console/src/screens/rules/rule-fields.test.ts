import { expect, it } from 'vitest'
import type { AlertRule } from '../../api/rules.js'
import { differencesOf, fieldsAtFirst, newRuleOf } from './rule-fields.js'

const rule: AlertRule = {
  ...fieldsAtFirst('me'),
  id: 'rule',
  name: 'Gate',
  trigger_topic_pattern: null,
  custom_tags: [],
  min_confidence: null,
  zones_filter: [],
  aggregation_window_seconds: 0,
  delay_seconds: 0,
  conditions_json: {},
  recipients: [{ id: 'row', user_id: 'me', user_name: 'Ann', channels: ['in_app', 'email'] }],
  enabled: true,
  active_version_id: null,
  active_sentence: null,
  channels_not_set_up: [],
  warnings: [],
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: '2026-03-01T00:00:00.000Z',
}

it('says what is otherwise, whatever the order of lists', () => {
  expect(differencesOf(rule, rule)).toEqual([])
  expect(
    differencesOf(rule, {
      ...rule,
      updated_at: '2026-03-02T00:00:00.000Z',
      recipients: [{ id: 'row', user_id: 'me', user_name: 'Ann', channels: ['email', 'in_app'] }],
    }),
  ).toEqual([])
  expect(
    differencesOf(rule, {
      ...rule,
      severity: 'high',
      scope_type: 'cameras',
      camera_ids: ['gate'],
      recipients: [],
    }),
  ).toEqual(['severity', 'recipients', 'scope'])
})

it('a rule by a sentence is off until its version judges; the others tell at once', () => {
  const fields = { ...fieldsAtFirst('me'), name: ' Gate ', event_category: 'intrusion' as const }
  expect(newRuleOf(fields, 'words')).toMatchObject({
    name: 'Gate',
    enabled: false,
    rule_kind: 'camera_event',
  })
  expect(newRuleOf(fields, 'words').event_category).toBeUndefined()
  expect(newRuleOf(fields, 'at_once')).toMatchObject({ event_category: 'intrusion' })
  expect(newRuleOf(fields, 'at_once').enabled).toBeUndefined()
  expect(newRuleOf(fields, 'outage')).toMatchObject({
    rule_kind: 'system_event',
    system_trigger: 'camera_offline',
  })
})
