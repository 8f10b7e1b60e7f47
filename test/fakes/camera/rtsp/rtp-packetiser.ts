import { nalType, type VideoCodec } from '../picture/annex-b.js'
import { aggregate, fragmentH265 } from './h265-payloads.js'

/** Payload bytes of one RTP packet; what an Ethernet frame leaves, as cameras do also over TCP. */
const LARGEST_PAYLOAD = 1400
const STAP_A = 24
const FU_A = 28

export const VIDEO_PAYLOAD_TYPE = 96
export const VIDEO_CLOCK_RATE = 90_000

/** Aggregates small NAL units into one STAP-A payload (RFC 6184 section 5.7.1). */
export function stapA(nalUnits: readonly Buffer[]): Buffer {
  const importance = Math.max(...nalUnits.map((nal) => (nal[0] ?? 0) & 0x60))
  const parts = nalUnits.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 0xff]), nal])
  return Buffer.concat([Buffer.from([importance | STAP_A]), ...parts])
}

/** One NAL unit as RTP payloads: itself, or FU-A fragments where it is too long (RFC 6184 section 5.8). */
export function fragment(nal: Buffer, largest = LARGEST_PAYLOAD): Buffer[] {
  if (nal.length <= largest) return [nal]
  const indicator = ((nal[0] ?? 0) & 0x60) | FU_A
  const payloads: Buffer[] = []
  const step = largest - 2
  for (let at = 1; at < nal.length; at += step) {
    const start = at === 1 ? 0x80 : 0
    const end = at + step >= nal.length ? 0x40 : 0
    const header = Buffer.from([indicator, start | end | nalType(nal)])
    payloads.push(Buffer.concat([header, nal.subarray(at, at + step)]))
  }
  return payloads
}

/** The payloads of one access unit, parameter sets first. */
export function accessUnitPayloads(
  parameterSets: readonly Buffer[],
  slices: readonly Buffer[],
  codec: VideoCodec = 'h264',
): Buffer[] {
  const [together, cut] = codec === 'h264' ? [stapA, fragment] : [aggregate, fragmentH265]
  const sets = parameterSets.length > 0 ? [together(parameterSets)] : []
  return [...sets, ...slices.flatMap((nal) => cut(nal))]
}

/** The sender's side of one RTP stream: sequence numbers, timestamps, what a sender report tells. */
export class RtpSender {
  readonly firstSequence: number
  readonly firstTimestamp: number
  /** Of the packets from now on. */
  payloadType: number
  readonly #random: () => number
  #ssrc: number
  #sequence: number
  #packets = 0
  #octets = 0

  /** @param random from 0 to less than 1 */
  constructor(payloadType: number, random: () => number = Math.random) {
    this.payloadType = payloadType
    this.#random = random
    this.firstSequence = Math.floor(random() * 0x10000)
    this.firstTimestamp = Math.floor(random() * 0x100000000)
    this.#ssrc = Math.floor(random() * 0x100000000)
    this.#sequence = this.firstSequence
  }

  get ssrc(): number {
    return this.#ssrc
  }

  /** Goes on as the source with the next number; its packets are counted on, or from anywhere. */
  becomeAnother(numbersBeginAnew: boolean): void {
    this.#ssrc = (this.#ssrc + 1) >>> 0
    if (numbersBeginAnew) this.#sequence = Math.floor(this.#random() * 0x10000)
  }

  /** An RTP timestamp so many clock ticks after the first one. */
  timestamp(ticks: number): number {
    // Also before the first one: a camera whose clock is set back.
    return (this.firstTimestamp + Math.round(ticks)) >>> 0
  }

  packet(payload: Buffer, timestamp: number, marker: boolean): Buffer {
    this.#octets += payload.length
    return Buffer.concat([this.#header(0x80, timestamp, marker), payload])
  }

  /** A packet without payload, or of padding alone (RFC 3550 section 5.1). */
  emptyPacket(timestamp: number, isPadded: boolean, marker = false): Buffer {
    const padding = Buffer.from(isPadded ? [0, 0, 0, 4] : [])
    return Buffer.concat([this.#header(isPadded ? 0xa0 : 0x80, timestamp, marker), padding])
  }

  #header(flags: number, timestamp: number, marker: boolean): Buffer {
    const header = Buffer.alloc(12)
    header.writeUInt8(flags, 0)
    header.writeUInt8((marker ? 0x80 : 0) | this.payloadType, 1)
    header.writeUInt16BE(this.#sequence, 2)
    header.writeUInt32BE(timestamp, 4)
    header.writeUInt32BE(this.#ssrc, 8)
    this.#sequence = (this.#sequence + 1) & 0xffff
    this.#packets++
    return header
  }

  /** An RTCP sender report (RFC 3550 section 6.4.1) with the name of the source. */
  senderReport(timestamp: number, wallClockMs: number): Buffer {
    const report = Buffer.alloc(28)
    report.writeUInt8(0x80, 0)
    report.writeUInt8(200, 1)
    report.writeUInt16BE(6, 2)
    report.writeUInt32BE(this.#ssrc, 4)
    const ntpSeconds = wallClockMs / 1000 + 2_208_988_800
    report.writeUInt32BE(Math.floor(ntpSeconds) % 0x100000000, 8)
    report.writeUInt32BE(Math.floor((ntpSeconds % 1) * 0x100000000), 12)
    report.writeUInt32BE(timestamp, 16)
    report.writeUInt32BE(this.#packets, 20)
    report.writeUInt32BE(this.#octets % 0x100000000, 24)
    return Buffer.concat([report, this.#sourceDescription()])
  }

  goodbye(): Buffer {
    const bye = Buffer.from([0x81, 203, 0, 1, 0, 0, 0, 0])
    bye.writeUInt32BE(this.#ssrc, 4)
    return bye
  }

  #sourceDescription(): Buffer {
    const name = 'camera'
    const length = 4 + 4 + 2 + name.length + 1
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
    padded.writeUInt8(0x81, 0)
    padded.writeUInt8(202, 1)
    padded.writeUInt16BE(padded.length / 4 - 1, 2)
    padded.writeUInt32BE(this.#ssrc, 4)
    padded.writeUInt8(1, 8)
    padded.writeUInt8(name.length, 9)
    padded.write(name, 10, 'latin1')
    return padded
  }
}

/** An RTP or RTCP packet inside the RTSP connection (RFC 2326 section 10.12). */
export function interleave(channel: number, packet: Buffer): Buffer {
  const header = Buffer.from([0x24, channel, packet.length >> 8, packet.length & 0xff])
  return Buffer.concat([header, packet])
}
