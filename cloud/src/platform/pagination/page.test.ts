import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../errors.js'
import { openKeyRing } from '../secrets/keys.js'
import { decodeCursor, encodeCursor, toPage } from './page.js'

const keys = openKeyRing(randomBytes(32).toString('hex'))
const Position = z.object({ id: z.string() })

test('a cursor leads back to its position', () => {
  const cursor = encodeCursor(keys, 'sites', { id: 'a' })
  expect(decodeCursor(keys, 'sites', cursor, Position)).toEqual({ id: 'a' })
})

test('a cursor of another list, another service, or nobody is refused', () => {
  const cursor = encodeCursor(keys, 'sites', { id: 'a' })
  const stranger = openKeyRing(randomBytes(32).toString('hex'))
  const forged = Buffer.from(cursor, 'base64url')
  forged[forged.length - 2] = 0x62
  const refused: [string, string][] = [
    ['users', cursor],
    ['sites', encodeCursor(stranger, 'sites', { id: 'a' })],
    ['sites', forged.toString('base64url')],
    ['sites', ''],
    ['sites', 'eyJpZCI6ImEifQ'],
    ['sites', encodeCursor(keys, 'sites', { other: 1 })],
  ]
  for (const [list, text] of refused) {
    expect(() => decodeCursor(keys, list, text, Position)).toThrow(AppError)
  }
})

const pageOf = (rows: readonly number[], limit: number) =>
  toPage(rows, { limit, total: 9, keys, list: 'numbers', positionOf: (n) => ({ n }), toItem: String })

test('a page has a next one only if a row too many was read', () => {
  const full = pageOf([1, 2, 3], 2)
  expect(full.data).toEqual(['1', '2'])
  expect(decodeCursor(keys, 'numbers', full.next_cursor ?? '', z.object({ n: z.number() }))).toEqual({ n: 2 })
  expect(pageOf([1, 2], 2)).toEqual({ data: ['1', '2'], next_cursor: null, total: 9 })
  expect(pageOf([], 2)).toEqual({ data: [], next_cursor: null, total: 9 })
})
