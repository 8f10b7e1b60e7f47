import type { EncodedVideo } from '#testing/encode-video.js'
import {
  answer,
  interleaved,
  rtpPacket,
  type Script,
  ScriptedCamera,
  usual,
} from '../rtsp/scripted-camera.fixture.js'

/** Sound as RTP carries it. */
export interface CameraSound {
  /** Lines of its track in the description. */
  readonly lines: readonly string[]
  readonly payloadType: number
  /** Payloads, one after the other, over and over. */
  readonly payloads: readonly Buffer[]
  /** Ticks of its clock that a payload lasts. */
  readonly ticks: number
  readonly clockRate: number
}

export interface EncodedCameraOptions {
  readonly sound?: CameraSound
  /** Changes single answers. */
  readonly script?: Script
}

/** A camera that plays a real video in real time, over and over, to whoever plays it. */
export class EncodedCamera implements AsyncDisposable {
  readonly server: ScriptedCamera
  isFrozen = false
  #video: EncodedVideo
  readonly #sound: CameraSound | null
  readonly #timer: NodeJS.Timeout
  readonly #startedMs = performance.now()
  #sequence = 0
  /** Pictures sent of this video, and when its first was due. */
  #sent = 0
  #videoFromMs = 0
  #soundsSent = 0
  #isPlaying = false

  private constructor(server: ScriptedCamera, video: EncodedVideo, sound: CameraSound | null) {
    this.server = server
    this.#video = video
    this.#sound = sound
    this.#timer = setInterval(() => this.#sendDue(), 10)
  }

  static async start(video: EncodedVideo, options: EncodedCameraOptions = {}): Promise<EncodedCamera> {
    const { sound = null, script } = options
    let camera: EncodedCamera | null = null
    const played: Script = (request, server) => {
      if (request.method === 'PLAY') camera?.play()
      const own = script?.(request, server)
      if (own !== undefined && own !== null) return own
      if (request.method === 'DESCRIBE')
        return answer(request, 200, ['Content-Type: application/sdp'], describe(video, sound))
      if (request.method !== 'SETUP') return usual(request)
      return answer(request, 200, ['Session: s1', `Transport: ${request.headers.get('transport') ?? ''}`])
    }
    camera = new EncodedCamera(await ScriptedCamera.start(played), video, sound)
    return camera
  }

  get url(): string {
    return this.server.url
  }

  play(): void {
    if (this.#isPlaying) return
    this.#isPlaying = true
    this.#begin(this.#video)
  }

  /** Sends another video from now on, in the same session. */
  change(video: EncodedVideo): void {
    this.#begin(video)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.server[Symbol.asyncDispose]()
  }

  get #elapsedMs(): number {
    return performance.now() - this.#startedMs
  }

  #begin(video: EncodedVideo): void {
    this.#video = video
    this.#sent = 0
    this.#videoFromMs = this.#elapsedMs
  }

  #sendDue(): void {
    if (!this.#isPlaying || this.isFrozen || this.server.open === 0) return
    const { fps, pictures } = this.#video
    const due = ((this.#elapsedMs - this.#videoFromMs) / 1000) * fps
    for (; this.#sent < due; this.#sent++) {
      const picture = pictures[this.#sent % pictures.length]
      if (picture === undefined) throw new Error('the video is empty')
      const shownAt = Math.floor(this.#sent / pictures.length) * pictures.length + picture.shownAt
      this.#sendPicture(picture, Math.round((this.#videoFromMs / 1000 + shownAt / fps) * 90_000))
    }
    this.#sendSound()
  }

  #sendPicture(picture: EncodedVideo['pictures'][number], timestamp: number): void {
    const units = [...(picture.keyframe ? this.#video.format.parameterSets : []), ...unitsOf(picture.data)]
    for (const [index, unit] of units.entries()) {
      const packet = rtpPacket(this.#sequence, Buffer.from(unit), 1, timestamp >>> 0)
      if (index < units.length - 1) packet.writeUInt8(96, 1)
      this.server.send(interleaved(0, packet))
      this.#sequence = (this.#sequence + 1) & 0xffff
    }
  }

  #sendSound(): void {
    const sound = this.#sound
    if (sound === null) return
    const due = ((this.#elapsedMs / 1000) * sound.clockRate) / sound.ticks
    for (; this.#soundsSent < due; this.#soundsSent++) {
      const payload = sound.payloads[this.#soundsSent % sound.payloads.length] ?? Buffer.alloc(0)
      const timestamp = this.#soundsSent * sound.ticks
      const packet = rtpPacket(this.#soundsSent & 0xffff, payload, 2, timestamp, sound.payloadType)
      this.server.send(interleaved(2, packet))
    }
  }
}

function describe({ format }: EncodedVideo, sound: CameraSound | null): string {
  const name = format.codec === 'h264' ? 'H264' : 'H265'
  const video = ['m=video 0 RTP/AVP 96', `a=rtpmap:96 ${name}/90000`, 'a=control:track1']
  const lines = ['v=0', 's=x', ...video, ...(sound?.lines ?? []), '']
  return lines.join('\r\n')
}

/** The NAL units of a picture. */
export function unitsOf(data: Buffer): Buffer[] {
  const units: Buffer[] = []
  for (let at = 0; at + 4 <= data.length; ) {
    const length = data.readUInt32BE(at)
    units.push(data.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return units
}
