import { expect, test } from 'vitest'
import { bootsSlowly, fullSize, planCameras, planChaos } from './chaos-plan.js'

test('the same seed makes the same run, another one another', () => {
  expect(planChaos(fullSize, 7)).toEqual(planChaos(fullSize, 7))
  expect(planChaos(fullSize, 7)).not.toEqual(planChaos(fullSize, 8))
})

test('all faults come, spread over all events, of every kind', () => {
  const { kills, ffmpegKills, cuts, storeFaults, databaseFaults, nodeFaults, slowBoots } = planChaos(
    fullSize,
    1,
  )
  const kinds = [kills, ffmpegKills, cuts, storeFaults, databaseFaults, nodeFaults, slowBoots]
  expect(kinds.map(({ length }) => length)).toEqual([100, 50, 200, 150, 111, 20, 6])
  for (const faults of kinds) {
    const afters = faults.map(({ after }) => after)
    expect(afters).toEqual(afters.toSorted((a, b) => a - b))
    expect(afters.at(-1)).toBeLessThan(fullSize.events)
    expect(afters.at(-1)).toBeGreaterThan(fullSize.events * 0.8)
  }
  expect(new Set(cuts.map(({ cut }) => cut))).toEqual(new Set(['reset', 'black hole', 'half-open']))
  expect(new Set(storeFaults.map(({ fault }) => fault))).toEqual(
    new Set(['stall', 302, 400, 407, 413, 503, 'reset']),
  )
  const resets = databaseFaults.map((fault) =>
    fault.kind === 'database' ? JSON.stringify(fault.reset) : fault.kind,
  )
  expect(new Set(resets)).toEqual(
    new Set(['away', 'slow', '"one"', '"all"', '{"atCommit":"before"}', '{"atCommit":"after"}']),
  )
})

test('of each kind that viewers may notice some faults have everything to themselves', () => {
  const { kills, cuts, databaseFaults, nodeFaults } = planChaos(fullSize, 1)
  const alone = [kills, cuts, databaseFaults, nodeFaults].map(
    (faults) => faults.filter(({ isAlone }) => isAlone).length,
  )
  expect(alone).toEqual([25, 50, 25, 10])
  expect(new Set(nodeFaults.map(({ end, node }) => `${end} ${node}`)).size).toBe(4)
})

test('a quarter of the cameras writes stray bytes, the clock of a quarter is off, and an eighth is odd in its packets', () => {
  const cameras = planCameras(24, 3)
  expect(cameras.filter(({ faults }) => faults?.rtsp?.interleaving)).toHaveLength(6)
  const errors = cameras.map(({ faults }) => faults?.videoClockError ?? 0).filter((error) => error !== 0)
  expect(errors).toHaveLength(6)
  expect(errors.every((error) => Math.abs(error) === 0.005)).toBe(true)
  expect(
    cameras.filter(
      ({ faults }) => faults?.videoTimeStrays ?? faults?.rtsp?.sources ?? faults?.rtsp?.emptyPackets,
    ),
  ).toHaveLength(3)
})

test('of eight cameras one ends quiet requests, and another boots slowly', () => {
  const cameras = planCameras(24, 3)
  const cutting = cameras.flatMap(({ onvif, onvifEvents }, index) =>
    onvif && typeof onvifEvents?.pullEndsAfterMs === 'number' ? [index] : [],
  )
  expect(cutting).toEqual([3, 11, 19])
  expect(cameras.flatMap((_, index) => (bootsSlowly(index) ? [index] : []))).toEqual([7, 15, 23])
  // Those of the small run, of which each site has four.
  expect(planCameras(8, 3).filter(({ onvif }) => onvif)).toHaveLength(1)
})
