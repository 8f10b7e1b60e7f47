import { type FromViewer, readMediaFrame, ToViewer } from '@sightline/protocol'
import { WebSocket } from 'ws'
import { monotonicMs } from '../measure/monotonic.js'

/** What is watched: a camera of the service, or what a bare relay sends to everybody. */
export interface Watched {
  readonly address: string
  readonly protocols: readonly string[]
  /** Certificate of the other side, PEM, if the address is wss. */
  readonly ca?: string | undefined
  /** Null: nothing is asked for, and nothing is acknowledged. */
  readonly cameraId: string | null
}

/** How long after its begin a viewer had what, ms. */
export interface Opening {
  /** The first keyframe, whole. */
  readonly firstPictureMs: number
  /** The first frame that was no past. */
  readonly liveEdgeMs: number
}

/** What a viewer has received. */
export interface Received {
  /** Of each frame that was no past: from the packet at the agent until it was here. */
  readonly latenciesMs: readonly number[]
  readonly bytes: number
  /** How often frames were left out before one. */
  readonly gaps: number
  /** Why it does not get what it asked for now; null: it does. */
  readonly reason: string | null
}

/** As the player does while the line is at ease: so long after a frame, or after one of the past, ms. */
const ackAfterMs = { now: 200, past: 80 } as const
const subscription = 1

/** A viewer that keeps no picture, so that fifty of them leave the machine to what is measured. */
export class LightViewer {
  /** Resolves at the live edge. Rejects if the socket ends before that. */
  readonly opened: Promise<Opening>
  readonly #cameraId: string | null
  readonly #beganAtMs = monotonicMs()
  readonly #socket: WebSocket
  #ack: NodeJS.Timeout | null = null
  #mayAcknowledge: boolean
  #resolve: (opening: Opening) => void = () => undefined
  #reject: (problem: Error) => void = () => undefined
  #problem: Error | null = null
  #firstPictureMs: number | null = null
  #newest = 0
  #latenciesMs: number[] = []
  #bytes = 0
  #gaps = 0
  #reason: string | null = null

  constructor({ address, protocols, ca, cameraId }: Watched) {
    this.opened = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#cameraId = cameraId
    this.#mayAcknowledge = cameraId !== null
    this.#socket = new WebSocket(address, [...protocols], { perMessageDeflate: false, ...(ca && { ca }) })
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', (code) => this.#fail(new Error(`the socket of a viewer was closed: ${code}`)))
    this.#socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.#take(data)
      else this.#hear(ToViewer.parse(JSON.parse(data.toString())))
    })
  }

  /** What has come since this was asked for last. @throws Error if it watches no more */
  received(): Received {
    if (this.#problem !== null) throw this.#problem
    const received = {
      latenciesMs: this.#latenciesMs,
      bytes: this.#bytes,
      gaps: this.#gaps,
      reason: this.#reason,
    }
    this.#latenciesMs = []
    this.#bytes = 0
    this.#gaps = 0
    return received
  }

  /** Reads and acknowledges nothing any more, as a laptop that sleeps. */
  freeze(): void {
    this.#stopAcks()
    this.#socket.pause()
  }

  close(): Promise<void> {
    this.#stopAcks()
    if (this.#socket.isPaused) {
      this.#socket.terminate()
      return Promise.resolve()
    }
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()))
    this.#socket.close()
    return closed
  }

  #fail(problem: Error): void {
    this.#problem ??= problem
    this.#reject(problem)
  }

  #hear(message: ToViewer): void {
    if (message.type === 'ended') this.#fail(new Error(`a subscription ended: ${message.message}`))
    if (message.type === 'state') this.#reason = message.reason
    if (message.type !== 'welcome' || this.#cameraId === null) return
    const camera = { type: 'subscribe', id: subscription, camera_id: this.#cameraId } as const
    this.#send({ ...camera, stream: 'main', mode: 'full', audio: false, decodes: ['h264'] })
  }

  #take(data: Buffer): void {
    const frame = readMediaFrame(data)
    if (frame === null) return this.#fail(new Error('what came is no frame'))
    const afterMs = monotonicMs() - this.#beganAtMs
    this.#newest = frame.sequence
    this.#bytes += data.length
    if (frame.discontinuity) this.#gaps += 1
    if (frame.keyframe) this.#firstPictureMs ??= afterMs
    if (this.#mayAcknowledge)
      this.#ack ??= setTimeout(() => this.#acknowledge(), frame.catchUp ? ackAfterMs.past : ackAfterMs.now)
    if (frame.catchUp) return
    this.#latenciesMs.push(Date.now() - frame.capturedMs)
    if (this.#firstPictureMs !== null)
      this.#resolve({ firstPictureMs: this.#firstPictureMs, liveEdgeMs: afterMs })
  }

  #stopAcks(): void {
    this.#mayAcknowledge = false
    if (this.#ack !== null) clearTimeout(this.#ack)
  }

  #acknowledge(): void {
    this.#ack = null
    this.#send({ type: 'ack', id: subscription, sequence: this.#newest })
  }

  #send(message: FromViewer): void {
    this.#socket.send(JSON.stringify(message))
  }
}
