import { expect, test } from 'vitest'
import type { CameraOptions } from '../fakes/camera/index.js'
import { bootsSlowly, planCameras } from './chaos-cameras.js'
import { fullSize, planChaos } from './chaos-plan.js'

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

const kinds: [string, number, (camera: CameraOptions) => boolean][] = [
  ['has a clock that is off', 3, ({ faults }) => Math.abs(faults?.videoClockError ?? 0) >= 0.005],
  ['writes stray bytes', 2, ({ faults }) => faults?.rtsp?.interleaving?.strayEverySec === 8],
  ['breaks frames off', 1, ({ faults }) => (faults?.rtsp?.interleaving?.cutEvery ?? 0) > 100],
  ['freezes now and then', 1, ({ faults }) => (faults?.freezes?.forSec ?? 0) >= 4],
  ['loses packets', 2, ({ faults }) => (faults?.loseEvery ?? 0) > 100],
  ['sends another payload type', 2, ({ faults }) => (faults?.rtsp?.sentPayloadType ?? null) !== null],
  ['refreshes without IDR pictures', 1, ({ picture }) => picture?.intraRefresh === true],
  [
    'has keyframes far apart, and is joined behind one',
    1,
    ({ picture, join }) => {
      return (picture?.gopSec ?? 0) >= 8 && typeof join === 'object' && join.behindKeyframeSec > 1
    },
  ],
  ['refuses GET_PARAMETER with 400', 1, ({ faults }) => faults?.rtsp?.getParameter === 400],
  ['refuses GET_PARAMETER with 404', 1, ({ faults }) => faults?.rtsp?.getParameter === 404],
  ['refuses GET_PARAMETER with 500', 1, ({ faults }) => faults?.rtsp?.getParameter === 500],
  ['is another source with each keyframe', 1, ({ faults }) => faults?.rtsp?.sources === 'next-at-keyframe'],
  ['counts its packets anew with that', 1, ({ faults }) => faults?.rtsp?.sources === 'numbers-begin-anew'],
  ['stamps single pictures hours off', 1, ({ faults }) => faults?.videoTimeStrays?.bySec === -9800],
  ['says two levels in turn', 1, ({ faults }) => faults?.setsInTurn === true],
  ['sends packets that bear nothing', 1, ({ faults }) => faults?.rtsp?.emptyPackets === 'padding'],
]

test.each(kinds)(
  'of the 24 cameras of a full run, whatever the seed, one or more %s',
  (_name, count, isOne) => {
    for (const seed of [1, 3, 20_261_121]) {
      const cameras = planCameras(2 * fullSize.cameras, seed)
      expect(cameras).toHaveLength(24)
      expect(cameras.filter(isOne)).toHaveLength(count)
    }
  },
)

test('a camera whose pictures are lost or kept back has no second stream: what it sent is known to the end of a run', () => {
  for (const [index, { faults }] of planCameras(24, 3).entries())
    if (faults?.freezes ?? faults?.loseEvery ?? faults?.rtsp?.interleaving?.cutEvery)
      expect((index % 12) % 3).not.toBe(0)
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
