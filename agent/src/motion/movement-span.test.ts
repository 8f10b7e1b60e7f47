import { expect, it } from 'vitest'
import { MovementSpan } from './movement-span.js'

it('is one movement while it is seen again within ten seconds, reported at most every five', () => {
  const span = new MovementSpan()
  expect(span.seen(900, 1000)).toBe('began')
  expect(span.seen(2900, 3000)).toBeNull()
  expect(span.seen(5800, 6000)).toBe('lasts')
  expect(span.endsBy(15_000)).toBe(false)
  expect(span.seen(15_000, 15_100)).toBe('lasts')
  expect(span.endsBy(24_999)).toBe(false)
  expect(span.isMoving).toBe(true)
  expect(span.endsBy(25_000)).toBe(true)
  expect(span.endsBy(40_000)).toBe(false)
})

it('is another movement after quiet, reported at once', () => {
  const span = new MovementSpan()
  span.seen(1000, 1000)
  span.endsBy(11_000)
  expect(span.isMoving).toBe(false)
  expect(span.seen(11_500, 11_500)).toBe('began')
})

it('moving -> quiet: the stream was lost', () => {
  const span = new MovementSpan()
  expect(span.cut()).toBe(false)
  span.seen(1000, 1000)
  expect(span.cut()).toBe(true)
  expect(span.isMoving).toBe(false)
})
