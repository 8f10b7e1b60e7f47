import { randomUUID } from 'node:crypto'
import { Authenticator } from './authentication.js'
import { Counters, type StreamName } from './counters.js'
import { Faults } from './faults.js'
import { LiveStream } from './live-stream.js'
import { type CameraOptions, type ResolvedOptions, resolveOptions } from './options.js'
import { loadPicture, type Picture } from './picture/picture.js'
import type { CameraContext } from './rtsp/rtsp-context.js'
import { RtspServer } from './rtsp/rtsp-server.js'

const POLL_MS = 10

/** A running camera. Everything that it opened is gone after `close()`. */
export class FakeCamera {
  readonly options: ResolvedOptions
  readonly uuid: string
  readonly counters: Counters
  readonly faults: Faults
  /** What the main stream shows; `loopFrames` and `options.fps` are of use to tests. */
  readonly picture: Picture
  private readonly live: ReadonlyMap<StreamName, LiveStream>
  private readonly rtsp: RtspServer
  private closing: Promise<void> | null = null

  private constructor(options: ResolvedOptions, pictures: ReadonlyMap<StreamName, Picture>) {
    this.options = options
    this.uuid = options.uuid ?? randomUUID()
    this.counters = new Counters()
    const main = pictures.get('main')
    if (main === undefined) throw new Error('a camera has a main stream')
    this.picture = main
    const streams = Array.from(pictures, ([name, picture]) => ({
      name,
      path: options.paths[name],
      live: new LiveStream(picture, options.timetable, options.join),
    }))
    this.live = new Map(streams.map(({ name, live }) => [name, live]))
    this.faults = new Faults(options.faults, {
      dropConnections: () => this.rtsp.dropConnections(),
      stopListening: () => this.rtsp.stopListening(),
      listenAgain: () => this.rtsp.listen(),
      changeSize: (width, height) => this.changeSize(width, height),
    })
    const { audio, clockOffsetMs, controlUrls, credentials, host, name, parameterSets, sessionTimeoutSec } =
      options
    const context: CameraContext = {
      audio,
      clockOffsetMs,
      controlUrls,
      host,
      name,
      parameterSets,
      sessionTimeoutSec,
      streams,
      faults: this.faults,
      counters: this.counters,
      newAuthenticator: () => new Authenticator(name, options.challenges, credentials),
    }
    this.rtsp = new RtspServer(context, options.rtspPort)
  }

  /** Use `startCamera`. */
  static async start(given: CameraOptions): Promise<FakeCamera> {
    const options = resolveOptions(given)
    const pictures = new Map<StreamName, Picture>([['main', await loadPicture(options.picture)]])
    if (options.subPicture !== null) pictures.set('sub', await loadPicture(options.subPicture))
    const camera = new FakeCamera(options, pictures)
    await camera.rtsp.listen()
    return camera
  }

  get host(): string {
    return this.options.host
  }

  get rtspPort(): number {
    return this.rtsp.port
  }

  /** The address of a stream, without credentials. */
  rtspUrl(stream: StreamName = 'main'): string {
    return `rtsp://${this.host}:${this.rtspPort}${this.options.paths[stream]}`
  }

  /** The figure walks for that long from the next keyframe on. */
  move(seconds: number): void {
    for (const live of this.live.values()) live.move(seconds)
  }

  /**
   * Resolves once `reached` holds of the counters.
   * @throws after `timeoutMs` (default 10 s), naming what was waited for.
   */
  async until(what: string, reached: (counters: Counters) => boolean, timeoutMs = 10_000): Promise<void> {
    const giveUpAt = performance.now() + timeoutMs
    while (!reached(this.counters)) {
      if (performance.now() > giveUpAt)
        throw new Error(`camera ${this.options.name}: no ${what} in ${timeoutMs} ms`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  close(): Promise<void> {
    this.closing ??= this.closeAll()
    return this.closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  private async closeAll(): Promise<void> {
    await this.rtsp.close()
    for (const live of this.live.values()) live.close()
  }

  private async changeSize(width: number, height: number): Promise<void> {
    const picture = await loadPicture({ ...this.options.picture, width, height })
    this.live.get('main')?.changePicture(picture)
  }
}

/** Starts a camera; encodes its picture first where the cache has none. */
export function startCamera(options: CameraOptions = {}): Promise<FakeCamera> {
  return FakeCamera.start(options)
}
