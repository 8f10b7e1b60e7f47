import { expect, it } from 'vitest'
import { questionsOf, readNotice } from './notice.js'

it.each([
  ['change', '{"kind":"alert","change":"created","id":"a"}', { type: 'change', kind: 'alert', id: 'a' }],
  ['change', '{"kind":"something new","id":"a"}', null],
  ['change', 'no json', null],
  // What follows it says the same: once is enough.
  ['reset', '{"reason":"access"}', null],
  ['ready', '{"resumed":true}', null],
  ['ready', '{"resumed":false}', { type: 'everything' }],
  ['resync', '{"reason":"access"}', { type: 'everything' }],
  ['end', '{"reason":"restarting"}', null],
  [null, null, null],
])('%s %s', (event, data, notice) => {
  expect(readNotice(event, data)).toEqual(notice)
})

it('a change makes what shows it old, and nothing else', () => {
  expect(questionsOf({ type: 'change', kind: 'clip', id: 'e' })).toEqual([
    ['events'],
    ['event', 'e'],
    ['why', 'e'],
    ['timeline'],
  ])
  expect(questionsOf({ type: 'change', kind: 'delivery', id: 'd' })).toEqual([['webhooks']])
  expect(questionsOf({ type: 'change', kind: 'inbox', id: 'n' })).toEqual([['inbox']])
  expect(questionsOf({ type: 'everything' })).toBeNull()
})
