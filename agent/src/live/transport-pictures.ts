const packetBytes = 188
const syncByte = 0x47

/** A picture out of a transport stream, in whole packets. */
export interface TransportPicture {
  readonly keyframe: boolean
  readonly data: Buffer
}

/** What is known of a packet (ISO/IEC 13818-1, 2.4.3). */
interface PacketFacts {
  /** It begins a picture. */
  readonly begins: boolean
  /** Decoding may begin with it. */
  readonly keyframe: boolean
  readonly isPicture: boolean
}

/**
 * Cuts a transport stream with one video into its pictures. Tables of the stream go with the picture behind them, so that
 * whoever begins with a keyframe has them.
 */
export class TransportPictures {
  #rest = Buffer.alloc(0)
  #tables: Buffer[] = []
  #picture: { keyframe: boolean; readonly packets: Buffer[] } | null = null
  #pid: number | null = null

  /** Takes the next bytes. @returns the pictures that are whole by now: one is when the next begins */
  take(bytes: Buffer): TransportPicture[] {
    const whole: TransportPicture[] = []
    let all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    while (all.length >= packetBytes) {
      if (all[0] !== syncByte) {
        const next = all.indexOf(syncByte, 1)
        all = next === -1 ? Buffer.alloc(0) : all.subarray(next)
        continue
      }
      const ended = this.#packet(all.subarray(0, packetBytes))
      if (ended !== null) whole.push(ended)
      all = all.subarray(packetBytes)
    }
    this.#rest = Buffer.from(all)
    return whole
  }

  #packet(packet: Buffer): TransportPicture | null {
    const facts = this.#read(packet)
    if (!facts.isPicture) {
      this.#tables.push(packet)
      return null
    }
    if (!facts.begins) {
      this.#picture?.packets.push(packet)
      return null
    }
    const before = this.#picture
    this.#picture = { keyframe: facts.keyframe, packets: [...this.#tables, packet] }
    this.#tables = []
    return before && { keyframe: before.keyframe, data: Buffer.concat(before.packets) }
  }

  #read(packet: Buffer): PacketFacts {
    const pid = packet.readUInt16BE(1) & 0x1fff
    const control = (packet.readUInt8(3) >> 4) & 3
    const adaptation = (control & 2) === 0 ? 0 : packet.readUInt8(4) + 1
    const payload = packet.subarray(Math.min(4 + adaptation, packetBytes))
    const starts = (packet.readUInt8(1) & 0x40) !== 0 && isVideoPes(payload)
    if (starts) this.#pid = pid
    const keyframe = starts && adaptation > 1 && (packet.readUInt8(5) & 0x40) !== 0
    return { begins: starts, keyframe, isPicture: pid === this.#pid }
  }
}

function isVideoPes(payload: Buffer): boolean {
  return payload.length >= 4 && payload.readUIntBE(0, 3) === 1 && (payload.readUInt8(3) & 0xf0) === 0xe0
}

/** The size that the sequence header of MPEG-1 in it says (ISO/IEC 11172-2, 2.4.2.3), pixels; null where none is in it. */
export function mpeg1Size(data: Buffer): { readonly width: number; readonly height: number } | null {
  const at = data.indexOf(sequenceHeader)
  if (at === -1 || at + 7 > data.length) return null
  const both = data.readUIntBE(at + 4, 3)
  const [width, height] = [both >> 12, both & 0xfff]
  return width > 0 && height > 0 ? { width, height } : null
}

const sequenceHeader = Buffer.from([0, 0, 1, 0xb3])
