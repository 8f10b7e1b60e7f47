import { expect, it } from 'vitest'
import { type Occasion, placeOf, placeOfNews } from './look-place.js'

const second = 1_000_000
const at = (from: number, until: number) => ({ fromUs: from * second, untilUs: until * second })

function place(newest: number, rest: Partial<Occasion> = {}) {
  const occasion: Occasion = {
    reason: 'sizes',
    newestUs: newest * second,
    seenUntilUs: Number.NEGATIVE_INFINITY,
    unusualSinceUs: null,
    news: null,
    isBehind: false,
    ...rest,
  }
  return placeOf(occasion)
}

it('is how sizes became unusual: it goes along for a second, and stays there however late the look is', () => {
  const unusual = { unusualSinceUs: 10 * second }
  expect(place(10.5, unusual)).toEqual(at(8.9, 10.5))
  expect(place(11, unusual)).toEqual(at(9.4, 11))
  expect(place(14, unusual)).toEqual(at(9.4, 11))
})

it('is the newest past, from the last look on where only looks can say what was there', () => {
  const seen = { seenUntilUs: 10 * second }
  expect(place(13, { ...seen, reason: 'inconclusive' })).toEqual(at(9.5, 13))
  expect(place(30, { ...seen, reason: 'inconclusive' })).toEqual(at(24, 30))
  expect(place(13, seen)).toEqual(at(9.5, 13))
  expect(place(30, seen)).toEqual(at(28.4, 30))
  expect(place(13, { ...seen, reason: 'movement' })).toEqual(at(11.4, 13))
})

it('is no longer where looks wait: then each would make those of others later', () => {
  expect(place(13, { seenUntilUs: 10 * second, isBehind: true })).toEqual(at(11.4, 13))
})

it('is around a keyframe that shows something new, from the one before on', () => {
  const news = placeOfNews(48 * second, 46 * second)
  expect(news).toEqual(at(46, 49))
  expect(place(53, { reason: 'keyframe', news })).toBe(news)
  expect(placeOfNews(48 * second, 47.5 * second)).toEqual(at(47.4, 49))
})

it('begins with that keyframe where the one before is far away', () => {
  expect(placeOfNews(48 * second, 28 * second)).toEqual(at(48, 49.6))
  expect(placeOfNews(48 * second, null)).toEqual(at(48, 49.6))
})
