import { expect, test } from 'vitest'
import { damaged, randomBytesOf, seeded } from './hostile-bytes.fixture.js'
import { formatReceiverReport, readRtcp } from './rtcp.js'

/** A sender report of source 7, at 2026-01-15 12:00:00.5, then its name, then its goodbye. */
function compound(): Buffer {
  const report = Buffer.alloc(28)
  report.writeUInt32BE(0x80c80006, 0)
  report.writeUInt32BE(7, 4)
  report.writeUInt32BE(Date.UTC(2026, 0, 15, 12) / 1000 + 2_208_988_800, 8)
  report.writeUInt32BE(0x80000000, 12)
  report.writeUInt32BE(90_000, 16)
  const name = Buffer.from('81ca00030000000701026162000000ff', 'hex')
  const bye = Buffer.from('82cb00020000000700000009', 'hex')
  return Buffer.concat([report, name, bye])
}

test('a compound packet is read in all its parts', () => {
  const data = compound()
  const { byes, reports } = readRtcp(data, 0, data.length)
  expect(reports).toEqual([
    {
      ssrc: 7,
      ntpMs: Date.UTC(2026, 0, 15, 12, 0, 0, 500),
      ntpMiddle: (((data.readUInt32BE(8) & 0xffff) << 16) | 0x8000) >>> 0,
      rtpTimestamp: 90_000,
    },
  ])
  expect(byes).toEqual([7, 9])
})

test('a camera without a clock says none', () => {
  const data = compound()
  data.writeUInt32BE(0, 8)
  expect(readRtcp(data, 0, data.length).reports[0]?.ntpMs).toBeNull()
})

test.each([
  ['cut in its middle', (data: Buffer) => data.subarray(0, 20)],
  ['of another version', (data: Buffer) => Buffer.concat([Buffer.from([0x40]), data.subarray(1)])],
  ['empty', () => Buffer.alloc(0)],
  ['a goodbye that names more sources than it has', () => Buffer.from('9fcb0000', 'hex')],
])('%s: nothing is read', (_name, change) => {
  const data = change(compound())
  expect(readRtcp(data, 0, data.length)).toEqual({ byes: [], reports: [] })
})

test('our report is read by a receiver of RFC 3550', () => {
  const block = {
    ssrc: 7,
    fractionLost: 25,
    lost: -3,
    highestSequence: 0x10003,
    jitter: 55,
    lastReport: 0xabcd,
    sinceLastReport: 65_536,
  }
  const data = formatReceiverReport(0x01020304, 'name', block)
  expect(data.toString('hex')).toBe(
    ['81c90007', '01020304', '00000007', '19fffffd', '00010003', '00000037', '0000abcd', '00010000']
      .concat(['81ca0003', '01020304', '01046e61', '6d650000'])
      .join(''),
  )
  expect(data.length % 4).toBe(0)
  expect(formatReceiverReport(1, 'name', null).toString('hex')).toMatch(/^80c9000100000001/)
})

test('hostile packets do no harm', () => {
  const random = seeded(11)
  for (let round = 0; round < 1000; round++) {
    const data = round % 2 === 0 ? randomBytesOf(random, 100) : damaged(random, compound())
    const { byes, reports } = readRtcp(data, 0, data.length)
    expect(byes.length + reports.length).toBeLessThanOrEqual(32 * 31)
  }
})
