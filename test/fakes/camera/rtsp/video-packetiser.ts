import type { FaultSettings } from '../faults.js'
import type { VideoCodec } from '../picture/annex-b.js'
import {
  levelsInTurn,
  marks,
  saidFrames,
  saidStraySec,
  spoiltFragments,
  spoiltUnits,
} from './media-faults.js'
import { accessUnitPayloads, type RtpSender, VIDEO_CLOCK_RATE, VIDEO_PAYLOAD_TYPE } from './rtp-packetiser.js'

/** A picture as it leaves the encoder. */
export interface EncodedPicture {
  /** Counted from the first one that is sent. */
  readonly number: number
  /** How many places later it is shown than it is sent. */
  readonly shift: number
  readonly fps: number
  readonly keyframe: boolean
  readonly codec: VideoCodec
  /** Those that are told before it, in the stream. */
  readonly parameterSets: readonly Buffer[]
  readonly slices: readonly Buffer[]
}

/** Of the faults those that show in the packets of the video. */
export type PacketFaults = Pick<
  FaultSettings,
  | 'payloadFault'
  | 'videoTimeFault'
  | 'videoTimeStrays'
  | 'videoTimeOffsetSec'
  | 'videoClockError'
  | 'setsInTurn'
  | 'rtsp'
>

/**
 * Makes the packets of one video track of its pictures, with what is wrong with them. Knows no clock and no socket, so
 * that a simulation sends what the camera does.
 */
export class VideoPacketiser {
  readonly #sender: RtpSender
  /** How far the timestamps ran away from their pictures, seconds. */
  #errorSec = 0
  #keyframes = 0
  #secondsWithEmpty = 0

  constructor(sender: RtpSender) {
    this.#sender = sender
  }

  /** The timestamp of the next picture; asked once for each, sent or not. */
  timestamp(picture: EncodedPicture, faults: PacketFaults): number {
    const { number, shift, fps } = picture
    this.#errorSec += faults.videoClockError / fps
    const said = saidFrames(number + shift, faults.videoTimeFault) / fps
    const stray = saidStraySec(picture, faults.videoTimeStrays)
    return this.#sender.timestamp(
      (said + this.#errorSec + faults.videoTimeOffsetSec + stray) * VIDEO_CLOCK_RATE,
    )
  }

  packets(picture: EncodedPicture, timestamp: number, faults: PacketFaults): Buffer[] {
    const { rtsp, payloadFault } = faults
    if (picture.keyframe) this.#atKeyframe(rtsp)
    this.#sender.payloadType = this.#typeOf(rtsp)
    const told = faults.setsInTurn
      ? levelsInTurn(picture.parameterSets, picture.codec, this.#keyframes)
      : picture.parameterSets
    const { sets, slices } = spoiltUnits(told, picture.slices, payloadFault)
    const whole = accessUnitPayloads(sets, slices, picture.codec)
    const payloads = spoiltFragments(whole, payloadFault)
    const empty = this.#isEmptyDue(picture) ? (rtsp.emptyPackets ?? 'none') : 'none'
    const packets = payloads.map((payload, at) => {
      const isMarked = marks(at, payloads.length, payloadFault)
      return this.#sender.packet(payload, timestamp, isMarked && empty !== 'marker')
    })
    if (empty === 'none') return packets
    return [...packets, this.#sender.emptyPacket(timestamp, empty === 'padding', empty === 'marker')]
  }

  #atKeyframe(rtsp: PacketFaults['rtsp']): void {
    if (this.#keyframes > 0 && rtsp.sources !== undefined && rtsp.sources !== 'one') {
      this.#sender.becomeAnother(rtsp.sources === 'numbers-begin-anew')
    }
    this.#keyframes++
  }

  #typeOf(rtsp: PacketFaults['rtsp']): number {
    const sent = rtsp.sentPayloadType ?? VIDEO_PAYLOAD_TYPE
    const types = typeof sent === 'number' ? [sent] : sent
    return types[Math.max(this.#keyframes - 1, 0) % types.length] ?? VIDEO_PAYLOAD_TYPE
  }

  /** Once in each second. */
  #isEmptyDue({ number, fps }: EncodedPicture): boolean {
    const second = Math.floor(number / fps)
    if (second === this.#secondsWithEmpty) return false
    this.#secondsWithEmpty = second
    return true
  }
}
