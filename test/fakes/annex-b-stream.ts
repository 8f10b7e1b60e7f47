import type { Packet, VideoFormat } from '@sightline/agent/testing'

/** Packets of one run as a byte stream that any decoder reads (H.264 annex B), parameter sets first. */
export function annexB(video: VideoFormat, packets: readonly Packet[]): Buffer {
  const startCode = Buffer.from([0, 0, 0, 1])
  const units: Uint8Array[] = video.parameterSets.flatMap((unit) => [startCode, unit])
  for (const { data } of packets) {
    const bytes = Buffer.from(data)
    for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at)) {
      units.push(startCode, bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at)))
    }
  }
  return Buffer.concat(units)
}
