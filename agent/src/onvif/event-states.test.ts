import { describe, expect, test } from 'vitest'
import type { EventMessage } from './event-message.js'
import { EventStates, type Meaning } from './event-states.js'

const message = (
  value: string | null,
  operation: EventMessage['operation'] = 'changed',
  topic = 'tns1:VideoSource/MotionAlarm',
  source = 'A',
): EventMessage => ({
  topic,
  utcTime: '',
  operation,
  source: [{ name: 'Source', value: source }],
  data: value === null ? [] : [{ name: 'State', value }],
})

/** What each message means, given with its second. */
function meanings(...told: [number, EventMessage, boolean?][]): Meaning[] {
  const states = new EventStates()
  return told.map(([atSec, one, isListing = false]) => states.take(one, atSec * 1000, isListing).meaning)
}

describe('a property', () => {
  test('begins where it goes from false to true, each time', () => {
    const [on, off] = [message('true'), message('false')]
    expect(meanings([0, off], [5, on], [6, off], [9, on])).toEqual(['nothing', 'begins', 'nothing', 'begins'])
  })

  test('begins though nothing was heard of it before', () => {
    expect(meanings([5, message('true', null)])).toEqual(['begins'])
  })

  test('is state while the camera lists, unless it says that it changed', () => {
    expect(meanings([0, message('true', 'initialized'), true])).toEqual(['nothing'])
    expect(meanings([0, message('true', null), true])).toEqual(['nothing'])
    expect(meanings([0, message('true', 'changed'), true])).toEqual(['begins'])
  })

  test('that is deleted is no event, and forgotten', () => {
    expect(meanings([0, message('true')], [1, message('true', 'deleted')], [2, message('true')])).toEqual([
      'begins',
      'nothing',
      'begins',
    ])
  })

  test('that goes on across a new subscription begins no second time', () => {
    const listed = message('true', 'initialized')
    const told = meanings([0, message('true')], [10, listed, true], [12, message('true')])
    expect(told).toEqual(['begins', 'nothing', 'lasts'])
    expect(meanings([0, message('true')], [600, listed, true])).toEqual(['begins', 'nothing'])
  })

  test('that was false before a new subscription began meanwhile', () => {
    const told = meanings([0, message('false')], [60, message('true', 'initialized'), true])
    expect(told).toEqual(['nothing', 'begins'])
  })

  test('begins where it is created and true at once, and nobody asked for states', () => {
    const appears = message('true', 'initialized', 'tns1:RuleEngine/FieldDetector/ObjectsInside', '26080')
    const [gone, elsewhere] = [{ ...appears, operation: 'deleted' as const }, message('false', 'initialized')]
    expect(meanings([29, appears], [30, appears], [32, appears])).toEqual(['begins', 'nothing', 'lasts'])
    expect(meanings([0, appears, true], [1, gone], [5, appears])).toEqual(['nothing', 'nothing', 'begins'])
    expect(meanings([0, elsewhere, true], [9, elsewhere], [20, message('true', 'initialized')])).toEqual([
      'nothing',
      'nothing',
      'begins',
    ])
  })

  test('that a camera lists again unasked is no second event, nor one that was so before we listened', () => {
    const again = message('true', 'initialized')
    expect(meanings([0, message('true')], [60, again])).toEqual(['begins', 'lasts'])
    expect(meanings([0, again, true], [60, again], [900, again])).toEqual(['nothing', 'nothing', 'nothing'])
    const ended: [number, EventMessage][] = [
      [0, message('true')],
      [5, message('false')],
      [10, message('true')],
      [900, again],
    ]
    expect(meanings(...ended)).toEqual(['begins', 'nothing', 'begins', 'lasts'])
  })

  test('of a camera that calls each of its words the first, and never tells of an end, begins anew', () => {
    const [one, later] = [message('true', 'initialized'), message('true', 'initialized')]
    expect(meanings([0, one], [400, later])).toEqual(['begins', 'begins'])
  })

  test('that is true again and again is one event, and lasts, at most every 2.5 s', () => {
    const told = meanings(
      ...Array.from({ length: 12 }, (_, sec): [number, EventMessage] => [sec, message('true')]),
    )
    expect(told[0]).toBe('begins')
    expect(told.filter((meaning) => meaning === 'lasts')).toHaveLength(3)
    expect(told.filter((meaning) => meaning === 'begins')).toHaveLength(1)
  })

  test('without an end begins anew after half a minute of silence', () => {
    expect(meanings([0, message('true')], [31, message('true')])).toEqual(['begins', 'begins'])
  })

  test('false again and again is nothing', () => {
    expect(meanings([0, message('false')], [1, message('false')], [2, message('false')])).toEqual(
      Array.from({ length: 3 }, () => 'nothing'),
    )
  })

  test('that flickers is one event a second', () => {
    const told = meanings([0, message('true')], [0.2, message('false')], [0.4, message('true')])
    expect(told).toEqual(['begins', 'nothing', 'nothing'])
  })

  test('is its own by source, whatever prefix, blank or tail its topic has', () => {
    const other = message('true', 'changed', 'tns1:VideoSource/MotionAlarm', 'B')
    const same = message('true', 'changed', ' foo:VideoSource/foo:MotionAlarm//.')
    expect(meanings([0, message('true')], [0, other], [1, same])).toEqual(['begins', 'begins', 'nothing'])
  })
})

describe('what happens at a moment', () => {
  test('may be called the first of its kind, but while the camera lists', () => {
    const crossed = message(null, 'initialized')
    expect(meanings([0, crossed, true], [5, crossed])).toEqual(['nothing', 'begins'])
  })

  test('is one event as long as the moments are close', () => {
    const crossed = message(null)
    expect(meanings([0, crossed], [2, crossed], [6, crossed], [30, crossed])).toEqual([
      'begins',
      'nothing',
      'lasts',
      'begins',
    ])
  })

  test.each([
    'tns1:Monitoring/ProcessorUsage',
    'tns1:Device/HardwareFailure/FanFailure',
    'tns1:Media/ProfileChanged',
  ])('in the device itself is none: %s', (topic) => {
    expect(meanings([0, message(null, 'changed', topic)])).toEqual(['nothing'])
  })
})

describe('what was noise', () => {
  const unknown = 'tns1:Vendor/Thing'
  /** From `fromSec` on for two minutes, which takes the first of them from being noise; the last word is true. */
  const flickers = (): [number, EventMessage][] =>
    Array.from({ length: 481 }, (_, at) => [at / 4, message(String(at % 2 === 0), 'changed', unknown)])
  const pulses = (): [number, EventMessage][] =>
    Array.from({ length: 241 }, (_, at) => [at / 2, message(null, 'changed', unknown)])
  /** What is told of the seconds from 120 on. */
  const after = (before: [number, EventMessage][], told: [number, EventMessage][]) =>
    meanings(...before, ...told).slice(before.length)

  test('is reported again once it behaves: moments that are close', () => {
    const told = Array.from({ length: 60 }, (_, at): [number, EventMessage] => [
      125 + at * 5,
      message(null, 'changed', unknown),
    ])
    const said = after(pulses(), told)
    expect(said.slice(0, 10)).not.toContain('begins')
    expect(said.filter((meaning) => meaning === 'begins')).toHaveLength(1)
    expect(said.at(-1)).toBe('lasts')
  })

  test('is reported again once it behaves: a property that changes', () => {
    const [on, off] = [message('true', 'changed', unknown), message('false', 'changed', unknown)]
    const told = [300, 310, 320, 330].map((sec): [number, EventMessage] => [sec, sec % 20 === 0 ? off : on])
    expect(after(flickers(), told)).toEqual(['nothing', 'begins', 'nothing', 'begins'])
  })

  test.each(['changed', 'initialized'] as const)(
    'is reported once it behaves, though it has been true since, and is repeated: %s',
    (operation) => {
      const told = Array.from({ length: 60 }, (_, at): [number, EventMessage] => [
        125 + at * 5,
        message('true', operation, unknown),
      ])
      const said = after(flickers(), told)
      expect(said.slice(0, 10)).not.toContain('begins')
      expect(said.filter((meaning) => meaning === 'begins')).toHaveLength(1)
      expect(said.at(-1)).toBe('lasts')
    },
  )
})

describe('what lasts without a word', () => {
  const lastingFor = (states: EventStates, fromSec: number) => {
    let told = 0
    for (let sec = fromSec; sec < fromSec + 900; sec += 1) told += states.lasting(sec * 1000).length
    return told
  }

  test('is believed for half a minute where the camera never told of an end', () => {
    const states = new EventStates()
    states.take(message('true'), 0, false)
    expect(lastingFor(states, 0)).toBe(9)
  })

  test('is believed for five minutes where it did', () => {
    const states = new EventStates()
    for (const [atSec, value] of [
      [0, 'true'],
      [5, 'false'],
      [10, 'true'],
    ] as const) {
      states.take(message(value), atSec * 1000, false)
    }
    expect(lastingFor(states, 10)).toBe(99)
  })

  test('is not told of what was so before we listened, nor of what is over', () => {
    const states = new EventStates()
    states.take(message('true', 'initialized'), 0, true)
    states.take(message('true', 'changed', 'tns1:Other'), 0, false)
    states.take(message('false', 'changed', 'tns1:Other'), 1000, false)
    expect(lastingFor(states, 0)).toBe(0)
  })
})

test('a camera that makes up properties without end is remembered within bounds', () => {
  const states = new EventStates()
  for (let number = 0; number < 5000; number += 1) {
    states.take(message('true', 'changed', 'tns1:Other', String(number)), 0, false)
  }
  expect(states.lasting(6000).length).toBeLessThanOrEqual(500)
})
