import { describe, expect, it } from 'vitest'
import { type Reference, referenceOf } from './compare-pictures.js'
import { type Draw, everywhere, lumaOf, shown, withFigure, yard } from './drawn-pictures.fixture.js'
import { findMovement, type MovementFinding } from './find-movement.js'
import { planeOf } from './plane.js'
import { zoneMask } from './zones.js'

const background = referenceOf(planeOf(lumaOf(yard)))
const twelve = Array.from({ length: 12 }, (_, index) => index)

const find = (
  draws: readonly Draw[],
  zone: Uint8Array = everywhere,
  reference: Reference | null = background,
): MovementFinding => findMovement(shown(draws), reference, zone, 'medium')

describe('movement', () => {
  const walks = twelve.map((index) => withFigure(20 + index * 2, 55))

  it('is a figure that walks', () => {
    const finding = find(walks)
    expect(finding).toMatchObject({ kind: 'movement' })
    if (finding.kind !== 'movement') return
    expect(finding.sightings[0]).toMatchObject({ left: expect.closeTo(20, -0.5), second: 0 })
    expect(finding.score).toBeGreaterThan(0.3)
  })

  it('is found without a background by what the first pictures show', () => {
    expect(find([yard, yard, yard, ...walks], everywhere, null).kind).toBe('movement')
  })

  it('is a figure in the light of a lamp that was just switched on', () => {
    const lit = walks.map(
      (draw): Draw =>
        (x, y) =>
          draw(x, y) * 1.25,
    )
    expect(find(lit).kind).toBe('movement')
  })

  it('is a figure that turns around within a long look', () => {
    // Six seconds at five pictures a second.
    const turning = Array.from({ length: 30 }, (_, index) => {
      const sec = index / 5
      return withFigure(Math.round(sec < 2 ? 20 + sec * 15 : 50 - (sec - 2) * 10), 55)
    })
    const pictures = shown(turning).map((picture) => ({ ...picture, ptsUs: picture.ptsUs * 2 }))
    const finding = findMovement(pictures, background, everywhere, 'medium')
    expect(finding.kind).toBe('movement')
    expect(finding.kind === 'movement' && finding.sightings[0]?.second).toBeLessThan(0.5)
  })

  it('is a figure that comes in at the edge', () => {
    expect(find(twelve.map((index) => withFigure(-6 + index, 40, 20))).kind).toBe('movement')
  })

  it('is a figure before a camera that trembles', () => {
    const trembling = walks.map(
      (draw, index): Draw =>
        (x, y) =>
          draw(x + (index % 3), y + (index % 2)),
    )
    expect(find(trembling).kind).toBe('movement')
  })

  it('counts by the part that lies in the zones', () => {
    const right = zoneMask([
      {
        kind: 'include',
        points: [
          [0.6, 0],
          [1, 0],
          [1, 1],
          [0.6, 1],
        ],
      },
    ])
    expect(find(walks, right).kind).toBe('quiet')
    const left = zoneMask([
      {
        kind: 'include',
        points: [
          [0, 0],
          [0.6, 0],
          [0.6, 1],
          [0, 1],
        ],
      },
    ])
    expect(find(walks, left).kind).toBe('movement')
    const withoutGround = zoneMask([
      {
        kind: 'exclude',
        points: [
          [0, 0.5],
          [1, 0.5],
          [1, 1],
          [0, 1],
        ],
      },
    ])
    expect(find(walks, withoutGround).kind).toBe('quiet')
  })

  it.each([
    ['low', 20, 'quiet'],
    ['medium', 20, 'quiet'],
    ['high', 20, 'movement'],
    ['low', 60, 'movement'],
  ] as const)(
    'at sensitivity %s a figure %i brighter than the ground is %s',
    (sensitivity, brighter, kind) => {
      const faint = twelve.map((index): Draw => {
        const left = 20 + index * 2
        return (x, y) => yard(x, y) + (x >= left && x < left + 6 && y >= 55 && y < 73 ? brighter : 0)
      })
      expect(findMovement(shown(faint), background, everywhere, sensitivity).kind).toBe(kind)
    },
  )
})

describe('no movement', () => {
  const none: [string, Draw[]][] = [
    ['a still scene', twelve.map(() => yard)],
    ['a figure that stands', twelve.map(() => withFigure(60, 55))],
    [
      'a light that pulses',
      twelve.map(
        (index): Draw =>
          (x, y) =>
            yard(x, y) * (index % 2 ? 1.3 : 1),
      ),
    ],
    [
      'a sun that rises from one side',
      twelve.map(
        (i): Draw =>
          (x, y) =>
            yard(x, y) * (1 + (i * x) / 1800),
      ),
    ],
    [
      'a camera that trembles',
      twelve.map(
        (i): Draw =>
          (x, y) =>
            yard(x + (i % 3), y + ((i * 7) % 4)),
      ),
    ],
    ['a lamp before which nothing moves', twelve.map((i) => (i % 4 < 2 ? withFigure(60, 20) : yard))],
    [
      'drops that fall anywhere',
      twelve.map(
        (index): Draw =>
          (x, y) => {
            const cell = Math.imul((x >> 2) * 4099 + (y >> 2) * 131 + index * 7919, 2_654_435_761) >>> 0
            return yard(x, y) + (cell % 29 === 0 && x % 4 === 0 ? 90 : 0)
          },
      ),
    ],
  ]
  it.each(none)('is %s', (_name, draws) => expect(find(draws).kind).not.toBe('movement'))

  it('is a picture that changes nearly everywhere', () => {
    const infrared: Draw = (x, y) => (((x >> 3) + (y >> 3)) % 2 ? 40 : 170)
    expect(find(twelve.map((i) => (i < 6 ? yard : infrared)))).toEqual<MovementFinding>({ kind: 'light' })
  })

  it('asks to learn the scene again where its light is another', () => {
    const dusk: Draw = (x, y) => yard(x, y) * 0.6
    expect(find(twelve.map(() => dusk))).toMatchObject({ kind: 'quiet', isOtherLight: true })
    expect(find(twelve.map(() => yard))).toMatchObject({ kind: 'quiet', isOtherLight: false })
  })
})
