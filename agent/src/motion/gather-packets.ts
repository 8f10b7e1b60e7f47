import type { Packet, PacketSource, StreamRun } from '../stream/packet.js'

/**
 * The newest video packets of a run, from the keyframe at or before `fromMs` (wall clock, ms since the epoch) on, as
 * far as the stream's ring still has them. Empty if the run is over.
 */
export function gatherPackets(source: PacketSource, run: StreamRun, fromMs: number): Packet[] {
  const packets: Packet[] = []
  // What is kept comes before `subscribe` returns: this ends with the newest packet.
  const end = source.subscribe(
    {
      packet: (packet) => {
        if (packet.run === run && packet.track === 'video') packets.push(packet)
      },
      runEnded: () => undefined,
    },
    fromMs,
  )
  end()
  const first = packets.findIndex(({ keyframe }) => keyframe)
  return first === -1 ? [] : packets.slice(first)
}
