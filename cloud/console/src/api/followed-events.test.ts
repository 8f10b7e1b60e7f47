import { expect, it } from 'vitest'
import type { EventItem } from './events.js'
import { followedEvents, noChanges, withRead } from './followed-events.js'

const event = (id: string, minute: number, summary: string | null = null): EventItem => ({
  id,
  camera_id: 'camera',
  camera_name: 'Gate',
  camera_deleted: false,
  event_category: 'motion',
  trigger_topic: '',
  trigger_source: 'onvif',
  triggered_at: new Date(Date.UTC(2026, 2, 12, 21, minute)).toISOString(),
  duration_sec: 8,
  summary,
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

const read = [event('c', 30), event('b', 20), event('a', 10)]
const start = noChanges('start')
const none: ReadonlySet<string> = new Set()
const change = (data: readonly EventItem[], removed: readonly string[] = []) =>
  withRead(start, { data, removed, total: 3, token: 'next' })
const idsOf = (events: readonly EventItem[]) => events.map(({ id }) => id)

it('is what was read while nothing changed', () => {
  expect(followedEvents(read, start, { letIn: none, hasMore: true })).toEqual({ events: read, waiting: [] })
})

it('shows what changed in its place, and not what went', () => {
  const changes = change([event('b', 20, 'a person')], ['a'])
  const { events, waiting } = followedEvents(read, changes, { letIn: none, hasMore: true })
  expect(idsOf(events)).toEqual(['c', 'b'])
  expect(events[1]?.summary).toBe('a person')
  expect(waiting).toEqual([])
})

it('has new ones wait until they are let in, each in its place', () => {
  const changes = change([event('e', 40), event('d', 25)])
  const before = followedEvents(read, changes, { letIn: none, hasMore: true })
  expect(idsOf(before.events)).toEqual(['c', 'b', 'a'])
  expect(before.waiting).toEqual(['e', 'd'])
  const after = followedEvents(read, changes, { letIn: new Set(before.waiting), hasMore: true })
  expect(idsOf(after.events)).toEqual(['e', 'c', 'd', 'b', 'a'])
  expect(after.waiting).toEqual([])
})

it('leaves what is older than all that was read to its own page', () => {
  const changes = change([event('0', 5)])
  expect(followedEvents(read, changes, { letIn: none, hasMore: true }).waiting).toEqual([])
  expect(followedEvents(read, changes, { letIn: none, hasMore: false }).waiting).toEqual(['0'])
})

it('keeps what went and came back', () => {
  const gone = change([], ['b'])
  const back = withRead(gone, { data: [event('b', 20)], removed: [], total: 3, token: 'later' })
  expect(idsOf(followedEvents(read, back, { letIn: none, hasMore: true }).events)).toEqual(['c', 'b', 'a'])
  expect(back.token).toBe('later')
})

it('lets them in at once where nothing stands yet', () => {
  const { events, waiting } = followedEvents([], change([event('a', 10)]), { letIn: none, hasMore: false })
  expect(idsOf(events)).toEqual(['a'])
  expect(waiting).toEqual([])
})
