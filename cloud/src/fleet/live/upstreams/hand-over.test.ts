import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLog } from '../../../platform/log.js'
import { createFakeClock, type FakeClock } from '../../../platform/time/clock.fake.js'
import { takenFrame } from '../frames/frames.fixture.js'
import { NodeMemory } from '../frames/node-memory.js'
import { openSocketPair } from '../sockets/socket-pair.fixture.js'
import type { StreamKey, TryContext } from './agent-source.js'
import type { Condition } from './condition.js'
import { MediaSocket } from './media-socket.js'
import type { TryOutcome } from './try-outcome.js'
import { Upstream } from './upstream.js'

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
const stopping: TryOutcome = { kind: 'closed', code: 1012, reason: 'the service is stopping', flowed: true }

let clock: FakeClock
let upstream: Upstream
let told: Condition['kind'][]
let tries: { readonly context: TryContext; readonly end: (outcome: TryOutcome) => void }[]

beforeEach(() => {
  clock = createFakeClock()
  told = []
  tries = []
  upstream = new Upstream(key, {
    platform: { clock, log: silentLog },
    memory: new NodeMemory(1_000_000),
    figures: { taken: () => {} },
    inTurn: (_, deliver) => deliver(),
    ended: async () => {},
    stream: (_, context) =>
      new Promise((resolve) => {
        tries.push({ context, end: resolve })
        context.signal.addEventListener('abort', () => resolve(null))
      }),
  })
  upstream.attach({ needs, format: () => {}, frame: () => {}, condition: ({ kind }) => told.push(kind) })
  upstream.frame(takenFrame({ keyframe: true }))
})
afterEach(async () => {
  upstream.end()
  await upstream.ended
})

/** What goes on between two timers is done before each of them. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    await setImmediate()
    await clock.advance(250)
  }
  await setImmediate()
}

it('viewers are not told of a node that stops, if another source follows at once', async () => {
  using sockets = await openSocketPair()
  tries[0]?.end(stopping)
  await pass(1_000)
  const media = new MediaSocket(sockets.near, clock, { rendition: 'source', needs, sink: upstream })
  tries[1]?.context.opened(media)
  await pass(2_000)
  expect(tries).toHaveLength(2)
  expect(told).toEqual(['flowing'])
})

it('they are told if none does, and of everything else at once', async () => {
  tries[0]?.end(stopping)
  await pass(1_000)
  expect(told).toEqual(['flowing'])
  await pass(1_000)
  expect(told).toEqual(['flowing', 'stalled'])
  upstream.frame(takenFrame({ keyframe: true }))
  tries[1]?.end({ kind: 'closed', code: 1006, reason: '', flowed: true })
  await pass(250)
  expect(told).toEqual(['flowing', 'stalled', 'flowing', 'stalled'])
})

it('what a gateway was asked over a session that is gone is asked anew, and a socket that came is kept', async () => {
  using sockets = await openSocketPair()
  upstream.askAnew()
  expect(tries[0]?.context.signal.aborted).toBe(true)
  await pass(1_000)
  expect(tries).toHaveLength(2)
  expect(told).toEqual(['flowing'])
  tries[1]?.context.opened(
    new MediaSocket(sockets.near, clock, { rendition: 'source', needs, sink: upstream }),
  )
  upstream.askAnew()
  expect(tries[1]?.context.signal.aborted).toBe(false)
})
