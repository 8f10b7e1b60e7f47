import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type LiveRendition, liveLimits, type StreamRole, type ToViewer } from '@sightline/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { silentLog } from '../../../platform/log.js'
import { createMetrics } from '../../../platform/metrics.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { keyframe, takenFrame } from '../frames/frames.fixture.js'
import { NodeMemory } from '../frames/node-memory.js'
import { createLiveFigures } from '../live-figures.js'
import { LiveSocket } from '../sockets/live-socket.js'
import type { StreamKey, TryContext } from '../upstreams/agent-source.js'
import type { TryOutcome } from '../upstreams/try-outcome.js'
import { Upstream } from '../upstreams/upstream.js'
import type { WatchedCamera } from '../viewers/viewer.js'
import { Subscription } from './subscription.js'

const camera = {
  id: 'camera',
  orgId: 'org',
  siteId: 'site',
  gatewayId: 'gateway',
  connectionMode: 'gateway',
  name: 'Gate',
  enabled: true,
  codecs: { main: 'h265', sub: null },
} as const

let clock: FakeClock
let server: WebSocketServer
let client: WebSocket
let upstreams: Upstream[]
let told: ToViewer[]
/** Code with which the gateway refuses MPEG-1; null: it gives it. */
let refusal: string | null
let subscription: Subscription
/** Where what the gateway sends of a stream goes in. */
let sinks: Partial<Record<StreamRole, TryContext['sink']>>

beforeEach(async () => {
  clock = createFakeClock()
  upstreams = []
  told = []
  sinks = {}
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(client, 'open')
  subscription = subscriptionOf(camera)
})

function subscriptionOf(of: WatchedCamera): Subscription {
  return new Subscription(
    {
      clock,
      upstreams: { open, isFlowing: () => false },
      figures: createLiveFigures(createMetrics()),
      socket: new LiveSocket(client, clock, { text: () => {}, binary: () => {}, closed: () => {} }),
      send: (message) => told.push(message),
      ended: () => {},
    },
    1,
    of,
    { stream: 'main', mode: 'full', audio: false, decodes: ['h264', 'mpeg1'] },
  )
}

afterEach(async () => {
  subscription.end()
  for (const upstream of upstreams) upstream.end()
  client.terminate()
  await new Promise((resolve) => server.close(resolve))
})

function open(key: StreamKey): Upstream {
  const upstream = new Upstream(key, {
    platform: { clock, log: silentLog },
    memory: new NodeMemory(1_000_000),
    figures: { taken: () => {} },
    inTurn: (_, deliver) => deliver(),
    ended: async () => {},
    stream: (_, context) => gateway(key, context),
  })
  upstreams.push(upstream)
  return upstream
}

/** Gives a picture of what it is asked for, if it does not refuse it. */
async function gateway(
  { stream, rendition }: StreamKey,
  { sink, signal }: TryContext,
): Promise<TryOutcome | null> {
  // The upstream is there, as it is once anything was asked.
  await Promise.resolve()
  if (rendition === 'mpeg1' && refusal !== null) return { kind: 'refused', code: refusal }
  sinks[stream] = sink
  sink.format({ ...formats[rendition], rendition, width: 640, height: 360, audio: null })
  sink.frame(keyframe(rendition === 'jpeg' ? { kind: 'jpeg' } : {}, clock.monotonic()))
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  return null
}

const formats: Readonly<
  Record<LiveRendition, { readonly codec: string; readonly description: string | null }>
> = {
  source: { codec: 'avc1.4d401f', description: 'AU1AH//hAAVnTUAf2gEABGjuPIA=' },
  mpeg1: { codec: 'mpeg1', description: null },
  jpeg: { codec: 'jpeg', description: null },
}

const after = async (ms: number) => {
  await clock.advance(ms)
  subscription.look()
  await clock.advance(1)
}
const asked = () => upstreams.map(({ key }) => key.rendition)
const shown = () => told.flatMap((message) => (message.type === 'format' ? [message.rendition] : []))

it('asks again after a minute for the transcoder that was taken, and goes on with JPEG until it has it', async () => {
  refusal = 'unavailable'
  subscription.start()
  await after(0)
  expect([asked(), shown()]).toEqual([['mpeg1', 'jpeg'], ['jpeg']])
  await after(58_000)
  expect(asked()).toEqual(['mpeg1', 'jpeg'])
  await after(2_000)
  // It is taken still: the picture is not begun anew.
  expect([asked(), shown()]).toEqual([['mpeg1', 'jpeg', 'mpeg1'], ['jpeg']])
  refusal = null
  await after(61_000)
  expect(shown()).toEqual(['jpeg', 'mpeg1'])
  await after(61_000)
  expect(asked()).toEqual(['mpeg1', 'jpeg', 'mpeg1', 'mpeg1'])
})

it('never asks again for what the gateway cannot give', async () => {
  refusal = 'unsupported'
  subscription.start()
  await after(0)
  await after(3_600_000)
  expect([asked(), shown()]).toEqual([['mpeg1', 'jpeg'], ['jpeg']])
})

/** Tells the service that all that it sent was shown. */
function acknowledgeAll(): void {
  let sequence = 1
  while (subscription.acknowledge(sequence) !== 'never_sent') sequence += 1
}

it('goes down to the sub stream over a line that got thin, and back to main a minute after it got wide', async () => {
  subscription = subscriptionOf({ ...camera, codecs: { main: 'h264', sub: 'h264' } })
  const now = () => told.findLast((message) => message.type === 'state')
  subscription.start()
  await after(0)
  expect(now()).toMatchObject({ state: 'live', stream: 'main', reason: null })
  for (let frames = 0; now()?.stream === 'main' && frames < 300; frames += 1) {
    sinks.main?.frame(takenFrame({ keyframe: frames % 25 === 0 }, clock.monotonic()))
    await clock.advance(40)
  }
  expect(now()).toMatchObject({ stream: 'sub', reason: 'stepped_down_slow_viewer' })
  const downAtMs = clock.monotonic()
  acknowledgeAll()
  while (now()?.stream === 'sub' && clock.monotonic() - downAtMs < 2 * liveLimits.stepUpAfterMs) {
    await after(1000)
    sinks.sub?.frame(keyframe({}, clock.monotonic()))
    acknowledgeAll()
  }
  expect(clock.monotonic() - downAtMs).toBeGreaterThan(liveLimits.stepUpAfterMs - 2000)
  expect(clock.monotonic() - downAtMs).toBeLessThan(liveLimits.stepUpAfterMs + 5000)
  expect(now()).toMatchObject({ state: 'live', stream: 'main', reason: null })
  expect(upstreams.map(({ key }) => key.stream)).toEqual(['main', 'sub', 'main'])
  // And stays there.
  for (let frames = 0; frames < 50; frames += 1) {
    sinks.main?.frame(takenFrame({ keyframe: frames % 25 === 0 }, clock.monotonic()))
    await clock.advance(40)
    acknowledgeAll()
  }
  expect(now()).toMatchObject({ state: 'live', stream: 'main', reason: null })
})
