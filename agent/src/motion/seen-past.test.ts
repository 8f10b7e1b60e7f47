import { expect, it } from 'vitest'
import { SeenPast } from './seen-past.js'

const second = 1_000_000
const at = (from: number, until: number) => ({ fromUs: from * second, untilUs: until * second })

it('dates a movement that begins within a look by its first sighting', () => {
  const past = new SeenPast()
  past.looked(at(0, 5), 'quiet')
  expect(past.beganUs(10.5 * second, at(10, 12))).toBe(10.5 * second)
})

it('dates one that was under way as the look begins by when the scene was last seen without it', () => {
  const past = new SeenPast()
  expect(past.beganUs(10.1 * second, at(10, 12))).toBe(10.1 * second)
  past.looked(at(5, 8), 'quiet')
  // What came in at the end of that look was no movement yet.
  expect(past.beganUs(10.1 * second, at(10, 12))).toBe(7.5 * second)
  past.empty(9 * second)
  past.looked(at(8, 9.9), 'light')
  expect(past.beganUs(10.1 * second, at(10, 12))).toBe(9 * second)
})

it('dates none before six seconds of its first sighting, and none behind it', () => {
  const past = new SeenPast()
  past.looked(at(0, 2), 'quiet')
  expect(past.beganUs(20.1 * second, at(20, 22))).toBe(14.1 * second)
  past.looked(at(20, 22), 'quiet')
  expect(past.beganUs(20.6 * second, at(20.5, 22))).toBe(20.6 * second)
})
