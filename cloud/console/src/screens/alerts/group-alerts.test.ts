import { expect, it } from 'vitest'
import type { Alert } from '../../api/alerts.js'
import { groupAlerts } from './group-alerts.js'

const alert = (id: string, group: string | null): Alert => ({
  id,
  rule_id: 'rule',
  rule_name: 'Rule',
  event_id: null,
  camera_id: null,
  status: 'new',
  fired_at: '2026-03-12T20:00:00.000Z',
  acknowledged_at: null,
  group_id: group,
})

it.each([
  [[], []],
  [
    [
      ['a', null],
      ['b', null],
    ],
    [['a'], ['b']],
  ],
  [
    [
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'x'],
      ['d', null],
    ],
    [['a', 'c'], ['b'], ['d']],
  ],
] as const)('%j as rows %j', (alerts, rows) => {
  const groups = groupAlerts(alerts.map(([id, group]) => alert(id, group)))
  expect(groups.map((group) => group.alerts.map(({ id }) => id))).toEqual(rows)
  for (const { newest, alerts: all } of groups) expect(all[0]).toBe(newest)
})
