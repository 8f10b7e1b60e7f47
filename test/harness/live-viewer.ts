import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  bearerPrefix,
  type FromViewer,
  liveSubprotocol,
  type MediaFrame,
  readMediaFrame,
  ToViewer,
} from '@sightline/protocol'
import { WebSocket } from 'ws'
import { type DecodedMarks, readFrameMarks } from '../fakes/camera/picture/read-frame-marks.js'
import { until } from './until.js'

/** What a subscription asks for, but for its camera. */
export type Wish = Partial<Omit<Extract<FromViewer, { type: 'subscribe' }>, 'type' | 'id' | 'camera_id'>>

type MessageOf<T extends ToViewer['type']> = Extract<ToViewer, { type: T }>

interface Arrived {
  readonly frame: MediaFrame
  readonly atMs: number
}

/** Somebody who watches cameras live over the socket of the service, and acknowledges what comes. */
export class LiveViewer implements AsyncDisposable {
  readonly #socket: WebSocket
  readonly #messages: ToViewer[] = []
  readonly #arrived: Arrived[] = []

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) this.#messages.push(ToViewer.parse(JSON.parse(data.toString())))
      else this.#take(data)
    })
  }

  /** @param url of the node, or of what stands before it; `tls.ca` vouches for that */
  static async open(url: string, token: string, tls: { readonly ca?: string } = {}): Promise<LiveViewer> {
    const names = [liveSubprotocol, `${bearerPrefix}${token}`]
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/v1/live`, names, tls)
    const viewer = new LiveViewer(socket)
    await until('the service lets the viewer in', () => viewer.of('welcome').length > 0)
    return viewer
  }

  subscribe(id: number, cameraId: string, wish: Wish = {}): void {
    const { stream = 'main', mode = 'full', audio = false, decodes = ['h264'] } = wish
    this.#send({ type: 'subscribe', id, camera_id: cameraId, stream, mode, audio, decodes })
  }

  unsubscribe(id: number): void {
    this.#send({ type: 'unsubscribe', id })
  }

  /** Messages of one type so far. */
  of<T extends ToViewer['type']>(type: T): MessageOf<T>[] {
    return this.#messages.filter((message): message is MessageOf<T> => message.type === type)
  }

  /** Frames of a subscription so far. */
  frames(id: number, kind: MediaFrame['kind'] = 'video'): MediaFrame[] {
    return this.#arrived.flatMap(({ frame }) =>
      frame.subscription === id && frame.kind === kind ? [frame] : [],
    )
  }

  /** How long each frame that was no past was on its way, ms: from the packet at the agent to here. */
  latencies(id: number): number[] {
    return this.#arrived.flatMap(({ frame, atMs }) =>
      frame.subscription === id && frame.kind === 'video' && !frame.catchUp ? [atMs - frame.capturedMs] : [],
    )
  }

  /** Waits for so many frames of a subscription. */
  async untilFrames(id: number, count: number, kind: MediaFrame['kind'] = 'video'): Promise<MediaFrame[]> {
    await until(`${count} frames of ${kind}`, () => this.frames(id, kind).length >= count).catch(
      (cause: unknown) => {
        const seen = JSON.stringify(this.#messages.slice(-6))
        throw new Error(`${this.frames(id, kind).length} frames of ${kind}, then ${seen}`, { cause })
      },
    )
    return this.frames(id, kind)
  }

  /** What a decoder sees in the pictures of a subscription of H.264. @param folder where they are written for it */
  async decode(id: number, folder: string): Promise<DecodedMarks> {
    const format = this.of('format').find((one) => one.id === id)
    const box = Buffer.from(format?.description ?? '', 'base64')
    const units = [...setsOf(box), ...this.frames(id).flatMap(({ data }) => unitsOf(Buffer.from(data)))]
    const file = path.join(folder, `viewed-${id}.h264`)
    await writeFile(file, Buffer.concat(units.flatMap((unit) => [startCode, unit])))
    return readFrameMarks(['-f', 'h264', '-i', file])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.terminate()
    await until('the end of the viewer', () => this.#socket.readyState === WebSocket.CLOSED)
  }

  #take(data: Buffer): void {
    const frame = readMediaFrame(data)
    if (frame === null) throw new Error('the service sent what is no frame')
    this.#arrived.push({ frame, atMs: Date.now() })
    this.#send({ type: 'ack', id: frame.subscription, sequence: frame.sequence })
  }

  #send(message: FromViewer): void {
    this.#socket.send(JSON.stringify(message))
  }
}

const startCode = Buffer.from([0, 0, 0, 1])

/** The parameter sets in an avcC (ISO/IEC 14496-15, 5.3.3.1), of one of each. */
function setsOf(box: Buffer): Buffer[] {
  const spsEnd = 8 + box.readUInt16BE(6)
  const ppsAt = spsEnd + 3
  return [box.subarray(8, spsEnd), box.subarray(ppsAt, ppsAt + box.readUInt16BE(spsEnd + 1))]
}

function unitsOf(data: Buffer): Buffer[] {
  const units: Buffer[] = []
  for (let at = 0; at + 4 <= data.length; at += 4 + data.readUInt32BE(at))
    units.push(data.subarray(at + 4, at + 4 + data.readUInt32BE(at)))
  return units
}
