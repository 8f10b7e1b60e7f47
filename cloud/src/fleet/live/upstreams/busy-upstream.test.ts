import { once } from 'node:events'
import { setImmediate as nextRound } from 'node:timers/promises'
import { mostMediaFrameBytes, writeMediaFrame } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { testFormat } from '#testing/scripted-media-socket.js'
import { FairTurns } from '../../../platform/concurrency/fair-turns.js'
import { silentLog } from '../../../platform/log.js'
import { createFakeClock } from '../../../platform/time/clock.fake.js'
import { systemClock } from '../../../platform/time/clock.js'
import { waitUntil } from '../../channel/test-nodes.fake.js'
import { takenFrame } from '../frames/frames.fixture.js'
import { NodeMemory } from '../frames/node-memory.js'
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

it('a frame of one organisation waits for one of another, however many streams of how many viewers that has', async () => {
  const turns = new FairTurns(createFakeClock())
  const memory = new NodeMemory(1e6)
  const handedOn: string[] = []
  const upstreamOf = (orgId: string) => {
    const upstream = new Upstream(
      { camera: { ...camera, orgId }, stream: 'main', rendition: 'source' },
      {
        platform: { clock: systemClock, log: silentLog },
        memory,
        figures: { taken: () => {} },
        inTurn: (party, deliver) => turns.add(party, deliver),
        ended: async () => {},
        stream: (_key, { signal }) => once(signal, 'abort').then(() => null),
      },
    )
    for (let viewers = orgId === 'greedy' ? 40 : 1; viewers > 0; viewers -= 1)
      upstream.attach({
        needs: { mode: 'full', audio: false },
        format: () => {},
        frame: () => handedOn.push(orgId),
        condition: () => {},
      })
    return upstream
  }
  const greedy = Array.from({ length: 20 }, () => upstreamOf('greedy'))
  const other = upstreamOf('other')
  for (let frames = 0; frames < 25; frames += 1)
    for (const upstream of greedy) upstream.frame(takenFrame({ keyframe: true }))
  other.frame(takenFrame({ keyframe: true }))
  await nextRound()
  expect(handedOn).toHaveLength(25 * 20 * 40 + 1)
  expect(handedOn.indexOf('other')).toBe(40)
  for (const upstream of [...greedy, other]) upstream.end()
  await Promise.all([...greedy, other].map(({ ended }) => ended))
})
