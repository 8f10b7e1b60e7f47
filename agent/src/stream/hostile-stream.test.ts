import { describe, expect, test } from 'vitest'
import { processorMs } from '../platform/processor-time.fixture.js'
import { AacDepacketiser } from './aac-depacketiser.js'
import type { AccessUnitSink } from './access-unit.js'
import { H264Depacketiser } from './h264-depacketiser.js'
import { H265Depacketiser } from './h265-depacketiser.js'

/** Megabytes that a line of 100 Mbit/s brings in a second are read in much less than that. */
const bytesOfASecond = 12 * 1024 * 1024
const largest = 65_000

function pictures() {
  const heard = { pictures: 0, dropped: 0 }
  const sink: AccessUnitSink = {
    parameterSet: () => {},
    accessUnit: () => void (heard.pictures += 1),
    dropped: () => void (heard.dropped += 1),
  }
  return { heard, sink }
}

/** Takes the packets of one second, all alike. @returns what that cost, ms */
function flood(packet: Buffer, take: (timestamp: number) => void): Promise<number> {
  return processorMs(() => {
    for (let at = 0; at < bytesOfASecond; at += packet.length) take(Math.floor(at / (8 * 1024 * 1024)))
  })
}

describe('a camera that puts as much into its packets as there is room for', () => {
  const crumbs = (unit: number[]) =>
    Buffer.concat(
      Array.from({ length: Math.floor(largest / (unit.length + 2)) }, () =>
        Buffer.from([0, unit.length, ...unit]),
      ),
    )
  const startCodes = (unit: number[]) =>
    Buffer.concat(
      Array.from({ length: Math.floor(largest / (unit.length + 3)) }, () => Buffer.from([0, 0, 1, ...unit])),
    )

  test.each([
    ['an aggregate of crumbs', Buffer.concat([Buffer.from([24]), crumbs([0x41])])],
    ['an aggregate of parameter sets', Buffer.concat([Buffer.from([24]), crumbs([0x68, 0xce, 0x38])])],
    ['start codes', Buffer.concat([Buffer.from([0x41, 0x80]), startCodes([0x41])])],
  ])('is read in time: H.264, %s', async (_what, packet) => {
    const { heard, sink } = pictures()
    const depacketiser = new H264Depacketiser(sink)
    const spentMs = await flood(packet, (time) => depacketiser.push(packet, 0, packet.length, time, false))
    expect(spentMs).toBeLessThan(500)
    expect(heard.pictures).toBe(0)
  })

  test('is read in time: H.265, an aggregate of crumbs', async () => {
    const { sink } = pictures()
    const depacketiser = new H265Depacketiser(sink, false)
    const packet = Buffer.concat([Buffer.from([48 << 1, 1]), crumbs([2, 1])])
    const spentMs = await flood(packet, (time) => depacketiser.push(packet, 0, packet.length, time, false))
    expect(spentMs).toBeLessThan(500)
  })

  test.each([1, 2, 13])('is read in time: AAC, units of %i bits in length', async (sizeLength) => {
    let units = 0
    const depacketiser = new AacDepacketiser(
      { sizeLength, indexLength: 0, indexDeltaLength: 0 },
      { unit: () => void (units += 1) },
    )
    const packet = Buffer.alloc(largest, 0xff)
    if (sizeLength === 13)
      for (let bit = 0; bit < 65_535; bit++)
        packet[2 + (bit >> 3)] = bit % 13 === 12 ? 1 << (7 - (bit & 7)) : 0
    packet.writeUInt16BE(65_535, 0)
    const spentMs = await flood(packet, (time) => depacketiser.push(packet, 0, packet.length, time))
    expect(spentMs).toBeLessThan(500)
    expect(units).toBeLessThan((bytesOfASecond / largest) * 100)
  })
})
