import type { Packet } from '../stream/packet.js'
import type { DecodeRequest, Excerpt, Urgency } from './gray-decoder.js'

/** A request for packets that are there already, all of their pictures unless it says otherwise. */
export function requestFor(
  packets: readonly Packet[],
  rest: Partial<Omit<Excerpt, 'packets'>> & { readonly urgency?: Urgency } = {},
): DecodeRequest {
  const { urgency = 'now', ...times } = rest
  const excerpt = { packets, fromPtsUs: 0, untilPtsUs: Number.POSITIVE_INFINITY, everyUs: 0, ...times }
  return {
    codec: packets[0]?.run.video.codec ?? 'h264',
    urgency: () => urgency,
    take: (mostPackets) => (packets.length > mostPackets ? null : excerpt),
  }
}
