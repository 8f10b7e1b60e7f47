import { expect, test } from 'vitest'
import type { CameraOptions } from '../fakes/camera/index.js'
import { soakCamera } from './soak-plan.js'

const kinds: [string, (camera: CameraOptions) => boolean][] = [
  ['has a clock that is off', ({ faults }) => (faults?.videoClockError ?? 0) !== 0],
  ['writes stray bytes', ({ faults }) => faults?.rtsp?.interleaving?.strayEverySec !== undefined],
  ['loses packets', ({ faults }) => (faults?.loseEvery ?? null) !== null],
  ['refreshes without IDR pictures', ({ picture }) => picture?.intraRefresh === true],
  ['refuses GET_PARAMETER', ({ faults }) => faults?.rtsp?.getParameter === 400],
  ['has keyframes far apart', ({ picture }) => (picture?.gopSec ?? 0) >= 8],
  ['is another source with each keyframe', ({ faults }) => faults?.rtsp?.sources === 'next-at-keyframe'],
  ['sends packets that bear nothing', ({ faults }) => faults?.rtsp?.emptyPackets === 'padding'],
  ['sends H.265', ({ picture }) => picture?.codec === 'h265'],
  ['sends datagrams', ({ transports }) => transports?.includes('udp') === true],
]

test.each(kinds)('of the 48 cameras of a run three or more %s', (_name, isOne) => {
  const cameras = Array.from({ length: 48 }, (_, index) => soakCamera(index).options)
  expect(cameras.filter(isOne).length).toBeGreaterThanOrEqual(3)
})
