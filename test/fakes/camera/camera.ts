import { randomUUID } from 'node:crypto'
import { Authenticator } from './authentication.js'
import { Counters, type StreamName } from './counters.js'
import { announceByMdns, type MdnsAnnouncer } from './discovery/mdns.js'
import { WsDiscoveryResponder } from './discovery/ws-discovery.js'
import { Faults } from './faults.js'
import { describeCamera } from './identity.js'
import { LiveStream } from './live-stream.js'
import { type DeviceDescription, SNAPSHOT_PATH } from './onvif/device-description.js'
import { type EventOptions, USUAL_EVENTS } from './onvif/event-options.js'
import { EventService } from './onvif/event-service.js'
import { OnvifServer } from './onvif/onvif-server.js'
import { Motor } from './onvif/ptz-service.js'
import { UsernameTokens } from './onvif/username-token.js'
import { type CameraOptions, type ResolvedOptions, resolveOptions } from './options.js'
import { loadPicture, type Picture, type PictureOptions } from './picture/picture.js'
import { makeSnapshot } from './picture/snapshot.js'
import { type AudioSource, loadAudio } from './rtsp/audio-source.js'
import type { ServedStream } from './rtsp/rtsp-context.js'
import { RtspServer } from './rtsp/rtsp-server.js'

const POLL_MS = 10
const REBOOT_MS = 1000

interface CameraStream extends ServedStream {
  /** Another one once it has expired. */
  path: string
  /** What the stream was started with. */
  readonly picture: Picture
}

/** A running camera. Everything that it opened is gone after `close()`. */
export class FakeCamera {
  readonly options: ResolvedOptions
  readonly uuid: string
  readonly counters = new Counters()
  readonly faults: Faults
  /** Null for a camera without PTZ. */
  readonly motor: Motor | null
  /** Null for a camera without events of its own. */
  readonly events: EventService | null
  readonly #audio: AudioSource | null
  readonly #main: CameraStream
  readonly #streams: readonly CameraStream[]
  readonly #rtsp: RtspServer
  readonly #onvif: OnvifServer | null
  #responder: WsDiscoveryResponder | null = null
  #announcer: MdnsAnnouncer | null = null
  #hasPower = true
  #closing: Promise<void> | null = null

  private constructor(
    options: ResolvedOptions,
    main: CameraStream,
    further: readonly CameraStream[],
    audio: AudioSource | null,
  ) {
    this.options = options
    this.#audio = audio
    this.uuid = options.uuid ?? randomUUID()
    this.motor = options.ptz === 'none' ? null : new Motor()
    this.#main = main
    this.#streams = [main, ...further]
    this.faults = new Faults(options.faults, {
      dropConnections: () => this.#rtsp.dropConnections(),
      stopListening: () => this.#switchOff(),
      listenAgain: () => this.#switchOn(),
      changeSize: (width, height) => this.#changePicture({ width, height }),
      changeCodec: async (codec) => {
        await this.#changePicture({ codec })
        this.#rtsp.dropConnections()
      },
      changeCodecInBand: (codec) => this.#changePicture({ codec }),
      changeCertificate: () => this.#rtsp.changeCertificate(),
      changeRtspPort: () => this.#rtsp.changePort(),
      expireUrl: (name) => this.#expireUrl(name),
    })
    this.events = options.onvifEvents === null ? null : this.#makeEventService(options.onvifEvents)
    this.#rtsp = this.#makeRtspServer()
    this.#onvif = options.onvif ? this.#makeOnvifServer() : null
  }

  /** Use `startCamera`. */
  static async start(given: CameraOptions): Promise<FakeCamera> {
    const options = resolveOptions(given)
    const { join, paths, timetable } = options
    const picture = await loadPicture(options.picture)
    const subPicture = options.subPicture === null ? null : await loadPicture(options.subPicture)
    const stream = (role: 'main' | 'sub', shown: Picture, channel: number): CameraStream => {
      const live = new LiveStream(shown, timetable, join)
      const [name, path] =
        channel === 1 ? [role, paths[role]] : [`ch${channel}-${role}` as const, `/ch${channel}${paths[role]}`]
      return { name, path, live, channel, picture: shown }
    }
    const subs = (channel: number) => (subPicture === null ? [] : [stream('sub', subPicture, channel)])
    const further = Array.from({ length: options.furtherChannels }, (_, index) => index + 2).flatMap(
      (channel) => [stream('main', picture, channel), ...subs(channel)],
    )
    const camera = new FakeCamera(
      options,
      stream('main', picture, 1),
      [...subs(1), ...further],
      await loadAudio(options.audio),
    )
    try {
      await camera.#open()
    } catch (error) {
      await camera.close()
      throw error
    }
    return camera
  }

  get host(): string {
    return this.options.host
  }

  get rtspPort(): number {
    return this.#rtsp.port
  }

  /** 0 for a camera without ONVIF. */
  get onvifPort(): number {
    return this.#onvif?.port ?? 0
  }

  /** What the main stream shows; `loopFrames` and `options.fps` are of use to tests. */
  get picture(): Picture {
    return this.#main.picture
  }

  /** What the camera tells about itself: serial, MAC, endpoint, profiles. */
  get device(): DeviceDescription {
    const ports = { rtsp: this.rtspPort, onvif: this.onvifPort }
    return describeCamera(this.options, this.uuid, ports, this.#streams)
  }

  /** The address of a stream, without credentials. */
  rtspUrl(stream: StreamName = 'main'): string {
    const scheme = this.options.tls === 'none' ? 'rtsp' : 'rtsps'
    const path = this.#streams.find(({ name }) => name === stream)?.path ?? this.options.paths.sub
    return `${scheme}://${this.host}:${this.rtspPort}${path}`
  }

  snapshotUrl(): string {
    return `http://${this.host}:${this.onvifPort}${SNAPSHOT_PATH}`
  }

  /** The figure walks for that long from the next keyframe on, before one channel. */
  move(seconds: number, channel = 1): void {
    for (const { live } of this.#streams.filter((stream) => stream.channel === channel)) live.move(seconds)
    // A short one would be over before it is looked for where this process has no time.
    this.events?.look()
  }

  /**
   * Resolves once `reached` holds of the counters.
   * @throws after `timeoutMs` (default 90 s), naming what was waited for: the limit is for a broken test.
   */
  async until(what: string, reached: (counters: Counters) => boolean, timeoutMs = 90_000): Promise<void> {
    const giveUpAt = performance.now() + timeoutMs
    while (!reached(this.counters)) {
      if (performance.now() > giveUpAt) {
        throw new Error(`camera ${this.options.name}: no ${what} in ${timeoutMs} ms`)
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  /** Ends all connections, announcements and timers. May be called again. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll()
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #open(): Promise<void> {
    await this.#rtsp.listen()
    await this.#onvif?.listen()
    if (this.options.wsDiscovery && this.#onvif !== null) {
      this.#responder = this.#makeResponder()
      await this.#responder.start()
    }
    if (this.options.mdns) this.#announcer = await announceByMdns(this.device, this.options.paths.main)
  }

  async #closeAll(): Promise<void> {
    await this.#announcer?.close()
    await this.#responder?.close()
    await this.#onvif?.close()
    this.motor?.close()
    await this.#rtsp.close()
    for (const { live } of this.#streams) live.close()
  }

  #newAuthenticator(): Authenticator {
    const { challenges, credentials, name } = this.options
    return new Authenticator(name, challenges, credentials)
  }

  #makeRtspServer(): RtspServer {
    const { counters, faults } = this
    const newAuthenticator = () => this.#newAuthenticator()
    return new RtspServer(
      { ...this.options, audio: this.#audio, counters, faults, streams: this.#streams, newAuthenticator },
      this.options.rtspPort,
    )
  }

  #makeEventService(differences: Partial<EventOptions>): EventService {
    const options = { ...USUAL_EVENTS, ...differences }
    const origins: Record<EventOptions['address'], () => string> = {
      right: () => this.device.origin,
      'wrong-host': () => `http://10.9.8.7:${this.onvifPort}`,
      'wrong-port': () => `http://${this.host}:1`,
      'second-port': () => `http://${this.host}:${this.#onvif?.secondPort ?? 0}`,
      'silent-port': () => `http://${this.host}:${this.#onvif?.secondPort ?? 0}`,
      'two-ports': () => `http://${this.host}:80:${this.onvifPort}`,
    }
    return new EventService({
      options,
      now: () => Date.now() + this.options.clockOffsetMs,
      channels: () => 1 + this.options.furtherChannels,
      isMoving: (channel) => this.#streams.some((one) => one.channel === channel && one.live.isMovingNow()),
      origin: origins[options.address],
      crash: (forMs) => void this.#crash(forMs),
    })
  }

  /** Off the net for a while, with everything forgotten, as a firmware that restarts. */
  async #crash(forMs: number): Promise<void> {
    this.events?.endAll()
    await this.#switchOff()
    this.#rtsp.dropConnections()
    setTimeout(() => {
      if (this.#closing === null) void this.#switchOn().catch(() => undefined)
    }, forMs).unref()
  }

  #makeOnvifServer(): OnvifServer {
    const { counters, faults, options } = this
    const { credentials, host, onvifClockWindowSec, onvifLogins, onvifPort } = options
    const parts = {
      counters,
      faults,
      host,
      motor: this.motor,
      events: this.events,
      secondPort: secondPortOf(options.onvifEvents?.address),
      hasZoom: options.ptz === 'pan-tilt-zoom',
      onConnection: (open: number) => {
        const { rebootsAtConnections: most } = options
        if (most !== null && open >= most) this.#reboot()
      },
      logins: onvifLogins,
      authenticator: this.#newAuthenticator(),
      tokens: new UsernameTokens(credentials, onvifClockWindowSec, () => this.device.now()),
      device: () => this.device,
      takeSnapshot: (channel: number) => {
        const { live } = this.#streams.find((one) => one.channel === channel) ?? this.#main
        const { pictures, picture } = live.newestKeyframe()
        return makeSnapshot(picture, pictures)
      },
    }
    return new OnvifServer(parts, onvifPort)
  }

  #makeResponder(): WsDiscoveryResponder {
    const { counters, options } = this
    const device = () => this.device
    const isUp = () => this.#hasPower
    return new WsDiscoveryResponder({ ...options, counters, device, isUp })
  }

  /** Without power for a second. */
  #reboot(): void {
    if (!this.#hasPower) return
    this.counters.reboots++
    const back = async (): Promise<void> => {
      await this.faults.refuseConnections()
      await new Promise((resolve) => setTimeout(resolve, REBOOT_MS))
      if (this.#closing === null) await this.faults.comeBack()
    }
    // A port that somebody else took meanwhile: the camera stays dark.
    back().catch(() => {})
  }

  async #switchOff(): Promise<void> {
    this.#hasPower = false
    this.#rtsp.stopListening()
    await this.#onvif?.stopListening()
  }

  async #switchOn(): Promise<void> {
    await this.#rtsp.listen()
    await this.#onvif?.listen()
    this.#hasPower = true
  }

  #expireUrl(name: StreamName): void {
    const stream = this.#streams.find((one) => one.name === name)
    if (stream === undefined) throw new Error(`the camera has no stream ${name}`)
    stream.path = `${stream.path}~`
    this.#rtsp.dropStream(name)
  }

  async #changePicture(difference: Partial<PictureOptions>): Promise<void> {
    const { options } = this.#main.live.currentPicture
    this.#main.live.changePicture(await loadPicture({ ...options, ...difference }))
  }
}

/** Starts a camera; encodes its picture first where the cache has none. */
export function startCamera(options: CameraOptions = {}): Promise<FakeCamera> {
  return FakeCamera.start(options)
}

function secondPortOf(address: EventOptions['address'] | undefined): 'none' | 'answers' | 'silent' {
  if (address === 'second-port') return 'answers'
  return address === 'silent-port' ? 'silent' : 'none'
}
