import { expect, test } from 'vitest'
import type { EventMessage } from './event-message.js'
import { StateListing } from './state-listing.js'

type Operation = EventMessage['operation']

const saying = (operation: Operation): EventMessage => ({
  topic: 'tns1:VideoSource/MotionAlarm',
  utcTime: '',
  operation,
  source: [],
  data: [{ name: 'State', value: 'true' }],
})

/** Answers as second of the request, second of the answer, and what its messages say. */
type Answer = readonly [askedSec: number, answeredSec: number, ...operations: Operation[]]

function listed(answers: readonly Answer[], answerMs = 10): boolean[] {
  const listing = new StateListing({ sinceMs: 0, answerMs, withinMs: 10_000 })
  return answers.map(([askedSec, answeredSec, ...operations]) =>
    listing.take(operations.map(saying), askedSec * 1000, answeredSec * 1000),
  )
}

test.each<[string, readonly Answer[], boolean[]]>([
  ['at once', [[0, 0.05, 'initialized', 'initialized']], [true]],
  ['by a device that says of nothing what it is', [[0, 0.05, null]], [true]],
  ['by a slow device', [[0, 8, 'initialized']], [true]],
  [
    'after an empty answer',
    [
      [0, 0.1],
      [0.5, 5, 'initialized'],
    ],
    [false, true],
  ],
  [
    'after a change',
    [
      [0, 0.1, 'changed'],
      [0.5, 3, 'initialized'],
    ],
    [false, true],
  ],
  [
    'in pieces',
    [
      [0, 0.1, 'initialized'],
      [0.5, 0.6, 'initialized'],
      [1, 1.1, 'initialized'],
    ],
    [true, true, true],
  ],
  [
    'in pieces, slowly',
    [
      [0, 0.6, 'initialized'],
      [0.6, 1.4, 'initialized'],
    ],
    [true, true],
  ],
])('a camera lists its states %s', (_how, answers, expected) => {
  expect(listed(answers)).toEqual(expected)
})

test.each<[string, readonly Answer[], boolean[]]>([
  [
    'once the camera had listed, and waited for something to happen',
    [
      [0, 0.05, 'initialized'],
      [0.5, 1.2, 'initialized'],
      [1.7, 1.8, 'initialized'],
    ],
    [true, false, false],
  ],
  [
    'once it had told of a change, or had nothing to tell',
    [
      [0, 0.05, 'initialized'],
      [0.5, 0.6, 'changed'],
      [1, 1.1, 'initialized'],
    ],
    [true, false, false],
  ],
  ['half a minute later', [[20, 29, 'initialized']], [false]],
  ['after seconds, by a device that says of nothing what it is', [[0, 4, null]], [false]],
])('no listing is what comes %s', (_when, answers, expected) => {
  expect(listed(answers)).toEqual(expected)
})

test('a device that is slow in everything, and says of nothing what it is, lists late too', () => {
  expect(listed([[0, 4, null]], 3000)).toEqual([true])
})
