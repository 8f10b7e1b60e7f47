import { expect, test } from 'vitest'
import type { CameraEventListener } from '../onvif/camera-event-feed.js'
import type { OnvifEvent } from '../onvif/onvif-event.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { CameraEvents } from './camera-events.js'

const target = { cameraId: 'c1', host: '10.0.0.7', port: 80, credentials: null, channels: null }
const event: OnvifEvent = { topic: 't', category: 'motion', rawSource: '', rawData: {}, arrivedAtMs: 1 }

function scene() {
  const clock = createFakeClock()
  const listeners: CameraEventListener[] = []
  const heard: string[] = []
  const ended: string[] = []
  const events = new CameraEvents(
    target,
    {
      onEvent: ({ topic }) => heard.push(topic),
      onStillActive: ({ topic }) => heard.push(`${topic} lasts`),
      onHealth: ({ state }) => heard.push(state),
    },
    {
      clock,
      listenToEvents: (_target, listener, signal) => {
        listeners.push(listener)
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended.push('unsubscribed')
            resolve()
          })
        })
      },
    },
  )
  return { clock, events, listeners, heard, ended }
}

test('begins two seconds after the pictures, once, however often they begin anew', async () => {
  const { clock, events, listeners } = scene()
  await clock.advance(60_000)
  expect(listeners).toEqual([])
  events.begin()
  await clock.advance(1900)
  events.begin()
  await clock.advance(1900)
  expect(listeners).toEqual([])
  await clock.advance(100)
  events.begin()
  await clock.advance(10_000)
  expect(listeners).toHaveLength(1)
  await events.stop()
})

test('hands on what it hears, and keeps the newest health', async () => {
  const { clock, events, listeners, heard } = scene()
  expect(events.health.state).toBe('off')
  events.begin()
  await clock.advance(2000)
  listeners[0]?.onHealth({ ...events.health, state: 'subscribed' })
  listeners[0]?.onEvent(event)
  listeners[0]?.onStillActive?.(event)
  expect([heard, events.health.state]).toEqual([['subscribed', 't', 't lasts'], 'subscribed'])
  await events.stop()
})

test('refused with the account, it begins anew once that is let in, and not where it stands', async () => {
  const { clock, events, ended, listeners } = scene()
  events.begin()
  await clock.advance(2000)
  listeners[0]?.onHealth({ ...events.health, state: 'subscribed' })
  await events.accountAccepted()
  await clock.advance(10_000)
  expect([listeners.length, ended]).toEqual([1, []])
  listeners[0]?.onHealth({ ...events.health, state: 'degraded' })
  await events.accountAccepted()
  await clock.advance(2000)
  expect([listeners.length, ended]).toEqual([2, ['unsubscribed']])
  await events.stop()
})

test('stopped, it has unsubscribed; stopped before it began, it never begins', async () => {
  const { clock, events, ended } = scene()
  events.begin()
  await clock.advance(2000)
  await events.stop()
  expect(ended).toEqual(['unsubscribed'])
  const other = scene()
  other.events.begin()
  await other.events.stop()
  other.events.begin()
  await other.clock.advance(10_000)
  expect([other.listeners, other.clock.waiting]).toEqual([[], 0])
})
