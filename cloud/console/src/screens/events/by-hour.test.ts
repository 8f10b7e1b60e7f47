import { expect, it } from 'vitest'
import type { EventItem } from '../../api/events.js'
import { zoneNotKnownYet } from '../../time/zone.js'
import { byHour, topsOf } from './by-hour.js'

const event = (id: string, at: string): EventItem => ({
  id,
  camera_id: 'camera',
  camera_name: 'Gate',
  camera_deleted: false,
  event_category: 'motion',
  trigger_topic: '',
  trigger_source: 'onvif',
  triggered_at: at,
  duration_sec: 8,
  summary: null,
  tags: [],
  ai_status: 'pending',
  acknowledged: false,
  acknowledged_by: null,
  acknowledged_at: null,
  starred: false,
  notes: null,
  recording_source: 'gateway',
  ai_severity: null,
  snapshot_url: null,
})

const said = (rows: ReturnType<typeof byHour>) =>
  rows.map((row) => (row.kind === 'hour' ? `${row.day} ${row.hour}` : row.event.id))

it('puts each hour before its events, by the clock of the zone', () => {
  const rows = byHour(
    [
      event('d', '2026-03-12T23:10:00.000Z'),
      event('c', '2026-03-12T22:59:59.000Z'),
      event('b', '2026-03-12T22:00:00.000Z'),
      event('a', '2026-03-10T22:30:00.000Z'),
    ],
    'Europe/Berlin',
  )
  expect(said(rows)).toEqual(['2026-03-13 0', 'd', '2026-03-12 23', 'c', 'b', '2026-03-10 23', 'a'])
})

it('knows zones whose hours begin at another minute', () => {
  const rows = byHour(
    [event('b', '2026-03-12T20:16:00.000Z'), event('a', '2026-03-12T20:14:00.000Z')],
    'Asia/Kathmandu',
  )
  expect(said(rows)).toEqual(['2026-03-13 2', 'b', '2026-03-13 1', 'a'])
})

it('says no hour before the zone is known', () => {
  const rows = byHour([event('b', '2026-03-12T20:16:00.000Z')], zoneNotKnownYet)
  expect(said(rows)).toEqual(['b'])
})

it('says where each row begins', () => {
  const rows = byHour([event('b', '2026-03-12T20:16:00.000Z'), event('a', '2026-03-12T20:14:00.000Z')], 'UTC')
  expect(topsOf(rows, { hour: 30, event: 86 })).toEqual([0, 30, 116, 202])
})
