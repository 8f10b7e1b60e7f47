import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  channelLimits,
  type DurableType,
  readToGateway,
  type ToCloudBody,
  writeToCloud,
} from '@sightline/protocol'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { monotonicMs } from '../measure/monotonic.js'
import { paced } from '../measure/paced.js'
import { serve } from '../programs/serve.js'
import { GatewayAddress } from './gateways.js'

// Gateways that report events over the channel, in turn, and note when the cloud confirmed each: after its COMMIT.

const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connect'), origin: z.string(), gateways: z.array(GatewayAddress) }),
  z.object({ kind: z.literal('events'), perSec: z.number(), count: z.number().int() }),
])

class Gateway {
  readonly #socket: WebSocket
  readonly #cameraIds: readonly string[]
  #seq = 0
  /** What waits for its confirmation, by number. */
  readonly #waiting = new Map<number, (atMs: number) => void>()
  #refused: string | null = null

  private constructor(socket: WebSocket, cameraIds: readonly string[]) {
    this.#socket = socket
    this.#cameraIds = cameraIds
    socket.on('message', (data: Buffer) => this.#take(data.toString('utf8')))
    socket.on('error', () => undefined)
  }

  static async connect(origin: string, { id, key, cameraIds }: GatewayAddress): Promise<Gateway> {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/gateways/${id}/ws`, {
      headers: { authorization: `Bearer ${key}` },
      perMessageDeflate: false,
    })
    await once(socket, 'open')
    const gateway = new Gateway(socket, cameraIds)
    socket.send(
      writeToCloud(
        'hello',
        {
          versions: [1],
          capabilities: [],
          agent_version: '9.9.9',
          boot_id: randomUUID(),
          config_revision: 0,
          last_acked_seq: 0,
          clock: { now: new Date().toISOString(), synced: true },
          local_ip: '192.168.1.5',
        },
        { id: randomUUID() },
      ),
    )
    await once(socket, 'message')
    const beat = setInterval(() => gateway.#heartbeat(), channelLimits.heartbeatIntervalSec * 1000)
    socket.on('close', () => clearInterval(beat))
    return gateway
  }

  /** Reports an event of the `turn`-th camera. @returns when it was confirmed, by the monotonic clock */
  async report(eventId: string, turn: number): Promise<number> {
    const cameraId = this.#cameraIds[turn % this.#cameraIds.length]
    if (cameraId === undefined) throw new Error('a gateway without a camera')
    const confirmed = new Promise<number>((resolve) => this.#waiting.set(this.#seq + 1, resolve))
    this.#durable('event.opened', {
      event_id: eventId,
      camera_id: cameraId,
      event_category: 'motion',
      trigger_topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
      trigger_source: 'onvif',
      raw_source: 'onvif',
      raw_data: { IsMotion: true },
      triggered_at: new Date().toISOString(),
      clock_offset_ms: 0,
      clock_synced: true,
    })
    const atMs = await confirmed
    if (this.#refused !== null) throw new Error(`an event was refused: ${this.#refused}`)
    return atMs
  }

  close(): void {
    this.#socket.terminate()
  }

  #durable<T extends DurableType>(type: T, body: ToCloudBody<T>): void {
    this.#seq += 1
    this.#socket.send(JSON.stringify({ v: 1, id: randomUUID(), type, seq: this.#seq, body }))
  }

  #heartbeat(): void {
    const body = { clock_synced: true, uptime_sec: 1, outbox_entries: 0, outbox_rejected: 0 }
    this.#socket.send(
      writeToCloud('heartbeat', { now: new Date().toISOString(), ...body }, { id: randomUUID() }),
    )
  }

  #take(text: string): void {
    const atMs = monotonicMs()
    const reading = readToGateway(text)
    if (reading.kind !== 'frame' || reading.frame.type !== 'ack') return
    const { ack, body } = reading.frame
    const [refused] = body.rejected
    if (refused !== undefined) this.#refused = refused.message
    for (const [seq, confirm] of this.#waiting) {
      if (seq > (ack ?? 0)) continue
      this.#waiting.delete(seq)
      confirm(atMs)
    }
  }
}

let gateways: Gateway[] = []

serve(
  Question,
  async (question) => {
    if (question.kind === 'connect') {
      gateways = await Promise.all(question.gateways.map((one) => Gateway.connect(question.origin, one)))
      return null
    }
    const committed: { eventId: string; atMs: number }[] = []
    await paced(question, async (index) => {
      const gateway = gateways[index % gateways.length]
      if (gateway === undefined) throw new Error('no gateway is connected')
      const eventId = randomUUID()
      const atMs = await gateway.report(eventId, Math.floor(index / gateways.length))
      committed.push({ eventId, atMs })
    })
    return committed
  },
  async () => {
    for (const gateway of gateways) gateway.close()
  },
)
