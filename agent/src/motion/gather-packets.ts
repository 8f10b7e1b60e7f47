import type { Packet, PacketSource, StreamRun } from '../stream/packet.js'
import { recoversByAndBy } from '../stream/recovery-point.js'
import type { Excerpt } from './gray-decoder.js'
import type { Place } from './look-place.js'

/**
 * The video packets of a run that show a part of its past, from the keyframe at or before that on, as far as the stream's
 * ring still has them. Empty if the run is over, or nothing of that part is kept.
 */
export function gatherPackets(source: PacketSource, run: StreamRun, { fromUs, untilUs }: Place): Packet[] {
  const packets: Packet[] = []
  // What is kept comes before `subscribe` returns: this ends with the newest packet.
  const end = source.subscribe(
    {
      packet: (packet) => {
        if (packet.run === run && packet.track === 'video') packets.push(packet)
      },
      runEnded: () => undefined,
    },
    run.startedAtMs + fromUs / 1000,
  )
  end()
  const first = packets.findIndex(({ keyframe }) => keyframe)
  if (first === -1) return []
  // In decoding order: what refers to later pictures comes behind them.
  const last = packets.findLastIndex(({ ptsUs }) => ptsUs <= untilUs)
  return packets.slice(first, last + 1)
}

/** A keyframe as it is decoded: where decoders recover by and by, behind what comes before it. Null without room for it. */
export function excerptOfKeyframe(
  source: PacketSource,
  keyframe: Packet,
  mostPackets: number,
): Excerpt | null {
  const { run, ptsUs } = keyframe
  const only = { fromUs: ptsUs, untilUs: ptsUs }
  const packets = recoversByAndBy(keyframe) ? gatherPackets(source, run, only) : [keyframe]
  return packets.length > mostPackets ? null : { packets, fromPtsUs: ptsUs, untilPtsUs: ptsUs, everyUs: 0 }
}
