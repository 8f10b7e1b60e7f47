import { expect, test } from 'vitest'
import { H264Depacketiser } from './h264-depacketiser.js'
import { PictureCounts } from './picture-counts.js'

test('pictures that cannot be read are none of the described codec, unless something was lost', () => {
  const counts = new PictureCounts()
  counts.cameInVain(false, true)
  counts.came()
  expect(counts.readable).toBe(2)
  for (let n = 0; n < 50; n += 1) counts.cameInVain(true, false)
  expect(counts.readable).toBe(2)
  counts.lost(3)
  for (let n = 0; n < 50; n += 1) counts.cameInVain(true, false)
  expect(counts.readable).toBe(4)
  counts.came()
  expect(counts.readable).toBe(5)
  expect(counts.counters).toEqual({ units: 103, dropped: 101, packetsLost: 3 })
  expect(counts.early).toBe(1)
})

test('pictures that were cut, or came around stray bytes, are lost and not of another codec', () => {
  const counts = new PictureCounts()
  const depacketiser = new H264Depacketiser({
    parameterSet: () => undefined,
    accessUnit: () => counts.came(),
    dropped: (broken, hasFragments) => counts.cameInVain(broken, hasFragments),
  })
  let pictures = 0
  const send = (payload: readonly number[], times: number) => {
    for (let n = 0; n < times; n += 1)
      depacketiser.push(Buffer.from(payload), 0, payload.length, 3600 * pictures++, true)
  }
  // The first fragment of a keyframe, and none behind it.
  send([0x7c, 0x85, 0x88, 0x84], 50)
  // A picture of H.265.
  send([0x02, 0x01, 0xd0, 0x11], 50)
  expect(counts.readable).toBe(50)
  counts.strayed()
  send([0x02, 0x01, 0xd0, 0x11], 50)
  expect(counts.readable).toBe(52)
  expect(counts.counters).toEqual({ units: 150, dropped: 150, packetsLost: 0 })
})
