import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { silentLog } from '../../../platform/log.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { takenFrame } from '../frames/frames.fixture.js'
import { NodeMemory } from '../frames/node-memory.js'
import type { StreamKey } from './agent-source.js'
import type { Condition } from './condition.js'
import { MediaSocket } from './media-socket.js'
import { type Tap, Upstream } from './upstream.js'

const key: StreamKey = {
  camera: {
    id: 'camera',
    orgId: 'org',
    siteId: 'site',
    gatewayId: 'gateway',
    connectionMode: 'gateway',
    name: 'Gate',
    enabled: true,
    codecs: { main: 'h264', sub: null },
  },
  stream: 'main',
  rendition: 'source',
}
const needs = { mode: 'full', audio: false } as const

let clock: FakeClock
let server: WebSocketServer
let upstream: Upstream
let told: Condition[]
/** Media sockets that were opened, and with what each was closed. */
let opened: number
let closed: number[]
/** That which each of them is given to hear of the end. */
let signals: AbortSignal[]

beforeEach(async () => {
  clock = createFakeClock()
  told = []
  opened = 0
  closed = []
  signals = []
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise<void>((begun) => {
    upstream = new Upstream(key, {
      platform: { clock, log: silentLog },
      memory: new NodeMemory(1_000_000),
      figures: { taken: () => {} },
      inTurn: (_, deliver) => deliver(),
      ended: async () => {},
      stream: async (_, context) => {
        const client = new WebSocket(`ws://127.0.0.1:${port}`)
        await once(client, 'open')
        const media = new MediaSocket(client, clock, { rendition: 'source', needs, sink: context.sink })
        context.opened(media)
        signals.push(context.signal)
        context.signal.addEventListener('abort', () => media.close(1000, 'over'))
        opened += 1
        begun()
        const end = await media.closed
        closed.push(end.code)
        return context.signal.aborted ? null : { kind: 'closed', ...end, flowed: media.hasFlowed }
      },
    })
    const tap: Tap = { needs, format: () => {}, frame: () => {}, condition: (now) => told.push(now) }
    upstream.attach(tap)
  })
})

afterEach(async () => {
  upstream.end()
  await upstream.ended
  await new Promise((resolve) => server.close(resolve))
})

const until = (holds: () => boolean) => expect.poll(holds).toBe(true)

/** Whoever is at the other end answers what it is asked meanwhile. */
const seconds = async (count: number) => {
  for (let passed = 0; passed < count; passed++) {
    await clock.advance(1_000)
    for (const far of server.clients) {
      if (far.readyState !== far.OPEN) continue
      const over = new AbortController()
      const answered = ['pong', 'close'].map((sign) => once(far, sign, { signal: over.signal }))
      far.ping()
      await Promise.race(answered)
      over.abort()
    }
  }
}

describe('an upstream whose media socket is open', () => {
  it('says that the gateway is silent if no picture begins', async () => {
    await seconds(14)
    expect(told).toMatchObject([{ kind: 'stalled', trouble: { reason: 'gateway_silent', passes: true } }])
  })

  it('says no more than that the camera sends nothing, if the agent says that', async () => {
    upstream.interrupted(true, 'the camera closed the connection')
    await seconds(14)
    upstream.frame(takenFrame({ keyframe: true }))
    upstream.interrupted(true, 'the camera closed the connection')
    await seconds(14)
    expect(told).toMatchObject([
      { kind: 'stalled', trouble: { reason: 'camera_offline' } },
      { kind: 'flowing' },
      { kind: 'stalled', trouble: { reason: 'camera_offline' } },
    ])
  })

  it('keeps to the trouble that another node told', async () => {
    upstream.troubled({ reason: 'gateway_offline', message: 'Not connected.', passes: true })
    await seconds(14)
    expect(told).toMatchObject([{ kind: 'stalled', trouble: { reason: 'gateway_offline' } }])
  })

  it('says that the pictures have stopped if they had begun', async () => {
    upstream.frame(takenFrame({ keyframe: true }))
    await seconds(4)
    expect(told).toMatchObject([{ kind: 'flowing' }, { kind: 'stalled', trouble: { reason: null } }])
  })

  it('closes it if no picture comes any more and nobody says why, and asks for another', async () => {
    upstream.frame(takenFrame({ keyframe: true }))
    await seconds(17)
    expect(closed).toEqual([])
    await seconds(2)
    await until(() => closed.length === 1)
    expect(closed).toEqual([4408])
    await expect
      .poll(async () => {
        await seconds(1)
        return opened
      })
      .toBe(2)
    expect(told.at(-1)).toMatchObject({ kind: 'stalled', trouble: { reason: 'gateway_silent' } })
    // Nobody waits for the end of the first try any more, else it would be kept for as long as somebody watches.
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false])
  })

  it('keeps it for as long as the camera is known to send nothing', async () => {
    upstream.frame(takenFrame({ keyframe: true }))
    upstream.interrupted(true, 'the camera closed the connection')
    await seconds(60)
    expect(closed).toEqual([])
  })
})
