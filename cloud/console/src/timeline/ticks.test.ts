import { describe, expect, it } from 'vitest'
import { boundsOfDay } from '../time/zone.js'
import { Scale } from './span.js'
import { nightsOf, ticksOf } from './ticks.js'

const zurich = 'Europe/Zurich'
const minute = 60_000
const labelsOf = (scale: Scale, zone = zurich) =>
  ticksOf(scale, zone).flatMap(({ label, isAgain }) =>
    label === null ? [] : [label + (isAgain ? ' again' : '')],
  )

describe('marks', () => {
  it('stand at full hours of the site, also where its offset has half an hour', () => {
    const day = boundsOfDay('2026-03-12', 'Asia/Kolkata')
    expect(labelsOf(new Scale(day, 480), 'Asia/Kolkata')).toEqual([
      '00:00',
      '04:00',
      '08:00',
      '12:00',
      '16:00',
      '20:00',
    ])
  })

  it('come closer as there is room, and words never touch', () => {
    const from = Date.parse('2026-03-12T12:00:00Z')
    const shown = (minutes: number, width: number) => new Scale({ from, to: from + minutes * minute }, width)
    expect(labelsOf(shown(60, 300))).toEqual(['13:00', '13:15', '13:30', '13:45'])
    expect(labelsOf(shown(10, 1200))).toHaveLength(10)
    for (const [minutes, width] of [
      [1440, 320],
      [240, 320],
      [60, 1200],
      [10, 320],
    ] as const) {
      const places = ticksOf(shown(minutes, width), zurich).filter(({ label }) => label !== null)
      for (const [place, tick] of places.entries()) {
        const next = places[place + 1]
        if (next)
          expect(
            shown(minutes, width).xOf(next.at) - shown(minutes, width).xOf(tick.at),
          ).toBeGreaterThanOrEqual(64)
      }
    }
  })

  it('midnight is known', () => {
    const { from } = boundsOfDay('2026-03-12', zurich)
    const ticks = ticksOf(new Scale({ from: from - 30 * minute, to: from + 30 * minute }, 1000), zurich)
    expect(ticks.filter(({ isMidnight }) => isMidnight).map(({ at }) => at)).toEqual([from])
  })

  it('an hour that comes twice is marked twice, the second time as again', () => {
    const labels = labelsOf(new Scale(boundsOfDay('2026-10-25', zurich), 2500))
    expect(labels).toHaveLength(25)
    expect(labels.slice(1, 5)).toEqual(['01:00', '02:00', '02:00 again', '03:00'])
  })

  it('an hour that is leapt over has no mark', () => {
    const labels = labelsOf(new Scale(boundsOfDay('2026-03-29', zurich), 2400))
    expect(labels).toHaveLength(23)
    expect(labels.slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00'])
  })
})

it('nights are what the clock says', () => {
  const day = boundsOfDay('2026-03-12', zurich)
  const hours = nightsOf(day, zurich).map(({ from, to }) => [
    (from - day.from) / 3_600_000,
    (to - day.from) / 3_600_000,
  ])
  expect(hours).toEqual([
    [0, 6],
    [20, 24],
  ])
})
