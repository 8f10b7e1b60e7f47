import { expect, test } from 'vitest'
import { instantWriter } from './write-instants.js'

test('instants are written as dates are, in whatever order they come', () => {
  const write = instantWriter()
  const times = [
    '2026-03-14T12:00:00.000Z',
    '2026-03-14T23:59:59.999Z',
    '2026-03-15T00:00:00.000Z',
    '2026-03-14T00:00:00.001Z',
    '1970-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '2028-02-29T09:08:07.065Z',
    '9999-12-31T23:59:59.999Z',
  ]
  expect(times.map((time) => write(Date.parse(time)))).toEqual(times)
})

test('what is no instant is refused', () => {
  expect(() => instantWriter()(Number.NaN)).toThrow(RangeError)
})
