import { expect, it } from 'vitest'
import { reasonOf } from './check.js'

const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`)

it.each<[string, unknown, string]>([
  ['alone', new Error('no room\nat line 3'), 'no room'],
  [
    'with its cause',
    new Error('fetch failed', { cause: refused('::1:443') }),
    'fetch failed: connect ECONNREFUSED ::1:443',
  ],
  [
    'of each address of a name',
    new TypeError('fetch failed', {
      cause: new AggregateError([refused('::1:443'), refused('127.0.0.1:443')], ''),
    }),
    'fetch failed: connect ECONNREFUSED ::1:443; connect ECONNREFUSED 127.0.0.1:443',
  ],
  ['that says nothing', new RangeError(''), 'RangeError'],
  ['that is none', 'gone', 'gone'],
])('an error is said %s', (_, error, said) => {
  expect(reasonOf(error)).toBe(said)
})
