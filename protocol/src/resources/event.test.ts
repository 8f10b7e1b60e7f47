import { describe, expect, test } from 'vitest'
import { Timestamp } from './common.js'
import { LikePattern } from './event.js'
import { DateBound, GivenMoment } from './moment.js'

describe('LIKE pattern', () => {
  test.each(['', '%', 'tns1:%/Motion', 'a\\%b', 'a\\\\', '\\\\\\\\', 'x'.repeat(256)])(
    '%j is taken',
    (pattern) => {
      expect(LikePattern.parse(pattern)).toBe(pattern)
    },
  )

  test.each(['\\', 'a\\', '%\\\\\\', 'x'.repeat(257)])('%j is refused', (pattern) => {
    expect(LikePattern.safeParse(pattern).success).toBe(false)
  })

  test('a megabyte of escapes is refused at once', () => {
    const started = performance.now()
    expect(LikePattern.safeParse(`${'\\'.repeat(1024 * 1024)}x`).success).toBe(false)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('date bound', () => {
  test.each(['2026-03-14', '2026-03-14T09:30:00Z', '2026-03-14T09:30:00+01:00', '1970-01-01'])(
    '%s is taken',
    (bound) => {
      expect(DateBound.parse(bound)).toBe(bound)
    },
  )

  test.each([
    ['2026-03-14t09:30:00z', '2026-03-14T09:30:00Z'],
    ['2026-03-14 09:30:00Z', '2026-03-14T09:30:00Z'],
    ['2026-03-14T09:30:00 01:00', '2026-03-14T09:30:00+01:00'],
    ['2026-03-14 09:30:00.5 01:00', '2026-03-14T09:30:00.5+01:00'],
  ])('%s is taken for %s', (bound, meant) => {
    expect(DateBound.parse(bound)).toBe(meant)
    expect(GivenMoment.parse(bound)).toBe(meant)
  })

  test.each(['yesterday', '1969-12-31T00:00:00Z', '2026-03-14 09:30'])(
    '%s is refused with an example',
    (bound) => {
      for (const schema of [DateBound, GivenMoment, Timestamp])
        expect(schema.safeParse(bound).error?.issues[0]?.message).toMatch(/2026-01-31T\d\d:15:30/)
    },
  )

  test.each(['0000-01-01', '9999-12-31T00:00:00Z', '2026-02-30', 'infinity', 'yesterday', ''])(
    '%j is refused',
    (bound) => {
      expect(DateBound.safeParse(bound).success).toBe(false)
    },
  )
})
