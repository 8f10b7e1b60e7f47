import { describe, expect, test } from 'vitest'
import { type Likened, likenessOf } from './likeness.js'

const asked: Likened = {
  tags: ['person', 'parcel'],
  objects: [
    { label: 'person', count: 2 },
    { label: 'car', count: 1 },
  ],
  hasText: true,
  minuteOfDay: 23 * 60 + 50,
  category: 'motion',
  cameraId: 'gate',
  cameraName: 'Gate',
  siteId: 'yard',
  siteName: 'Yard',
}
const compare = (other: Partial<Likened>, text = 1, of: Partial<Likened> = {}) =>
  likenessOf({ ...asked, ...of }, { ...asked, ...other }, text)
const part = (name: string, other: Partial<Likened>, text = 1) =>
  compare(other, text).parts.find((one) => one.part === name)

test('what is the same in everything scores 1', () => {
  const { score, parts } = compare({})
  expect(score).toBe(1)
  expect(parts.map(({ weight }) => weight)).toEqual([0.25, 0.2, 0.2, 0.1, 0.1, 0.15])
})

test('what has nothing in common scores 0, and says so', () => {
  const nothing = compare(
    {
      tags: ['cat'],
      objects: [{ label: 'cat', count: 1 }],
      minuteOfDay: 12 * 60,
      category: 'io',
      cameraId: 'hall',
      siteId: 'shop',
      siteName: 'Shop',
    },
    0,
  )
  expect(nothing.score).toBe(0)
  expect(nothing.explanation).toBe('0 % alike: nothing that counts')
  expect(nothing.parts.map(({ why }) => why)).toEqual([
    'no tag in common',
    'no kind of object in common',
    'the descriptions are 0 % alike',
    '23:50 and 12:00: 11 h 50 min apart in the day',
    'io, not motion',
    'another site, Shop',
  ])
})

test('the contributions sum to the score, whatever is compared', () => {
  for (let n = 0; n < 200; n += 1) {
    const { score, parts } = compare(
      {
        tags: ['person', 'a', 'b', 'c'].slice(0, n % 5),
        objects: [{ label: 'person', count: 1 + (n % 7) }],
        minuteOfDay: (n * 37) % 1440,
        cameraId: n % 2 ? 'gate' : 'hall',
      },
      (n % 11) / 10,
      n % 3 ? {} : { tags: [], objects: [], hasText: n % 2 === 0 },
    )
    expect(score).toBeGreaterThanOrEqual(0)
    expect(score).toBeLessThanOrEqual(1)
    expect(parts.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score, 3)
    expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 2)
  }
})

describe('a part', () => {
  test('tags: the share of all tags that both have', () => {
    expect(part('tags', { tags: ['person', 'dog', 'night'] })).toMatchObject({
      likeness: 0.25,
      contribution: 0.0625,
      why: 'both have the tag person',
    })
  })

  test('objects: as many as both show, of as many as either shows', () => {
    expect(part('objects', { objects: [{ label: 'person', count: 1 }] })).toMatchObject({
      likeness: 0.3333,
      why: 'both show 1 person',
    })
  })

  test.each([
    [0, 0.9444, '23:50 and 00:00: 10 min apart in the day'],
    [22 * 60 + 20, 0.5, '23:50 and 22:20: 1 h 30 min apart in the day'],
    [12 * 60, 0, '23:50 and 12:00: 11 h 50 min apart in the day'],
    [23 * 60 + 50, 1, 'both at 23:50'],
  ])('time of day, over midnight too: minute %i', (minuteOfDay, likeness, why) => {
    expect(part('time_of_day', { minuteOfDay })).toMatchObject({ likeness, why })
  })

  test('camera: the same, the same site, another', () => {
    const at = (other: Partial<Likened>) => part('camera', other)?.likeness
    expect([at({}), at({ cameraId: 'x' }), at({ cameraId: 'x', siteId: 'y' })]).toEqual([1, 0.5, 0])
  })
})

test('what the event asked about lacks weighs nothing, and the rest counts for all', () => {
  const { score, parts } = compare({}, 0, { tags: [], objects: [], hasText: false })
  expect(score).toBe(1)
  expect(parts.map((one) => [one.part, one.weight])).toEqual([
    ['time_of_day', 0.2857],
    ['category', 0.2857],
    ['camera', 0.4286],
  ])
})

test('the explanation names what counts most first', () => {
  expect(compare({ tags: ['person'], cameraId: 'hall' }, 0.5).explanation).toBe(
    '70 % alike: both show 2 person and 1 car (20 %); both have the tag person (13 %); the descriptions are 50 % alike (10 %); ' +
      'both at 23:50 (10 %); both are motion (10 %); another camera of the same site, Yard (8 %)',
  )
})
