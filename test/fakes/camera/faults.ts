import type { StreamName } from './counters.js'
import { NO_ONVIF_FAULTS, type OnvifFaults } from './onvif/onvif-faults.js'
import type { VideoCodec } from './picture/annex-b.js'
import type { Freezes } from './rtsp/freezes.js'
import type { AudioTimeFault, PayloadFault, VideoTimeFault, VideoTimeStrays } from './rtsp/media-faults.js'
import { NO_RTSP_QUIRKS, type RtspQuirks } from './rtsp/rtsp-quirks.js'

/** What can be wrong with the camera. All of it may be set at the start and at any time later. */
export interface FaultSettings {
  /** Every credential is refused. */
  readonly wrongPassword: boolean
  /** Answer a method with this status instead of doing it, e.g. `{ SETUP: 453 }` or `{ DESCRIBE: 404 }`. */
  readonly answerWith: Readonly<Record<string, number>>
  /** DESCRIBE is answered with a redirect, before or after the credentials were checked. */
  readonly redirect: {
    readonly to: string
    readonly status?: 301 | 302
    readonly afterLogin?: boolean
  } | null
  /** What speaks on the port is no RTSP server: it answers in HTTP, or with bytes without meaning. */
  readonly notRtsp: 'http' | 'garbage' | null
  /** The description has a sound track only. */
  readonly audioOnly: boolean
  /** The video is announced as Motion JPEG (RFC 2435). */
  readonly jpegOnly: boolean
  /** Every ONVIF login is refused as out of time, as by a camera whose clock nobody can follow. */
  readonly wrongTime: boolean
  /** What else is wrong with ONVIF; set as a whole, what is left out is right. */
  readonly onvif: Partial<OnvifFaults>
  /** What else is wrong with RTSP; set as a whole, what is left out is right. */
  readonly rtsp: Partial<RtspQuirks>
  /** Connections are taken and read, and never answered. */
  readonly blackHole: boolean
  /** Every answer waits this long, milliseconds. */
  readonly answerDelayMs: number
  /** Sessions stay open and nothing is sent; RTCP reports still are, as from a stuck encoder. */
  readonly frozen: boolean
  /** The same for a while, again and again, and then the next keyframe. */
  readonly freezes: Freezes | null
  /** Each session is cut after that many frames, by a reset in the middle of the next one. */
  readonly dropAfterFrames: number | null
  /** Every n-th RTP packet is damaged: bad version, cut short, lost, in turn. */
  readonly corruptEvery: number | null
  /** Every n-th RTP packet is lost, as on a bad line. */
  readonly loseEvery: number | null
  /** What is wrong with the payloads of the video. */
  readonly payloadFault: PayloadFault | null
  /** What is wrong with the timestamps of the video. */
  readonly videoTimeFault: VideoTimeFault | null
  /** Single pictures whose timestamps are far off. */
  readonly videoTimeStrays: VideoTimeStrays | null
  /** The parameter sets in the stream say level 3.0 and level 3.1 in turn. */
  readonly setsInTurn: boolean
  /** Added to the timestamps of the video, seconds; a jump where it is changed while they run. */
  readonly videoTimeOffsetSec: number
  /**
   * The part by which the timestamps of the video run faster than time, slower below zero: 0.001 for a camera that
   * says 30 pictures a second and sends 29.97. It may change while they run, and they go on from where they are.
   */
  readonly videoClockError: number
  /** What is wrong with the clock of the sound. */
  readonly audioTimeFault: AudioTimeFault | null
  /** The part by which the samples of the sound come faster than they say, slower below zero. */
  readonly audioClockError: number
  /** A second client gets 453, or throws out the first one. */
  readonly secondClient: 'serve' | 'refuse' | 'kick-first'
}

export const NO_FAULTS: FaultSettings = {
  wrongPassword: false,
  answerWith: {},
  redirect: null,
  notRtsp: null,
  audioOnly: false,
  jpegOnly: false,
  wrongTime: false,
  onvif: NO_ONVIF_FAULTS,
  rtsp: NO_RTSP_QUIRKS,
  blackHole: false,
  answerDelayMs: 0,
  frozen: false,
  freezes: null,
  dropAfterFrames: null,
  corruptEvery: null,
  loseEvery: null,
  payloadFault: null,
  videoTimeFault: null,
  videoTimeStrays: null,
  setsInTurn: false,
  videoTimeOffsetSec: 0,
  videoClockError: 0,
  audioTimeFault: null,
  audioClockError: 0,
  secondClient: 'serve',
}

/** What a fault does to the running camera beyond settings. */
export interface FaultActions {
  dropConnections(): number
  stopListening(): Promise<void>
  listenAgain(): Promise<void>
  changeSize(width: number, height: number): Promise<void>
  changeCodec(codec: VideoCodec): Promise<void>
  changeCodecInBand(codec: VideoCodec): Promise<void>
  changeCertificate(): Promise<void>
  changeRtspPort(): Promise<void>
  expireUrl(stream: StreamName): void
}

/** The switchboard of a running camera. */
export class Faults {
  #settings: FaultSettings
  readonly #actions: FaultActions

  constructor(initial: Partial<FaultSettings>, actions: FaultActions) {
    this.#settings = { ...NO_FAULTS, ...initial }
    this.#actions = actions
  }

  get current(): FaultSettings {
    return this.#settings
  }

  /** Changes the named settings; the others stay. Acts on the next request, frame or connection. */
  set(changes: Partial<FaultSettings>): void {
    this.#settings = { ...this.#settings, ...changes }
  }

  /** Takes every setting back. A camera that refuses connections needs `comeBack`. */
  clear(): void {
    this.#settings = NO_FAULTS
  }

  /** Resets all RTSP connections now; tells how many there were. */
  dropNow(): number {
    return this.#actions.dropConnections()
  }

  freeze(): void {
    this.set({ frozen: true })
  }

  thaw(): void {
    this.set({ frozen: false })
  }

  /** Resets all RTSP connections and stops listening, as a camera without power. */
  async refuseConnections(): Promise<void> {
    await this.#actions.stopListening()
    this.#actions.dropConnections()
  }

  /** Listens again on the same port. */
  comeBack(): Promise<void> {
    return this.#actions.listenAgain()
  }

  /** Another picture size from the next keyframe on, announced by parameter sets in the stream. */
  changeSize(width: number, height: number): Promise<void> {
    return this.#actions.changeSize(width, height)
  }

  /** Another certificate and key for the next connection, as after a reset to factory settings. */
  changeCertificate(): Promise<void> {
    return this.#actions.changeCertificate()
  }

  /** RTSP is served at another port from now on, which ONVIF tells, and all connections are reset. */
  changeRtspPort(): Promise<void> {
    return this.#actions.changeRtspPort()
  }

  /** A stream has another address from now on, which ONVIF tells: the old one is not found, and who plays it is cut. */
  expireUrl(stream: StreamName): void {
    this.#actions.expireUrl(stream)
  }

  /**
   * Another codec from now on: the encoder starts anew and everybody has to connect again, as when a person
   * changes it in the camera's own pages.
   */
  changeCodec(codec: VideoCodec): Promise<void> {
    return this.#actions.changeCodec(codec)
  }

  /** The same from the next keyframe on, and nobody is told: sessions go on with what they did not ask for. */
  changeCodecInBand(codec: VideoCodec): Promise<void> {
    return this.#actions.changeCodecInBand(codec)
  }
}
