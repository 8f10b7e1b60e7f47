import { expect, test } from 'vitest'
import { CameraEventFeed } from './camera-event-feed.js'
import { EventFanOut } from './event-fan-out.js'
import type { EventMessage } from './event-message.js'
import type { EventsHealth } from './onvif-event.js'

const all = ['s1', 's2'].map((token) => ({ token, name: token, aliases: [] }))
const at = (second: number) => ({ nowMs: 1_700_000_000_000 + second * 1000, monotonicMs: second * 1000 })

const motion = (
  source: string,
  value: string,
  operation: EventMessage['operation'] = 'changed',
): EventMessage => ({
  topic: 'tns1:VideoSource/MotionAlarm',
  utcTime: '',
  operation,
  source: [{ name: 'Source', value: source }],
  data: [{ name: 'State', value }],
})

/** A camera that is a channel, and what it hears. */
function camera(number: 1 | 2) {
  const heard: string[] = []
  const states: EventsHealth[] = []
  const own = all[number - 1]
  if (own === undefined) throw new Error('no such channel')
  const feed = new CameraEventFeed(
    {
      onEvent: ({ rawSource }) => heard.push(rawSource),
      onStillActive: ({ rawSource }) => heard.push(`${rawSource} lasts`),
      onHealth: (health) => states.push(health),
    },
    { own, all },
  )
  return { feed, heard, health: () => states.at(-1) }
}

test('each camera hears of its channel, and knows how the one subscription stands', () => {
  const shared = new EventFanOut()
  const [one, two] = [camera(1), camera(2)]
  shared.join(one.feed, at(0))
  shared.join(two.feed, at(0))
  shared.moveTo('subscribed', null)
  shared.renewed(5)
  shared.take(motion('s2', 'true'), at(1), false)
  shared.tick(at(5))
  expect([one.heard, two.heard]).toEqual([[], ['Source=s2', 'Source=s2 lasts']])
  expect(one.health()).toMatchObject({ state: 'subscribed', lastRenewAt: 5, lastEventAt: null })
  expect(two.health()).toMatchObject({ lastEventAt: at(1).nowMs, topicsSeen: { motion: true } })
})

test('who joins later hears what was said as state: it is no event, and repeats of it are none', () => {
  const shared = new EventFanOut()
  shared.moveTo('subscribed', null)
  shared.renewed(7)
  shared.take(motion('s1', 'true'), at(0), false)
  const late = camera(1)
  shared.join(late.feed, at(1))
  expect(late.health()).toMatchObject({ state: 'subscribed', lastRenewAt: 7 })
  shared.take(motion('s1', 'true', null), at(2), false)
  expect(late.heard).toEqual([])
  shared.take(motion('s1', 'false'), at(3), false)
  shared.take(motion('s1', 'true'), at(5), false)
  expect(late.heard).toEqual(['Source=s1'])
})

test('who has left hears nothing any more, and the others go on', () => {
  const shared = new EventFanOut()
  const [one, two] = [camera(1), camera(2)]
  shared.join(one.feed, at(0))
  shared.join(two.feed, at(0))
  shared.leave(one.feed)
  shared.take(motion('s1', 'true'), at(1), false)
  shared.take(motion('s2', 'true'), at(1), false)
  shared.moveTo('degraded', 'silence')
  expect([one.heard, two.heard, shared.isEmpty]).toEqual([[], ['Source=s2'], false])
  expect([one.health()?.state, two.health()?.state]).toEqual(['off', 'degraded'])
  shared.leave(two.feed)
  expect(shared.isEmpty).toBe(true)
})

test('properties that a device makes up without end are remembered within bounds', () => {
  const shared = new EventFanOut()
  for (let number = 0; number < 3000; number += 1)
    shared.take(motion(`made up ${number}`, 'true'), at(0), false)
  let told = 0
  shared.join({ take: () => (told += 1), tick: () => {}, moveTo: () => {}, renewed: () => {} }, at(1))
  expect(told).toBe(500)
})
