import { expect, it } from 'vitest'
import type { TriedEvent } from '../../api/rule-trial.js'
import type { Predicate } from '../../api/rules.js'
import { relaxed } from './relax.js'

const night: Predicate = {
  version: 1,
  where: {
    op: 'all',
    of: [
      { op: 'object', label: 'person', at_least: 1 },
      { op: 'time', from: '20:00', to: '06:00' },
      { op: 'camera', in: ['gate'] },
    ],
  },
}

const near = (missing: string, at: string, camera = 'gate'): TriedEvent => ({
  event_id: `${camera} ${at}`,
  camera_id: camera,
  camera_name: camera,
  site_id: 'depot',
  triggered_at: at,
  outcome: 'no_match',
  met: 2,
  of: 3,
  conditions: [],
  outside_rule: null,
  in_cooldown: false,
  missing: [missing],
  snapshot_url: null,
})

const trialOf = (nearMisses: TriedEvent[], known = nearMisses.length) => ({
  nearMisses,
  counts: { match: 6, doubtful: 0, no_match: 0, near_miss: known, in_cooldown: 0, outside_rule: 0 },
})

const zurich = () => 'Europe/Zurich'

it('hours begin earlier, to the half hour by the clock at the site, for most of what was nearly told', () => {
  const found = relaxed(
    night,
    trialOf([
      near('where.of.1', '2026-03-10T18:32:00.000Z'),
      near('where.of.1', '2026-03-08T18:50:00.000Z'),
      near('where.of.2', '2026-03-08T20:00:00.000Z', 'yard'),
    ]),
    zurich,
  )
  expect(found).toMatchObject({ gained: 2, becomes: { op: 'time', from: '19:30', to: '06:00' } })
  expect(found?.predicate.where).toMatchObject({
    of: [{ op: 'object' }, { from: '19:30' }, { op: 'camera' }],
  })
})

it('hours end later where that is less', () => {
  const found = relaxed(night, trialOf([near('where.of.1', '2026-03-10T05:10:00.000Z')]), zurich)
  expect(found?.becomes).toMatchObject({ from: '20:00', to: '06:30' })
})

it('hours that would be the whole day are left out', () => {
  const around = [6, 9, 12, 15, 18].map((hour) =>
    near('where.of.1', `2026-03-10T${String(hour).padStart(2, '0')}:30:00.000Z`),
  )
  const found = relaxed(night, trialOf(around), zurich)
  expect(found?.becomes === null || found?.becomes.op === 'time').toBe(true)
  expect(found?.gained).toBe(5)
})

it('places join those that were asked for', () => {
  const found = relaxed(night, trialOf([near('where.of.2', '2026-03-08T20:00:00.000Z', 'yard')]), zurich)
  expect(found?.becomes).toEqual({ op: 'camera', in: ['gate', 'yard'] })
})

it('what can only be left out is', () => {
  const found = relaxed(night, trialOf([near('where.of.0', '2026-03-08T20:00:00.000Z')]), zurich)
  expect(found).toMatchObject({ becomes: null, was: { op: 'object' } })
})

it('no number is promised where more was near than is known, and nothing is where nothing was', () => {
  const many = trialOf([near('where.of.2', '2026-03-08T20:00:00.000Z', 'yard')], 200)
  expect(relaxed(night, many, zurich)).toMatchObject({ gained: null, becomes: { op: 'camera' } })
  expect(relaxed(night, trialOf([]), zurich)).toBeNull()
})
