import { rtpFrame, type Script, ScriptedCamera, usual } from '../rtsp/scripted-camera.fixture.js'
import { sets, slice } from '../stream/camera-pictures.fixture.js'

/** Pictures a second; a keyframe every ten. */
const fps = 50

/** A scripted camera that really sends pictures from PLAY on, in the connection that was opened last. */
export class PlayingCamera implements AsyncDisposable {
  readonly server: ScriptedCamera
  isFrozen = false
  /** Whether it sends keyframes among its pictures. */
  sendsKeyframes = true
  readonly #timer: NodeJS.Timeout
  #sequence = 0
  #frame = 0

  private constructor(server: ScriptedCamera, playing: () => boolean) {
    this.server = server
    this.#timer = setInterval(() => {
      if (playing() && !this.isFrozen) this.#send()
    }, 1000 / fps)
  }

  /** @param port 0 takes a free one. */
  static async start(script: Script = usual, port = 0): Promise<PlayingCamera> {
    /** Which connection asked for pictures; what sends before that in another one is a session that ended. */
    let playedOn: number | null = null
    const played: Script = (request, camera) => {
      if (request.method === 'PLAY') playedOn = camera.connections
      if (request.method === 'TEARDOWN') playedOn = null
      return script(request, camera)
    }
    const server = await ScriptedCamera.start(played, '', null, port)
    return new PlayingCamera(server, () => playedOn === server.connections)
  }

  get url(): string {
    return this.server.url
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.server[Symbol.asyncDispose]()
  }

  #send(): void {
    const keyframe = this.sendsKeyframes && this.#frame % 10 === 0
    const units = keyframe ? [sets.sps, sets.pps, slice(true)] : [slice(false)]
    for (const unit of units) {
      const packet = rtpFrame(0, this.#sequence, unit, 1, this.#frame * (90_000 / fps))
      // The marker stands on the slice only.
      if (unit === sets.sps || unit === sets.pps) packet[5] = 96
      this.server.send(packet)
      this.#sequence = (this.#sequence + 1) & 0xffff
    }
    this.#frame++
  }
}
