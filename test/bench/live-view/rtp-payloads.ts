import type { Packet } from '@sightline/agent/testing'

/** Bytes of a payload: it fits into a datagram on every way. */
const mostBytes = 1200
const fragment = 28

/**
 * A picture of H.264 as payloads of RTP (RFC 6184): a NAL unit each, in fragments where it is long. Parameter sets go before
 * a keyframe.
 */
export function payloadsOf({ data, keyframe, run }: Packet): Buffer[] {
  const sets = keyframe ? run.video.parameterSets.map((set) => Buffer.from(set)) : []
  return [...sets, ...unitsOf(Buffer.from(data))].flatMap(fragmentsOf)
}

function unitsOf(data: Buffer): Buffer[] {
  const units: Buffer[] = []
  for (let at = 0; at + 4 <= data.length; at += 4 + data.readUInt32BE(at))
    units.push(data.subarray(at + 4, at + 4 + data.readUInt32BE(at)))
  return units
}

function fragmentsOf(unit: Buffer): Buffer[] {
  if (unit.length <= mostBytes) return [unit]
  const head = unit[0] ?? 0
  const fragments: Buffer[] = []
  for (let at = 1; at < unit.length; at += mostBytes) {
    const start = at === 1 ? 0x80 : 0
    const end = at + mostBytes >= unit.length ? 0x40 : 0
    const mark = Buffer.from([(head & 0xe0) | fragment, start | end | (head & 0x1f)])
    fragments.push(Buffer.concat([mark, unit.subarray(at, at + mostBytes)]))
  }
  return fragments
}
