import type { Packet } from './packet.js'

const startCode = Buffer.from([0, 0, 0, 1])

/**
 * A packet of video as decoders take it from a pipe (ITU-T H.264 and H.265, Annex B): start codes in place of lengths,
 * and before a keyframe the parameter sets of its run.
 */
export function annexB({ data, keyframe, run }: Packet): Buffer {
  const unit = Buffer.from(data)
  for (let at = 0; at + 4 <= unit.length; ) {
    const length = unit.readUInt32BE(at)
    startCode.copy(unit, at)
    at += 4 + length
  }
  if (!keyframe) return unit
  return Buffer.concat([...run.video.parameterSets.flatMap((set) => [startCode, set]), unit])
}
