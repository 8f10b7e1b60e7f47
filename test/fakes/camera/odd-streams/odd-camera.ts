import { NO_FAULTS } from '../faults.js'
import { interleave, RtpSender } from '../rtsp/rtp-packetiser.js'
import { type EncodedPicture, VideoPacketiser } from '../rtsp/video-packetiser.js'
import type { OddStream } from './oddities.js'

export const FPS = 10
export const PICTURE_MS = 1000 / FPS

/** Parameter sets of x264 and x265, 640x360, without and with B-frames. */
const SETS = {
  h264: {
    plain: ['6742c01ed900a02ff97011000003000100000300320f162e48', '68cb83cb20'],
    reordered: ['674d4016eca05017fcb80880000003008000000a078b16cb', '68ce0fc8'],
  },
  h265: {
    plain: [
      '40010c01ffff01600000030090000003000003003fba0240',
      '42010101600000030090000003000003003fa005020171f2e5ba4a4c2f016808000003000800000300c840',
      '4401c073c189',
    ],
    reordered: [
      '40010c01ffff01600000030090000003000003003f911009',
      '42010101600000030090000003000003003fa005020171f2e591112930bc05a02000000300200000030141',
      '4401c073c189',
    ],
  },
} as const

export function parameterSetsOf({ codec, hasBFrames }: OddStream): Buffer[] {
  return SETS[codec][hasBFrames ? 'reordered' : 'plain'].map((hex) => Buffer.from(hex, 'hex'))
}

/** How many places later than they are sent the pictures of a group are shown: two B-frames behind each P-frame. */
const SHIFTS = [0, 2, -1, -1, 2, -1, -1, 2, -1, -1] as const

/** When a picture was taken, counted in pictures. */
export function takenAs(number: number, { hasBFrames }: OddStream): number {
  return number + (hasBFrames ? (SHIFTS[number % FPS] ?? 0) : 0)
}

/** A recovery point at which decoding may begin at once (H.264, annex D.1.8). */
const RECOVERY_POINT = Buffer.from('060601c480', 'hex')
const SMALL_PICTURE = 300
const FULL_PACKET = 1300
const KEEP_ALIVES_EVERY = 25 * FPS

/** What leaves a camera for one picture, and whether all of it arrives. */
interface SentPicture {
  readonly keyframe: boolean
  /** As they come: bytes of a connection, or datagrams. */
  readonly chunks: readonly Buffer[]
  readonly isWhole: boolean
}

/** Where the number of its picture stands in a slice: three bytes that make no start code. */
const NUMBER_AT = 4

function slice(codec: OddStream['codec'], isRandomAccess: boolean, number: number, length: number): Buffer {
  const unit = Buffer.alloc(length, 0xaa)
  if (codec === 'h264') {
    unit[0] = isRandomAccess ? 0x65 : 0x41
    unit[1] = 0x88
  } else {
    unit[0] = (isRandomAccess ? 19 : 1) << 1
    unit[1] = 1
    unit[2] = 0x88
  }
  for (const [at, shift] of [14, 7, 0].entries()) unit[NUMBER_AT + at] = 0x80 | ((number >> shift) & 0x7f)
  return unit
}

/** The number that a picture was sent with, by its units behind their lengths. */
export function numberOf(picture: Buffer, codec: OddStream['codec']): number {
  for (let at = 0; at + 4 <= picture.length; ) {
    const end = at + 4 + picture.readUInt32BE(at)
    const first = picture[at + 4] ?? 0
    const type = codec === 'h264' ? first & 0x1f : (first >> 1) & 0x3f
    const isSlice = codec === 'h264' ? type === 1 || type === 5 : type === 1 || type === 19
    if (isSlice) {
      const digits = [...picture.subarray(at + 4 + NUMBER_AT, at + 7 + NUMBER_AT)]
      return digits.reduce((number, digit) => (number << 7) | (digit & 0x7f), 0)
    }
    at = end
  }
  throw new Error('a picture bears no number')
}

/** Sends pictures as an odd stream says, one after the other. */
export class OddCamera {
  readonly #stream: OddStream
  readonly #random: () => number
  readonly #packetiser: VideoPacketiser
  readonly #stranger: RtpSender | null
  #packets = 0
  #strayed = 0
  #overtaken: Buffer | null = null
  /** What was broken off may swallow the begin of what follows. */
  #isSpoilt = false

  constructor(stream: OddStream, random: () => number) {
    this.#stream = stream
    this.#random = random
    this.#packetiser = new VideoPacketiser(new RtpSender(96, random))
    this.#stranger = stream.hasStranger ? new RtpSender(96, random) : null
  }

  send(number: number, isFrozen: boolean): SentPicture {
    const { codec, faults, isRefreshed, jumpSec, keyframePackets } = this.#stream
    const keyframe = number % FPS === 0
    const length = keyframe ? keyframePackets * FULL_PACKET - 200 : SMALL_PICTURE
    const picture: EncodedPicture = {
      number,
      shift: takenAs(number, this.#stream) - number,
      fps: FPS,
      keyframe,
      codec,
      parameterSets: keyframe ? parameterSetsOf(this.#stream) : [],
      slices: [
        ...(keyframe && isRefreshed ? [RECOVERY_POINT] : []),
        slice(codec, keyframe && !isRefreshed, number, length),
      ],
    }
    const all = { ...NO_FAULTS, ...faults, videoTimeOffsetSec: jumpSec * Math.floor(number / (30 * FPS)) }
    const timestamp = this.#packetiser.timestamp(picture, all)
    if (isFrozen) return { keyframe, chunks: [], isWhole: false }
    const packets = this.#packetiser.packets(picture, timestamp, all)
    const sent = packets.map((packet) => this.#onTheWay(packet, number))
    return {
      keyframe,
      chunks: [...sent.flatMap(({ chunks }) => chunks), ...this.#strange(number), ...this.#answered(number)],
      isWhole: sent.every(({ isWhole }) => isWhole),
    }
  }

  /** What another sender sends, which began behind ours. */
  #strange(number: number): Buffer[] {
    if (this.#stranger === null) return []
    const payload = slice(this.#stream.codec, false, 0, SMALL_PICTURE)
    return [this.#asSent(this.#stranger.packet(payload, number * 9000, true))]
  }

  #answered(number: number): Buffer[] {
    const { keepAliveStatus } = this.#stream
    if (keepAliveStatus === null || number % KEEP_ALIVES_EVERY !== 0) return []
    return [Buffer.from(`RTSP/1.0 ${keepAliveStatus} Refused\r\nCSeq: ${number}\r\n\r\n`)]
  }

  #asSent(packet: Buffer): Buffer {
    return this.#stream.transport === 'tcp' ? interleave(0, packet) : packet
  }

  #onTheWay(
    packet: Buffer,
    number: number,
  ): { readonly chunks: readonly Buffer[]; readonly isWhole: boolean } {
    const { cutEvery, loseEvery, transport } = this.#stream
    this.#packets++
    if (loseEvery !== null && this.#packets % loseEvery === 0) return { chunks: [], isWhole: false }
    if (transport === 'udp') return { chunks: this.#overtaking(packet), isWhole: true }
    const frame = interleave(0, packet)
    const isWhole = !this.#isSpoilt
    this.#isSpoilt = cutEvery !== null && this.#packets % cutEvery === 0
    if (this.#isSpoilt) {
      return { chunks: [frame.subarray(0, 1 + this.#below(frame.length - 1))], isWhole: false }
    }
    return { chunks: [...this.#strayBytes(number), frame], isWhole }
  }

  /** Now and then a datagram comes behind the next one of its picture. */
  #overtaking(packet: Buffer): Buffer[] {
    const before = this.#overtaken
    this.#overtaken = null
    if (before !== null) return [packet, before]
    const isLast = (packet.readUInt8(1) & 0x80) !== 0
    if (isLast || this.#random() > 0.05) return [packet]
    this.#overtaken = packet
    return []
  }

  #strayBytes(number: number): Buffer[] {
    const { strayEverySec } = this.#stream
    if (strayEverySec === null || number < (this.#strayed + 1) * strayEverySec * FPS) return []
    this.#strayed++
    return [Buffer.from(Array.from({ length: 1 + this.#below(200) }, () => this.#below(256)))]
  }

  #below(bound: number): number {
    return Math.floor(this.#random() * bound)
  }
}
