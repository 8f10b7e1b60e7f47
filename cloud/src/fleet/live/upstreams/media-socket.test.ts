import { CloudMediaMessage, writeMediaFrame } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { testFormat } from '#testing/scripted-media-socket.js'
import { createFakeClock } from '../../../platform/time/clock.fake.js'
import { waitUntil } from '../../channel/test-nodes.fake.js'
import { openSocketPair } from '../sockets/socket-pair.fixture.js'
import { MediaSocket } from './media-socket.js'

const sink = { format: () => {}, frame: () => {}, interrupted: () => {}, troubled: () => {} }

it('has flowed once frames came for five seconds: one keyframe and a close are no stream', async () => {
  using sockets = await openSocketPair()
  const clock = createFakeClock()
  let taken = 0
  const media = new MediaSocket(sockets.near, clock, {
    rendition: 'source',
    needs: { mode: 'full', audio: false },
    sink: { ...sink, frame: () => (taken += 1) },
  })
  const sendKeyframe = async (sequence: number) => {
    sockets.far.send(
      writeMediaFrame({
        kind: 'video',
        keyframe: true,
        discontinuity: false,
        catchUp: false,
        subscription: 0,
        sequence,
        capturedMs: 1,
        dtsUs: sequence,
        ctsUs: 0,
        data: Buffer.alloc(1),
      }),
    )
    await waitUntil(() => taken === sequence, `frame ${sequence}`)
  }
  sockets.far.send(JSON.stringify({ type: 'format', ...testFormat }))
  await sendKeyframe(1)
  expect(media.hasFlowed).toBe(false)
  await clock.advance(4_999)
  await sendKeyframe(2)
  expect(media.hasFlowed).toBe(false)
  await clock.advance(1)
  expect(media.hasFlowed).toBe(false)
  await sendKeyframe(3)
  expect(media.hasFlowed).toBe(true)
})

it('asks for fewer pictures a little later, so that who changes their mind at once has nothing sent anew', async () => {
  using sockets = await openSocketPair()
  const clock = createFakeClock()
  const said: CloudMediaMessage[] = []
  sockets.far.on('message', (data: Buffer) => said.push(CloudMediaMessage.parse(JSON.parse(data.toString()))))
  const all = { mode: 'full', audio: false } as const
  const few = { mode: 'keys', audio: false } as const
  const media = new MediaSocket(sockets.near, clock, { rendition: 'source', needs: all, sink })
  for (let times = 0; times < 10; times += 1) {
    media.need(few)
    await clock.advance(1_000)
    media.need(all)
  }
  media.need(few)
  await clock.advance(2_000)
  media.need(all)
  await waitUntil(() => said.length >= 2, 'what is needed')
  expect(said).toEqual([
    { type: 'set', ...few },
    { type: 'set', ...all },
  ])
})
