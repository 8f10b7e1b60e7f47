import { createFakeClock } from '../platform/clock.fake.js'
import { RtpReceiver } from './rtp-receiver.js'
import type { RtpReceiverOptions } from './rtp-sink.js'

/** What a test says of a packet. */
export interface Fields {
  sequence?: number
  ssrc?: number
  payloadType?: number
  payload?: Buffer
  flags?: number
  middle?: Buffer
  timestamp?: number
  marker?: boolean
}

/** The bytes of a packet. */
export function rtp({
  sequence = 1,
  ssrc = 1,
  payloadType = 96,
  payload = Buffer.from('p'),
  flags = 0x80,
  middle,
  timestamp = 90_000,
  marker = true,
}: Fields) {
  const head = Buffer.alloc(12)
  head[0] = flags
  head[1] = (marker ? 0x80 : 0) | payloadType
  head.writeUInt16BE(sequence, 2)
  head.writeUInt32BE(timestamp >>> 0, 4)
  head.writeUInt32BE(ssrc, 8)
  return Buffer.concat([head, middle ?? Buffer.alloc(0), payload])
}

/** A receiver of one track, and what it heard: payloads, and what it was told. */
export function receiver(ssrc: number | null = null, more: Partial<RtpReceiverOptions> = {}) {
  const heard: string[] = []
  const clock = createFakeClock()
  const track = new RtpReceiver({
    payloadType: 96,
    clockRate: 90_000,
    ssrc,
    order: 'kept',
    clock,
    sink: {
      payload: (data, start, end) => heard.push(data.toString('latin1', start, end)),
      ended: (timestamp) => heard.push(`ended ${timestamp}`),
      lost: (packets) => heard.push(`lost ${packets}`),
      restarted: () => heard.push('restarted'),
      senderReport: (ntpMs, timestamp) => heard.push(`report ${ntpMs} ${timestamp}`),
    },
    ...more,
  })
  const push = (fields: Fields) => {
    const data = rtp(fields)
    track.push(data, 0, data.length)
  }
  return { clock, heard, track, push }
}

/** The payload of a packet that a test knows by its number. */
export const letter = (sequence: number) => Buffer.from(`${sequence & 0xffff} `)

/** What is heard of the packets from one number to before another. */
export const all = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${(from + index) & 0xffff} `)

/** Packets of pictures of three packets each, 100 ms apart. */
export async function play(
  { clock, push }: ReturnType<typeof receiver>,
  from: number,
  to: number,
  fields: (sequence: number) => Fields,
) {
  for (let sequence = from; sequence < to; sequence++) {
    const timestamp = 2 ** 32 - 90_000 + Math.floor(sequence / 3) * 9000
    push({ sequence: sequence & 0xffff, payload: letter(sequence), timestamp, ...fields(sequence) })
    if (sequence % 3 === 2) await clock.advance(100)
  }
}
