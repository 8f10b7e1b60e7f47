import { describe, expect, it } from 'vitest'
import { arrivalAfter, arrivalAt, clipLineOf, footageAt, happeningBeside } from './clips.js'
import { happened } from './happening.fixture.js'

const sec = 1000

describe('what there is to see', () => {
  const known = {
    happenings: [
      happened('a', 10, 20),
      happened('b', 30, 40, { clip: 'expired' }),
      happened('c', 50, 60, { clip: 'uploading' }),
      happened('d', 70, 80, { clip: 'failed' }),
    ],
    offline: [{ from: 85 * sec, to: 90 * sec }],
    nowMs: 100 * sec,
  }
  it.each([
    [15, 'clip'],
    [25, 'nothing'],
    [35, 'expired'],
    [55, 'coming'],
    [75, 'failed'],
    [87, 'offline'],
    [90, 'nothing'],
    [101, 'future'],
  ])('at %i s: %s', (at, footage) => {
    expect(footageAt(at * sec, known)).toBe(footage)
  })
})

it('the line of clips is whole where they touch, and keeps states apart', () => {
  const line = clipLineOf([
    happened('a', 0, 10),
    happened('b', 5, 20),
    happened('x', 12, 14, { clip: 'expired' }),
    happened('f', 14, 16, { clip: 'failed' }),
    happened('c', 30, 40),
  ])
  expect(line).toEqual([
    { from: 12 * sec, to: 14 * sec, footage: 'expired' },
    { from: 0, to: 20 * sec, footage: 'clip' },
    { from: 30 * sec, to: 40 * sec, footage: 'clip' },
  ])
})

describe('going to a moment', () => {
  const [first, second, late] = [happened('a', 10, 30), happened('b', 20, 40), happened('c', 1300, 1320)]
  const all = [first, second, late, happened('x', 2000, 2010, { clip: 'expired' })]

  it('plays the clip that shows it, the latest of several', () => {
    expect(arrivalAt(15 * sec, all)).toEqual({ kind: 'clip', happening: first, at: 15 * sec, laterMs: 0 })
    expect(arrivalAt(25 * sec, all)).toMatchObject({ kind: 'clip', happening: second })
  })

  it('goes on to the next where nothing was recorded, and says by how much', () => {
    expect(arrivalAt(40 * sec, all)).toEqual({
      kind: 'clip',
      happening: late,
      at: 1300 * sec,
      laterMs: 1260 * sec,
    })
  })

  it('stands at an event whose clip is gone, and at nothing after the last', () => {
    expect(arrivalAt(2005 * sec, all)).toMatchObject({ kind: 'no-clip', happening: { id: 'x' } })
    expect(arrivalAt(1500 * sec, all)).toEqual({ kind: 'nothing', at: 1500 * sec })
    expect(arrivalAt(0, [])).toEqual({ kind: 'nothing', at: 0 })
  })

  it('after the end of a clip: what goes on beyond it, then the next', () => {
    expect(arrivalAfter(first, all)).toEqual({ kind: 'clip', happening: second, at: 30 * sec, laterMs: 0 })
    expect(arrivalAfter(second, all)).toMatchObject({ kind: 'clip', happening: late, laterMs: 1260 * sec })
    expect(arrivalAfter(late, all)).toEqual({ kind: 'nothing', at: 1320 * sec })
  })

  it('a clip without a length is passed over', () => {
    expect(arrivalAt(5 * sec, [happened('z', 5, 5), late])).toMatchObject({ happening: late })
  })
})

it('goes from event to event, back too', () => {
  const all = [happened('a', 10, 20), happened('b', 15, 16), happened('c', 30, 40)]
  expect(happeningBeside(15 * sec, all, 1)?.id).toBe('c')
  expect(happeningBeside(15 * sec, all, -1)?.id).toBe('a')
  expect(happeningBeside(15.5 * sec, all, -1)?.id).toBe('a')
  expect(happeningBeside(10 * sec, all, -1)).toBeNull()
  expect(happeningBeside(30 * sec, all, 1)).toBeNull()
})
