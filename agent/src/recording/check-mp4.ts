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
    const packets = new EncodedPacketSink(track)
    const { count, lastShownSec, longestSec } = await look(packets)
    if (count !== frames) return `it holds ${count} of ${frames} pictures`
    const durationSec = await track.computeDuration()
    // Where pictures are reordered, the file gives the last one the time to another than the one before it.
    if (Math.abs(durationSec - timing.durationSec) > longestSec + toleranceSec) {
      return `it lasts ${durationSec.toFixed(3)} s instead of ${timing.durationSec.toFixed(3)} s`
    }
    if (Math.abs(lastShownSec - timing.lastShownSec) > toleranceSec) {
      return `its last picture is shown at ${lastShownSec.toFixed(3)} s instead of ${timing.lastShownSec.toFixed(3)} s`
    }
    const first = await packets.getFirstPacket()
    if (first?.type !== 'key') return 'it does not begin with a key frame'
    return (await lastIsThere(packets)) ? null : 'it ends before its last picture'
  } finally {
    input.dispose()
  }
}

/** What the index of a clip says of its pictures; their data are not read. */
async function look(packets: EncodedPacketSink) {
  const seen = { count: 0, lastShownSec: 0, longestSec: 0 }
  for await (const { timestamp, duration } of packets.packets(undefined, undefined, { metadataOnly: true })) {
    seen.count++
    seen.lastShownSec = Math.max(seen.lastShownSec, timestamp)
    seen.longestSec = Math.max(seen.longestSec, duration)
  }
  return seen
}

async function lastIsThere(packets: EncodedPacketSink): Promise<boolean> {
  try {
    const last = await packets.getPacket(Infinity)
    return last !== null && last.data.byteLength === last.byteLength
  } catch {
    return false
  }
}
