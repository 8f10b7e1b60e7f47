import { expect, test } from 'vitest'
import type { EventMessage } from './event-message.js'
import { EventStates } from './event-states.js'

const told = (topic: string, value: string | null, source = '1'): EventMessage => ({
  topic,
  utcTime: '',
  operation: 'changed',
  source: [{ name: 'Source', value: source }],
  data: value === null ? [] : [{ name: 'State', value }],
})

/** Takes what a camera tells every so many ms, for so long. @returns the seconds in which it means something */
function meant(
  states: EventStates,
  everyMs: number,
  [fromSec, untilSec]: [number, number],
  of: (n: number) => EventMessage,
) {
  const seconds: number[] = []
  for (let ms = fromSec * 1000, n = 0; ms < untilSec * 1000; ms += everyMs, n += 1) {
    if (states.take(of(n), ms, false).meaning !== 'nothing') seconds.push(ms / 1000)
  }
  return seconds
}

const log = 'tnsmaker:Nobody/Has/Heard/Of'

test.each<[string, (n: number) => EventMessage]>([
  ['at moments', () => told(log, null)],
  ['at moments, each of another source', (n) => told(log, null, String(n))],
  ['as a state that flickers', (n) => told(log, String(n % 2 === 0))],
  ['as states that it makes up', (n) => told(log, 'true', String(n))],
])('what comes thrice a second and nobody knows records for a minute at most: %s', (_how, of) => {
  const states = new EventStates()
  const seconds = meant(states, 333, [0, 600], of)
  expect(seconds.length).toBeGreaterThan(0)
  expect(seconds.at(-1)).toBeLessThan(60)
  expect(states.noisePerMinute(600_000)).toBeGreaterThan(60)
  for (let sec = 600; sec < 900; sec += 1) expect(states.lasting(sec * 1000)).toEqual([])
})

test('it is an event again once it has been rare for a minute, and no noise any more', () => {
  const states = new EventStates()
  meant(states, 333, [0, 300], () => told(log, null))
  expect(states.noisePerMinute(300_000)).toBe(180)
  const seconds = meant(states, 30_000, [310, 600], () => told(log, null))
  expect(seconds[0]).toBeLessThanOrEqual(430)
  expect(states.noisePerMinute(600_000)).toBeNull()
})

test('a line over a busy street is crossed all the time', () => {
  const states = new EventStates()
  const crossed = () => told('tns1:RuleEngine/LineDetector/Crossed', null)
  expect(meant(states, 500, [0, 3600], crossed).at(-1)).toBeGreaterThan(3590)
  expect(states.noisePerMinute(3_600_000)).toBeNull()
})

test('what is told seldom, beside noise, is an event', () => {
  const states = new EventStates()
  meant(states, 333, [0, 120], () => told(log, null))
  expect(states.take(told('tns1:VideoSource/MotionAlarm', 'true'), 121_000, false).meaning).toBe('begins')
  expect(states.take(told('tnsmaker:Other', null), 121_000, false).meaning).toBe('begins')
})

test('the log of the device records nothing at all, and is told of as what it is', () => {
  const states = new EventStates()
  expect(meant(states, 333, [0, 120], () => told('tns1:Device/tnsmaker:Logs', null))).toEqual([])
  expect(states.noisePerMinute(120_000)).toBe(180)
})

test('what a device tells of itself now and then, and the list of its states, are no noise', () => {
  const states = new EventStates()
  expect(meant(states, 2000, [0, 300], () => told('tns1:Monitoring/ProcessorUsage', '37'))).toEqual([])
  for (let n = 0; n < 200; n += 1)
    states.take(told('tns1:Device/HardwareFailure/FanFailure', 'true', String(n)), 300_000, true)
  expect(states.noisePerMinute(300_000)).toBeNull()
})
