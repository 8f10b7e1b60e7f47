import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny'
import type { ClipTiming } from './clip-timing.js'

/** Rounding to the time scale of the file moves a frame by less than this. */
const toleranceSec = 0.005

/**
 * Reads a clip back and compares it with what was put in.
 * @returns what is wrong with it, or null.
 */
export async function checkMp4(path: string, frames: number, timing: ClipTiming): Promise<string | null> {
  const input = new Input({ formats: [MP4], source: new FilePathSource(path) })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null) return 'it has no video'
    const stats = await track.computePacketStats()
    if (stats.packetCount !== frames) return `it holds ${stats.packetCount} of ${frames} pictures`
    const durationSec = await track.computeDuration()
    if (Math.abs(durationSec - timing.durationSec) > toleranceSec) {
      return `it lasts ${durationSec.toFixed(3)} s instead of ${timing.durationSec.toFixed(3)} s`
    }
    const packets = new EncodedPacketSink(track)
    const first = await packets.getFirstPacket()
    if (first?.type !== 'key') return 'it does not begin with a key frame'
    return (await lastIsThere(packets)) ? null : 'it ends before its last picture'
  } finally {
    input.dispose()
  }
}

async function lastIsThere(packets: EncodedPacketSink): Promise<boolean> {
  try {
    const last = await packets.getPacket(Infinity)
    return last !== null && last.data.byteLength === last.byteLength
  } catch {
    return false
  }
}
