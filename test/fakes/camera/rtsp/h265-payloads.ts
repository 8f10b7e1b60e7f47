import { hevcNalType } from '../picture/annex-b.js'

const LARGEST_PAYLOAD = 1400
const AGGREGATE = 48
const FRAGMENT = 49
const HEADER_BYTES = 2

/** Aggregates small NAL units into one payload (RFC 7798 section 4.4.2). */
export function aggregate(nalUnits: readonly Buffer[]): Buffer {
  const parts = nalUnits.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 0xff]), nal])
  return Buffer.concat([Buffer.from([AGGREGATE << 1, 1]), ...parts])
}

/** One NAL unit as RTP payloads: itself, or fragments where it is too long (RFC 7798 section 4.4.3). */
export function fragmentH265(nal: Buffer, largest = LARGEST_PAYLOAD): Buffer[] {
  if (nal.length <= largest) return [nal]
  const head = Buffer.from([((nal[0] ?? 0) & 0x81) | (FRAGMENT << 1), nal[1] ?? 0])
  const payloads: Buffer[] = []
  const step = largest - HEADER_BYTES - 1
  for (let at = HEADER_BYTES; at < nal.length; at += step) {
    const start = at === HEADER_BYTES ? 0x80 : 0
    const end = at + step >= nal.length ? 0x40 : 0
    const flags = Buffer.from([start | end | hevcNalType(nal)])
    payloads.push(Buffer.concat([head, flags, nal.subarray(at, at + step)]))
  }
  return payloads
}
