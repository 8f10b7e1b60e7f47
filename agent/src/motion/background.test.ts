import { expect, it } from 'vitest'
import { Background } from './background.js'
import { type Draw, lumaOf, withFigure, yard } from './drawn-pictures.fixture.js'
import { planeOf } from './plane.js'

const newsOf = (background: Background, draw: Draw) =>
  background.learn(lumaOf(draw), 10).news.reduce((sum, each) => sum + each, 0)

const apart = (background: Background, draw: Draw) => {
  const wanted = planeOf(lumaOf(draw))
  return Math.max(...wanted.map((value, at) => Math.abs(value - (background.reference?.plane[at] ?? 0))))
}

it('takes the first keyframe for the scene', () => {
  const background = new Background()
  expect(background.reference).toBeNull()
  expect(background.learn(lumaOf(yard), 10)).toMatchObject({ isNew: true })
  expect(apart(background, yard)).toBe(0)
})

it('shows what came, keeps the scene without it, and takes it over when it stays', () => {
  const background = new Background()
  newsOf(background, yard)
  expect(newsOf(background, withFigure(60, 55))).toBeGreaterThan(60)
  expect(apart(background, yard)).toBeLessThan(1)
  newsOf(background, withFigure(60, 55))
  expect(newsOf(background, withFigure(60, 55))).toBe(0)
  expect(newsOf(background, yard)).toBeGreaterThan(60)
})

it('keeps the scene when something passes', () => {
  const background = new Background()
  for (const draw of [yard, withFigure(40, 55), withFigure(60, 55), withFigure(80, 55)])
    newsOf(background, draw)
  expect(apart(background, yard)).toBeLessThan(1)
})

it('follows the light', () => {
  const background = new Background()
  newsOf(background, yard)
  const dusk: Draw = (x, y) => yard(x, y) * 0.7
  expect(newsOf(background, dusk)).toBe(0)
  expect(apart(background, dusk)).toBeLessThan(12)
})

it('learns another scene anew', () => {
  const background = new Background()
  newsOf(background, yard)
  const infrared: Draw = (x, y) => (((x >> 3) + (y >> 3)) % 2 ? 40 : 170)
  expect(background.learn(lumaOf(infrared), 10).isNew).toBe(true)
  expect(apart(background, infrared)).toBe(0)
})

it('finds no news in what differs again and again', () => {
  const background = new Background()
  const clock = (n: number) => withFigure(60, 20, n % 2 ? 30 : 240)
  const news = Array.from({ length: 20 }, (_, n) => newsOf(background, clock(n)))
  expect(news[1]).toBeGreaterThan(60)
  expect(news.at(-1)).toBe(0)
  expect(newsOf(background, withFigure(120, 60))).toBeGreaterThan(60)
})

it('finds no news where a check was in vain, until that place was at rest for long', () => {
  const background = new Background()
  newsOf(background, yard)
  const { news } = background.learn(lumaOf(withFigure(60, 20)), 10)
  background.ignore(news)
  // Seldom enough to be no restless place.
  const seldom = Array.from({ length: 24 }, (_, n) => (n % 8 === 7 ? withFigure(60, 20) : yard))
  expect(seldom.map((draw) => newsOf(background, draw)).every((found) => found === 0)).toBe(true)
  expect(newsOf(background, withFigure(120, 60))).toBeGreaterThan(60)
  for (let n = 0; n < 25; n += 1) newsOf(background, yard)
  expect(newsOf(background, withFigure(60, 20))).toBeGreaterThan(60)
})
