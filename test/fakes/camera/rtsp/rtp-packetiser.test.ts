import { expect, test } from 'vitest'
import { fragment, RtpSender, stapA } from './rtp-packetiser.js'

test('a long NAL unit becomes FU-A fragments that put it together again', () => {
  const nal = Buffer.concat([
    Buffer.from([0x65]),
    Buffer.from(Array.from({ length: 5000 }, (_, i) => i & 0xff)),
  ])
  const parts = fragment(nal, 1400)
  expect(parts.every((part) => part.length <= 1400 && part[0] === 0x7c)).toBe(true)
  expect(parts.map((part) => part[1])).toEqual([0x85, 0x05, 0x05, 0x45])
  expect(Buffer.concat([Buffer.from([0x65]), ...parts.map((part) => part.subarray(2))])).toEqual(nal)
})

test.each([1399, 1400])('a NAL unit of %i bytes is sent as it is', (length) => {
  const nal = Buffer.alloc(length, 1)
  expect(fragment(nal, 1400)).toEqual([nal])
})

test('parameter sets share a STAP-A of the highest importance among them', () => {
  const packet = stapA([Buffer.from([0x67, 1, 2]), Buffer.from([0x28, 3])])
  expect([...packet]).toEqual([0x78, 0, 3, 0x67, 1, 2, 0, 2, 0x28, 3])
})

test('sequence numbers and timestamps wrap, and the report counts what was sent', () => {
  const sender = new RtpSender(96)
  const first = sender.packet(Buffer.alloc(10), sender.timestamp(0), true)
  const second = sender.packet(Buffer.alloc(20), sender.timestamp(2 ** 32 + 90), false)
  expect(second.readUInt16BE(2)).toBe((first.readUInt16BE(2) + 1) & 0xffff)
  expect((second.readUInt32BE(4) - first.readUInt32BE(4) + 2 ** 32) % 2 ** 32).toBe(90)
  expect([first[1], second[1]]).toEqual([0xe0, 0x60])
  const report = sender.senderReport(sender.timestamp(0), 500)
  expect([report.readUInt32BE(8), report.readUInt32BE(12)]).toEqual([2_208_988_800, 2 ** 31])
  expect([report.readUInt32BE(20), report.readUInt32BE(24)]).toEqual([2, 30])
  expect(report.length % 4).toBe(0)
})
