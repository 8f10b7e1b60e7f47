import { once } from 'node:events'
import { WebSocket } from 'ws'
import { until } from '../harness/index.js'
import { Frame, type Said } from './said.js'

/** By which words of a recording stand for what came to be in the replay: ids of the cloud, for the most part. */
type Renamed = Map<string, string>

/** What has to happen outside the channel so that the cloud says what it said in the recording. */
export interface Occasions {
  /** Somebody adds the camera, or triggers it. */
  readonly probe: () => void
  readonly trigger: () => void
  /** The bytes of the file that was announced, sent to the addresses that the cloud gave. */
  readonly upload: (begin: Frame, result: Frame) => Promise<void>
}

/** A gateway that says what one said in a recording, over a real socket, to another cloud on another day. */
export class ReplayedGateway implements AsyncDisposable {
  /** All that the cloud said. */
  readonly frames: Frame[] = []
  readonly #socket: WebSocket
  readonly #taken = new Set<Frame>()
  readonly #renamed: Renamed = new Map()

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('message', (data: Buffer) => this.frames.push(Frame.parse(JSON.parse(data.toString()))))
  }

  static async open(cloudUrl: string, gatewayId: string, apiKey: string): Promise<ReplayedGateway> {
    const address = `${cloudUrl.replace(/^http/, 'ws')}/api/v1/gateways/${gatewayId}/ws`
    const headers = { authorization: `Bearer ${apiKey}` }
    const socket = new WebSocket(address, { headers, perMessageDeflate: false })
    const gateway = new ReplayedGateway(socket)
    await once(socket, 'open')
    return gateway
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** What something of the recording is called here. */
  nameOf(recorded: string): string {
    return this.#renamed.get(recorded) ?? recorded
  }

  /** Says what the gateway said, and waits for what the cloud said then. */
  async replay(session: readonly Said[], occasions: Occasions): Promise<void> {
    // A replay takes less time: what was said last is said now, and nothing in the future.
    const laterMs = Date.now() - lastTimeOf(session)
    for (const [at, { from, frame }] of session.entries()) {
      if (from === 'gateway') this.#say(frame, laterMs)
      else await this.#hear(frame, session.slice(0, at), occasions)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.terminate()
    await until('the end of the gateway', () => this.#socket.readyState === WebSocket.CLOSED)
  }

  #say(frame: Frame, laterMs: number): void {
    let text = JSON.stringify(frame)
    for (const [recorded, name] of this.#renamed) text = text.replaceAll(recorded, name)
    this.#socket.send(text.replace(timestamps, (time) => new Date(Date.parse(time) + laterMs).toISOString()))
  }

  async #hear(recorded: Frame, before: readonly Said[], occasions: Occasions): Promise<void> {
    const { type, re, ack } = recorded
    if (type === 'probe') occasions.probe()
    if (type === 'trigger') occasions.trigger()
    // One answer may acknowledge what were several then, or the other way round.
    if (type === 'ack') {
      return void (await this.#next(
        `ack ${ack}`,
        (frame) => frame.type === 'ack' && (frame.ack ?? 0) >= (ack ?? 0),
        true,
      ))
    }
    const heard = await this.#next(type, (frame) => frame.type === type && this.#isAnswerTo(frame, re))
    this.#rename(recorded, heard)
    const asked = before.find(({ frame }) => frame.id === re)?.frame
    if (asked?.type === 'upload.begin') await occasions.upload(asked, heard)
  }

  #isAnswerTo(frame: Frame, re: string | undefined): boolean {
    return re === undefined || frame.re === this.nameOf(re)
  }

  #rename(recorded: Frame, heard: Frame): void {
    this.#renamed.set(recorded.id, heard.id)
    for (const key of ['camera_id', 'event_id', 'upload_id']) {
      const [then, now] = [idIn(recorded, key), idIn(heard, key)]
      if (then !== undefined && now !== undefined) this.#renamed.set(then, now)
    }
  }

  async #next(what: string, fits: (frame: Frame) => boolean, again = false): Promise<Frame> {
    const isNext = (frame: Frame) => (again || !this.#taken.has(frame)) && fits(frame)
    const found = await until(`the cloud says ${what}`, () => {
      if (!this.isOpen) throw new Error('the cloud closed the connection')
      return this.frames.find(isNext)
    })
    this.#taken.add(found)
    return found
  }
}

const timestamps = /(?<=")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?=")/g

/** The last time that the gateway named, ms since the epoch. */
function lastTimeOf(session: readonly Said[]): number {
  const said = JSON.stringify(session.filter(({ from }) => from === 'gateway'))
  return Math.max(...(said.match(timestamps) ?? []).map((time) => Date.parse(time)))
}

function idIn({ body }: Frame, key: string): string | undefined {
  const value: unknown = body['value']
  const inner: unknown =
    typeof value === 'object' && value !== null
      ? Object.entries(value).find(([name]) => name === key)?.[1]
      : undefined
  const found = body[key] ?? inner
  return typeof found === 'string' ? found : undefined
}
