import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type Format,
  type LiveSocket,
  type MediaFrame,
  WatchEnded,
  type WatchOptions,
  type WatchStep,
  watch,
} from '@sightline/client'
import type { ToViewer } from '@sightline/protocol'
import { type DecodedMarks, readFrameMarks } from '../fakes/camera/picture/read-frame-marks.js'
import { HeardSocket } from './live-watching/heard-socket.js'
import { until } from './until.js'

/** What is asked for, but for the camera. */
export type Wish = Pick<WatchOptions, 'stream' | 'mode' | 'audio' | 'decodes'>

type MessageOf<T extends ToViewer['type']> = Extract<ToViewer, { type: T }>

/** What came of one camera since it was begun last, on its first socket or on another. */
interface Watched {
  format: Format | null
  arrived: { readonly frame: MediaFrame; readonly atMs: number }[]
}

/** Somebody who watches cameras live, as the program of an integrator does, and takes each frame as it comes. */
export class LiveViewer implements AsyncDisposable {
  readonly #url: string
  readonly #token: string
  readonly #as: { readonly ca?: string; readonly origin?: string }
  readonly #over = new AbortController()
  readonly #watched = new Map<number, Watched>()
  readonly #running: Promise<void>[] = []
  readonly #sockets: HeardSocket[] = []
  readonly #messages: ToViewer[] = []
  readonly #wrong: string[] = []
  readonly #failures: unknown[] = []

  /** @param url of the node, or of what stands before it; `as.ca` vouches for that, `as.origin` is that of a page */
  constructor(url: string, token: string, as: { readonly ca?: string; readonly origin?: string } = {}) {
    this.#url = url
    this.#token = token
    this.#as = as
  }

  /** @param id for those who ask for what came of it */
  subscribe(id: number, cameraId: string, wish: Wish = {}): void {
    const watched: Watched = { format: null, arrived: [] }
    this.#watched.set(id, watched)
    this.#running.push(this.#watch(watched, { decodes: ['h264'], ...wish, cameraId }))
  }

  /** How many sockets it has opened. */
  get sockets(): number {
    return this.#sockets.length
  }

  /** What the service has said so far, of one type. */
  of<T extends ToViewer['type']>(type: T): MessageOf<T>[] {
    return this.#messages.filter((message): message is MessageOf<T> => message.type === type)
  }

  /** Frames of a camera so far. */
  frames(id: number, kind: MediaFrame['kind'] = 'video'): MediaFrame[] {
    return this.#arrivedOf(id).flatMap(({ frame }) => (frame.kind === kind ? [frame] : []))
  }

  /** How long each frame that was no past was on its way, ms: from the packet at the agent to here. */
  latencies(id: number): number[] {
    return this.#arrivedOf(id).flatMap(({ frame, atMs }) =>
      frame.kind === 'video' && !frame.catchUp ? [atMs - frame.capturedMs] : [],
    )
  }

  /** Waits for so many frames of a camera. */
  async untilFrames(id: number, count: number, kind: MediaFrame['kind'] = 'video'): Promise<MediaFrame[]> {
    await until(`${count} frames of ${kind}`, () => this.frames(id, kind).length >= count).catch(
      (cause: unknown) => {
        const seen = JSON.stringify(this.#messages.slice(-6))
        throw new Error(`${this.frames(id, kind).length} frames of ${kind}, then ${seen}`, { cause })
      },
    )
    return this.frames(id, kind)
  }

  /** What a decoder sees in the pictures of a camera with H.264. @param folder where they are written for it */
  async decode(id: number, folder: string): Promise<DecodedMarks> {
    const box = Buffer.from(this.#watched.get(id)?.format?.description ?? [])
    const units = [...setsOf(box), ...this.frames(id).flatMap(({ data }) => unitsOf(Buffer.from(data)))]
    const file = path.join(folder, `viewed-${id}.h264`)
    await writeFile(file, Buffer.concat(units.flatMap((unit) => [startCode, unit])))
    return readFrameMarks(['-f', 'h264', '-i', file])
  }

  /** Leaves. @throws Error for what came that must not come, or ended the watching otherwise than the service does */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort()
    await Promise.all(this.#running)
    await Promise.all(this.#sockets.map(({ closed }) => closed))
    if (this.#failures.length > 0) throw new AggregateError(this.#failures, 'a viewer failed')
    if (this.#wrong.length > 0) throw new Error(this.#wrong.join('; '))
  }

  #arrivedOf(id: number): Watched['arrived'] {
    return this.#watched.get(id)?.arrived ?? []
  }

  async #watch(watched: Watched, wish: Wish & Pick<WatchOptions, 'cameraId'>): Promise<void> {
    const steps = watch({
      ...wish,
      origin: this.#url,
      credential: this.#token,
      signal: this.#over.signal,
      openSocket: (address, protocols) => this.#open(address, protocols),
    })
    try {
      for await (const step of steps) take(watched, step)
    } catch (failure) {
      if (!(failure instanceof WatchEnded)) this.#failures.push(failure)
    }
  }

  #open(address: string, protocols: string[]): LiveSocket {
    const socket = new HeardSocket(address, protocols, this.#as, {
      said: (message) => this.#messages.push(message),
      wrong: (what) => this.#wrong.push(what),
    })
    this.#sockets.push(socket)
    return socket.line
  }
}

function take(watched: Watched, step: WatchStep): void {
  if (step.type === 'format') watched.format = step.format
  if (step.type !== 'frame') return
  if (step.frame.sequence === 1) watched.arrived = []
  watched.arrived.push({ frame: step.frame, atMs: Date.now() })
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
