import { describe, expect, it } from 'vitest'
import { Scale, spanBeside, stretchAround, stretchWith } from './span.js'

const hour = 3_600_000
const day = { from: 0, to: 24 * hour }

it('goes closer and wider, and stays at the ends', () => {
  expect([spanBeside('day', true), spanBeside('10min', true)]).toEqual(['4h', '10min'])
  expect([spanBeside('1h', false), spanBeside('day', false)]).toEqual(['4h', 'day'])
})

describe('what is shown', () => {
  it('keeps the moment at its place', () => {
    const shown = stretchAround(10 * hour, '4h', { share: 0.25, day })
    expect(shown).toEqual({ from: 9 * hour, to: 13 * hour })
    expect(new Scale(shown, 400).xOf(10 * hour)).toBe(100)
  })

  it('is the whole day, also one of 25 hours', () => {
    const long = { from: 0, to: 25 * hour }
    expect(stretchAround(10 * hour, 'day', { share: 0.5, day: long })).toBe(long)
  })

  it('follows a moment that leaves it, and leaps to one that is far away', () => {
    const shown = { from: 9 * hour, to: 10 * hour }
    expect(stretchWith(shown, 9.5 * hour)).toBe(shown)
    expect(stretchWith(shown, 10 * hour)).toEqual({ from: 9.1 * hour, to: 10.1 * hour })
    expect(stretchWith(shown, 8.95 * hour)).toEqual({ from: 8.85 * hour, to: 9.85 * hour })
    expect(stretchWith(shown, 20 * hour)).toEqual({ from: 19.5 * hour, to: 20.5 * hour })
  })
})

it('a place is a moment, beyond the ends too, and back again', () => {
  const scale = new Scale({ from: 1000, to: 2000 }, 500)
  expect([scale.at(-5), scale.at(250), scale.at(900)]).toEqual([1000, 1500, 2000])
  expect(scale.xOf(scale.at(123))).toBe(123)
})
