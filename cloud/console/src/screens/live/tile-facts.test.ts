import { expect, it } from 'vitest'
import type { Alert } from '../../api/alerts.js'
import type { EventItem } from '../../api/events.js'
import { eventsNow, secondsOf, untakenByCamera } from './tile-facts.js'

const nowMs = Date.parse('2026-05-04T12:00:00.000Z')
const event = (camera: string, secondsAgo: number, more: Partial<EventItem> = {}) =>
  ({
    id: `${camera}-${secondsAgo}`,
    camera_id: camera,
    triggered_at: new Date(nowMs - secondsAgo * 1000).toISOString(),
    duration_sec: 10,
    clip_status: 'ready',
    ...more,
  }) as EventItem

it('what is recorded now is told, and what was over a minute ago is not', () => {
  const recording = event('gate', 90, { clip_status: 'recording', duration_sec: null })
  const now = eventsNow([event('yard', 65), recording, event('dock', 75)], nowMs)
  expect([...now.keys()]).toEqual(['yard', 'gate'])
})

it('a recording whose end never came is not believed for ever', () => {
  expect(eventsNow([event('gate', 601, { clip_status: 'recording' })], nowMs).size).toBe(0)
})

it('the newest of a camera is told, with how long it lasts', () => {
  const events = [event('gate', 5, { clip_status: 'recording', duration_sec: null }), event('gate', 20)]
  const [now] = eventsNow(events, nowMs).values()
  expect(now && secondsOf(now, nowMs)).toBe(5)
  expect(secondsOf(event('gate', 20), nowMs)).toBe(10)
})

it('an alert stays with its camera until it is taken', () => {
  const alert = (id: string, camera: string | null, status: Alert['status']) =>
    ({ id, camera_id: camera, status }) as Alert
  const untaken = untakenByCamera([
    alert('1', 'gate', 'acknowledged'),
    alert('2', 'gate', 'new'),
    alert('3', 'gate', 'new'),
    alert('4', null, 'new'),
  ])
  expect([...untaken].map(([camera, { id }]) => [camera, id])).toEqual([['gate', '2']])
})
