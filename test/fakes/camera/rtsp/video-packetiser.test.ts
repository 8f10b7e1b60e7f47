import { seeded } from '@sightline/protocol/testing'
import { describe, expect, test } from 'vitest'
import { NO_FAULTS } from '../faults.js'
import { RtpSender } from './rtp-packetiser.js'
import { type PacketFaults, VideoPacketiser } from './video-packetiser.js'

const sps = Buffer.from('6742c01ed900a02ff97011000003000100000300320f162e48', 'hex')
const hevcSps = Buffer.from(
  '420101016000000300b0000003000003005da00280802d1636b9246c8e5b016a020202080000030008000003007840',
  'hex',
)
const fps = 10

/** What is read of a packet. */
interface Sent {
  readonly ssrc: number
  readonly type: number
  readonly sequence: number
  /** Pictures after the first one, by its timestamp. */
  readonly stamp: number
  readonly marker: boolean
  readonly bytes: Buffer
}

/** Pictures of one packet, a keyframe each second, of a camera with these faults. */
function send(faults: Partial<PacketFaults>, pictures = 40, codec: 'h264' | 'h265' = 'h264'): Sent[] {
  const sender = new RtpSender(96, seeded(5))
  const packetiser = new VideoPacketiser(sender)
  const all = { ...NO_FAULTS, ...faults }
  return Array.from({ length: pictures }, (_, number) => {
    const keyframe = number % fps === 0
    const parameterSets = keyframe ? [codec === 'h264' ? sps : hevcSps] : []
    const slices = [Buffer.from([keyframe ? 0x65 : 0x41, 0x88])]
    const picture = { number, shift: 0, fps, keyframe, codec, parameterSets, slices }
    return packetiser.packets(picture, packetiser.timestamp(picture, all), all)
  })
    .flat()
    .map((bytes) => ({
      ssrc: (bytes.readUInt32BE(8) - sender.ssrc) | 0,
      type: bytes.readUInt8(1) & 0x7f,
      sequence: (bytes.readUInt16BE(2) - sender.firstSequence) & 0xffff,
      stamp: ((bytes.readUInt32BE(4) - sender.firstTimestamp) | 0) / 9000,
      marker: bytes.readUInt8(1) >= 0x80,
      bytes,
    }))
}

const bare = ({ bytes }: Sent) => bytes.length === 12 || (bytes.readUInt8(0) & 0x20) !== 0

describe('the packets of a camera', () => {
  test('whose source is another with each keyframe, and whose numbers go on', () => {
    const sent = send({ rtsp: { sources: 'next-at-keyframe' } })
    expect([...new Set(sent.map(({ ssrc }) => ssrc))]).toEqual([-3, -2, -1, 0])
    expect(sent.map(({ sequence }) => sequence)).toEqual(sent.map((_, at) => at))
  })

  test('whose numbers begin anew with each source, and whose stamps go on', () => {
    const sent = send({ rtsp: { sources: 'numbers-begin-anew' } }, 11)
    const [before, after] = sent.slice(-3)
    expect(after?.ssrc).toBe((before?.ssrc ?? 0) + 1)
    expect(after?.sequence).not.toBe((before?.sequence ?? 0) + 1)
    expect(after?.stamp).toBe((before?.stamp ?? 0) + 1)
  })

  test('that sends payload types in turn', () => {
    const types = send({ rtsp: { sentPayloadType: [96, 110] } }, 21).map(({ type }) => type)
    expect([types[0], types[10], types[11], types.at(-1)]).toEqual([96, 96, 110, 96])
  })

  test('that stamps a picture far off now and then', () => {
    const sent = send({ videoTimeStrays: { bySec: -9800, everySec: 2 } }).filter(({ marker }) => marker)
    const off = sent.flatMap(({ stamp }, at) => (stamp === at ? [] : [[at, stamp]]))
    expect(off).toEqual([[25, 25 - 98_000]])
    const rows = send({ videoTimeStrays: { bySec: 60, everySec: 1, inRow: 2, fromPicture: 0 } }, 21)
      .filter(({ marker }) => marker)
      .flatMap(({ stamp }, at) => (stamp === at ? [] : [at]))
    expect(rows).toEqual([10, 11, 20])
  })

  test.each([
    ['h264', sps, 3, [30, 31]],
    ['h265', hevcSps, 17, [90, 93]],
  ] as const)('whose sets of %s say two levels in turn', (codec, set, at, levels) => {
    const sets = send({ setsInTurn: true }, 20, codec)
      .map(({ bytes }) => bytes)
      .filter((bytes) => bytes.length >= 40)
      .map((bytes) => bytes.subarray(-set.length))
    expect(sets).toHaveLength(2)
    for (const [turn, sent] of sets.entries()) {
      const differs = [...sent].flatMap((byte, index) => (byte === set[index] ? [] : [index]))
      expect(differs.every((index) => index === at)).toBe(true)
      expect(levels).toContain(sent[at])
      expect(sent[at]).not.toBe(sets[1 - turn]?.[at])
    }
  })

  test.each(['empty', 'padding', 'marker'] as const)(
    'with one that bears nothing, once a second: %s',
    (emptyPackets) => {
      const sent = send({ rtsp: { emptyPackets } })
      expect(sent.filter(bare)).toHaveLength(3)
      expect(sent.map(({ sequence }) => sequence)).toEqual(sent.map((_, at) => at))
      expect(sent.filter(({ marker }) => marker)).toHaveLength(40)
      expect(sent.filter((packet) => bare(packet) && packet.marker)).toHaveLength(
        emptyPackets === 'marker' ? 3 : 0,
      )
    },
  )
})
