import { expect, it } from 'vitest'
import { canonicalTimezone } from './timezone.js'

it('knows zones quickly, however many invented names were asked for before', () => {
  for (let n = 0; n < 3_000; n += 1) canonicalTimezone(`Europe/Invented${n}`)
  const zones = Array.from({ length: 2 ** 11 }, (_, bits) =>
    // As many spellings of one zone.
    Array.from('europe/zurich', (letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
  )
  for (const name of zones) expect(canonicalTimezone(name)).toBe('Europe/Zurich')
  const made: unknown[] = []
  const Real = Intl.DateTimeFormat
  Intl.DateTimeFormat = new Proxy(Real, {
    construct(target, given): object {
      made.push(given)
      return new target(given[0], given[1])
    },
  })
  try {
    for (let n = 0; n < 100; n += 1) expect(canonicalTimezone('Europe/Vienna')).toBe('Europe/Vienna')
  } finally {
    Intl.DateTimeFormat = Real
  }
  // None where another test asked before.
  expect(made.length).toBeLessThan(2)
})
