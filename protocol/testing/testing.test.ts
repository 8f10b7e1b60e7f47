import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, otherLetter, Seeded, seeded } from './index.js'

test.each(['A', 'B', 'AAAA', 'x_-'])('another letter than any in %j', (text) => {
  for (let at = -text.length; at < text.length; at += 1) {
    const changed = otherLetter(text, at)
    expect(changed).toHaveLength(text.length)
    expect(changed.split('').filter((letter, place) => letter !== text[place])).toHaveLength(1)
  }
  expect(() => otherLetter(text, text.length)).toThrow(RangeError)
  expect(() => otherLetter('')).toThrow(RangeError)
})

test('chance repeats itself, is even, and differs by seed', () => {
  const draw = (seed: number) => Array.from({ length: 4000 }, seeded(seed))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  const drawn = draw(7)
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...drawn)).toBeLessThan(1)
  expect(drawn.reduce((sum, one) => sum + one, 0) / drawn.length).toBeCloseTo(0.5, 1)
  const chance = new Seeded(1)
  expect(new Set(Array.from({ length: 50 }, () => chance.oneOf(['a', 'b', 'c'])))).toEqual(
    new Set(['a', 'b', 'c']),
  )
})

test('a free port is one, and given out once', async () => {
  const ports = [await freePort(), await freePort(), await freePort()]
  expect(new Set(ports).size).toBe(3)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(ports[0], '127.0.0.1', resolve))
  await new Promise((resolve) => server.close(resolve))
})
