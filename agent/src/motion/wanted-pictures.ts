import type { Packet } from '../stream/packet.js'
import { wholeFrom } from '../stream/recovery-point.js'
import type { Excerpt } from './gray-decoder.js'

/** One picture that a decoder is to give back. */
export interface WantedPicture {
  /** Its number in order of presentation among the packets that are decoded. */
  readonly index: number
  readonly ptsUs: number
  readonly keyframe: boolean
}

/**
 * Which of the decoded pictures are wanted, in order of presentation: none that a decoder shows before it has recovered.
 */
export function wantedPictures(
  packets: readonly Packet[],
  { fromPtsUs, untilPtsUs, everyUs }: Omit<Excerpt, 'packets'>,
): WantedPicture[] {
  const partial = new Set(packets.slice(0, wholeFrom(packets)))
  const shown = packets.toSorted((a, b) => a.ptsUs - b.ptsUs)
  const wanted: WantedPicture[] = []
  // Counted back from the newest picture, which is the one that matters.
  let nextUs = Number.POSITIVE_INFINITY
  for (let index = shown.length - 1; index >= 0; index -= 1) {
    const packet = shown[index]
    if (packet === undefined || partial.has(packet) || packet.ptsUs > untilPtsUs) continue
    const due = packet.ptsUs >= fromPtsUs && packet.ptsUs <= nextUs
    if (!due && !packet.keyframe) continue
    wanted.push({ index, ptsUs: packet.ptsUs, keyframe: packet.keyframe })
    if (due) nextUs = packet.ptsUs - everyUs
  }
  return wanted.toReversed()
}

/**
 * The packets that a decoder gives a picture for: pictures that lead an H.265 random access point refer to what
 * came before it, and a decoder that begins there skips them (RASL, ITU-T H.265 section 8.1.3).
 */
export function decodable(packets: readonly Packet[]): Packet[] {
  const [first] = packets
  if (first?.run.video.codec !== 'h265') return [...packets]
  const second = packets.findIndex(({ keyframe }, index) => index > 0 && keyframe)
  return packets.filter(
    (packet, index) => (second !== -1 && index >= second) || !isSkippedLeading(packet.data[4] ?? 0),
  )
}

function isSkippedLeading(header: number): boolean {
  const type = (header >> 1) & 0x3f
  return type === 8 || type === 9
}
