import { expect, test } from 'vitest'
import { CameraEventFeed } from './camera-event-feed.js'
import type { EventMessage } from './event-message.js'

const moved = (source: string): EventMessage => ({
  topic: 'tns1:VideoSource/MotionAlarm',
  utcTime: '',
  operation: 'changed',
  source: [{ name: 'Source', value: source }],
  data: [{ name: 'State', value: 'true' }],
})

const ignoresHealth = { onHealth: () => undefined }

/** The events of a camera that sends so many new sources each half second, for a minute. */
function flood(perPull: number) {
  const made = { events: 0, lasting: 0 }
  const feed = new CameraEventFeed({
    ...ignoresHealth,
    onEvent: () => (made.events += 1),
    onStillActive: () => (made.lasting += 1),
  })
  for (let ms = 0, source = 0; ms < 60_000; ms += 500) {
    const at = { nowMs: ms, monotonicMs: ms }
    for (let count = 0; count < perPull; count += 1) feed.take(moved(`s${source++}`), at, false)
    feed.tick(at)
  }
  return made
}

test('a camera that makes up sources makes few events, and lengthens few recordings', () => {
  const { events, lasting } = flood(200)
  expect(events + lasting).toBeLessThanOrEqual(20 + 60)
  expect(events).toBeGreaterThan(20)
})

test('what comes so often that it is no event is said while it lasts', () => {
  const health: (number | null)[] = []
  const feed = new CameraEventFeed({
    onEvent: () => undefined,
    onHealth: ({ noisePerMinute = null }) => health.push(noisePerMinute),
  })
  const noise = { ...moved('1'), topic: 'tnsmaker:Nobody/Has/Heard/Of', data: [] }
  for (let ms = 0; ms < 120_000; ms += 333) feed.take(noise, { nowMs: ms, monotonicMs: ms }, false)
  expect(health.at(-1)).toBe(180)
  for (let ms = 120_000; ms < 300_000; ms += 1000) feed.tick({ nowMs: ms, monotonicMs: ms })
  expect(health.at(-1)).toBeNull()
  // Not with every message.
  expect(health.length).toBeLessThan(6)
})

test('all rules of a camera may go off at once, and again', () => {
  const events: string[] = []
  const feed = new CameraEventFeed({ ...ignoresHealth, onEvent: ({ rawSource }) => events.push(rawSource) })
  const sources = Array.from({ length: 20 }, (_, index) => `rule ${index}`)
  for (const ms of [0, 60_000]) {
    for (const source of sources) feed.take(moved(source), { nowMs: ms, monotonicMs: ms }, false)
  }
  expect(events).toHaveLength(40)
})
