import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type CameraLease,
  type CommandType,
  channelLimits,
  type DurableType,
  isCommand,
  type Result,
  readToGateway,
  type SealingKey,
  type ToCloudBody,
  type ToCloudType,
  type ToGatewayFrame,
} from '@sightline/protocol'
import { compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { WebSocket } from 'ws'

export interface GatewayKeys {
  publicKey: SealingKey
  privateKey: JWK
}

/** The key pair that a gateway makes before pairing. */
export async function makeGatewayKeys(): Promise<GatewayKeys> {
  const pair = await generateKeyPair('ECDH-ES', { crv: 'X25519', extractable: true })
  const { x = '' } = await exportJWK(pair.publicKey)
  return { publicKey: { kty: 'OKP', crv: 'X25519', x }, privateKey: await exportJWK(pair.privateKey) }
}

/** Opens what the cloud sealed. */
export async function openSealed(sealed: string, keys: GatewayKeys): Promise<unknown> {
  const { plaintext } = await compactDecrypt(sealed, await importJWK(keys.privateKey, 'ECDH-ES'))
  return JSON.parse(new TextDecoder().decode(plaintext))
}

export interface ScriptedGatewayOptions {
  /** http://127.0.0.1:port of the node. */
  origin: string
  gatewayId: string
  apiKey: string
  bootId?: string
  configRevision?: number
  lastAckedSeq?: number
  /** What it says that it can do; default: nothing. */
  capabilities?: readonly string[]
}

export type Command = Extract<ToGatewayFrame, { type: CommandType }>
/** What the gateway answers to a command; null: nothing. */
type Script = (command: Command) => Result | null | Promise<Result | null>

/** A gateway that speaks the protocol as it is told to, over a real socket. */
export class ScriptedGateway implements AsyncDisposable {
  readonly #socket: WebSocket
  /** Every frame that came, in order. */
  readonly frames: ToGatewayFrame[] = []
  readonly #watchers = new Set<() => void>()
  #nextAnswerAt = Number.NEGATIVE_INFINITY
  /** The code with which the socket was closed. */
  closeCode: number | null = null
  answer: Script = () => null

  protected constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.#take(data.toString('utf8')))
    socket.on('error', () => {})
    socket.on('close', (code) => {
      this.closeCode = code
      this.#changed()
    })
  }

  /** Opens the socket; the 101 is there when this resolves. */
  static async open(options: Pick<ScriptedGatewayOptions, 'origin' | 'gatewayId' | 'apiKey'>) {
    const socket = dial(options.origin, `/api/v1/gateways/${options.gatewayId}/ws`, options.apiKey)
    const gateway = new ScriptedGateway(socket)
    await once(socket, 'open')
    return gateway
  }

  /** Opens the socket and shakes hands; `welcome` is there when this resolves. */
  static async connect(options: ScriptedGatewayOptions) {
    const gateway = await ScriptedGateway.open(options)
    gateway.hello(options)
    await gateway.until('welcome')
    return gateway
  }

  hello(
    options: Pick<ScriptedGatewayOptions, 'bootId' | 'configRevision' | 'lastAckedSeq' | 'capabilities'> = {},
  ): void {
    this.send('hello', {
      versions: [1],
      capabilities: [...(options.capabilities ?? [])],
      agent_version: '9.9.9',
      boot_id: options.bootId ?? randomUUID(),
      config_revision: options.configRevision ?? 0,
      last_acked_seq: options.lastAckedSeq ?? 0,
      clock: { now: new Date().toISOString(), synced: true },
      local_ip: '192.168.1.5',
    })
  }

  heartbeat(also: Partial<ToCloudBody<'heartbeat'>> = {}): void {
    const body = { clock_synced: true, uptime_sec: 1, outbox_entries: 0, outbox_rejected: 0 }
    this.send('heartbeat', { now: new Date().toISOString(), ...body, ...also })
  }

  send<T extends Exclude<ToCloudType, DurableType>>(
    type: T,
    body: ToCloudBody<T>,
    re?: string,
    lease?: CameraLease,
  ): string {
    const id = randomUUID()
    this.raw(JSON.stringify({ v: 1, id, type, re, lease, body }))
    return id
  }

  sendDurable<T extends DurableType>(seq: number, type: T, body: ToCloudBody<T>, lease?: CameraLease): void {
    this.raw(JSON.stringify({ v: 1, id: randomUUID(), type, seq, lease, body }))
  }

  reportCamera(cameraId: string, state: ToCloudBody<'camera.status'>['state'], lease?: CameraLease): void {
    const body = {
      camera_id: cameraId,
      state,
      fault: null,
      message: null,
      since: new Date().toISOString(),
      stream: null,
      reconnects_last_hour: 0,
    }
    this.send('camera.status', body, undefined, lease)
  }

  raw(text: string | Buffer): void {
    this.#socket.send(text)
  }

  /** Says goodbye. */
  close(code = 1000): void {
    this.#socket.close(code)
  }

  /** Breaks the connection without a closing handshake. */
  cut(): void {
    this.#socket.terminate()
  }

  /** Does not read any more. */
  freeze(): void {
    this.#socket.pause()
  }

  framesOf<T extends ToGatewayFrame['type']>(type: T): Extract<ToGatewayFrame, { type: T }>[] {
    return this.frames.filter((frame): frame is Extract<ToGatewayFrame, { type: T }> => frame.type === type)
  }

  /** The first frame of a type that fits. */
  async until<T extends ToGatewayFrame['type']>(
    type: T,
    fits: (frame: Extract<ToGatewayFrame, { type: T }>) => boolean = () => true,
  ): Promise<Extract<ToGatewayFrame, { type: T }>> {
    let found: Extract<ToGatewayFrame, { type: T }> | undefined
    await this.#when(`a frame ${type}`, () => {
      found = this.framesOf(type).find(fits)
      return found !== undefined
    })
    if (!found) throw new Error('unreachable')
    return found
  }

  /** Resolves when `holds`, looked at with each frame. */
  untilIt(what: string, holds: () => boolean): Promise<void> {
    return this.#when(what, holds)
  }

  /** The code with which the cloud closed. */
  async untilClosed(): Promise<number | null> {
    await this.#when('the close', () => this.closeCode !== null)
    return this.closeCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.closeCode !== null) return
    this.#socket.terminate()
    await this.untilClosed()
  }

  async #when(what: string, holds: () => boolean, withinMs = 20_000): Promise<void> {
    if (holds()) return
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#watchers.delete(check)
        reject(new Error(`${what} did not come; closed with ${this.closeCode}`))
      }, withinMs)
      const check = () => {
        if (!holds()) return
        clearTimeout(timer)
        this.#watchers.delete(check)
        resolve()
      }
      this.#watchers.add(check)
    })
  }

  #changed(): void {
    for (const check of this.#watchers) check()
  }

  #take(text: string): void {
    const reading = readToGateway(text)
    if (reading.kind !== 'frame') throw new Error(`the cloud sent what cannot be read: ${text.slice(0, 200)}`)
    const { frame } = reading
    this.frames.push(frame)
    this.took(frame)
    if (isCommandFrame(frame)) void this.#obey(frame)
    this.#changed()
  }

  /** Called for each frame, in order. */
  protected took(_frame: ToGatewayFrame): void {}

  async #obey(command: Command): Promise<void> {
    const result = await this.answer(command)
    if (result === null) return
    await this.#paced()
    if (this.closeCode === null) this.send('result', result, command.id)
  }

  /** Holds answers below what the cloud takes of a gateway, as an agent does (docs/protocol.md, 14). */
  async #paced(): Promise<void> {
    const everyMs = 1000 / (0.8 * channelLimits.framesPerSecond)
    const now = performance.now()
    this.#nextAnswerAt = Math.max(this.#nextAnswerAt + everyMs, now - channelLimits.framesPerSecond * everyMs)
    if (this.#nextAnswerAt > now) await delay(this.#nextAnswerAt - now)
  }
}

/** Opens a socket of the channel. */
export function dial(origin: string, path: string, key: string): WebSocket {
  return new WebSocket(`${origin.replace('http', 'ws')}${path}`, {
    headers: { authorization: `Bearer ${key}` },
    perMessageDeflate: false,
  })
}

function isCommandFrame(frame: ToGatewayFrame): frame is Command {
  return isCommand(frame.type)
}
