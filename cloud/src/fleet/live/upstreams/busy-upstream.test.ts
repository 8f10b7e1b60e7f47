import { once } from 'node:events'
import { mostMediaFrameBytes, writeMediaFrame } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { testFormat } from '#testing/scripted-media-socket.js'
import { silentLog } from '../../../platform/log.js'
import { systemClock } from '../../../platform/time/clock.js'
import { waitUntil } from '../../channel/test-nodes.fake.js'
import { NodeMemory } from '../frames/gop-memory.js'
import { openSocketPair } from '../sockets/socket-pair.fixture.js'
import type { WatchedCamera } from '../viewers/viewer.js'
import { MediaSocket } from './media-socket.js'
import { Upstream } from './upstream.js'

const camera: WatchedCamera = {
  id: 'camera',
  orgId: 'org',
  siteId: 'site',
  gatewayId: 'gateway',
  connectionMode: 'gateway',
  name: 'Gate',
  enabled: true,
  codecs: { main: 'h264', sub: null },
}

const frameOf = (sequence: number, bytes: number) =>
  writeMediaFrame({
    kind: 'video',
    keyframe: sequence === 1,
    discontinuity: false,
    catchUp: false,
    subscription: 0,
    sequence,
    capturedMs: 1,
    dtsUs: sequence,
    ctsUs: 0,
    data: Buffer.alloc(bytes),
  })

it.each([
  ['frames', 1_500, 4_000],
  ['bytes', 40, 1024 * 1024],
])(
  'a stream whose turn does not come is read no further beyond so many %s, and wholly afterwards',
  async (_, count, bytes) => {
    using sockets = await openSocketPair()
    const turns: (() => void)[] = []
    let taken = 0
    const upstream = new Upstream(
      { camera, stream: 'main', rendition: 'source' },
      {
        platform: { clock: systemClock, log: silentLog },
        memory: new NodeMemory(1),
        figures: { taken: () => (taken += 1) },
        inTurn: (_org, deliver) => turns.push(deliver),
        ended: async () => {},
        stream: async (_key, { sink, needs, opened, signal }) => {
          const opening = { rendition: 'source' as const, needs: needs(), sink }
          opened(new MediaSocket(sockets.near, systemClock, opening))
          await once(signal, 'abort')
          return null
        },
      },
    )
    sockets.far.send(JSON.stringify({ type: 'format', ...testFormat }))
    for (let sequence = 1; sequence <= count; sequence += 1) sockets.far.send(frameOf(sequence, bytes))
    await waitUntil(() => sockets.near.isPaused, 'the end of reading')
    // What was read already, a chunk of the connection, still comes.
    expect(taken).toBeLessThan(256 + (64 * 1024) / bytes + 2)
    expect(taken * bytes).toBeLessThan(2 * mostMediaFrameBytes + 2 * bytes + 64 * 1024)
    await waitUntil(() => {
      for (const turn of turns.splice(0)) turn()
      return taken === count
    }, 'all frames')
    for (const turn of turns.splice(0)) turn()
    expect(sockets.near.isPaused).toBe(false)
    upstream.end()
    await upstream.ended
  },
)
