import { writeMediaFrame } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { testFormat } from '#testing/scripted-media-socket.js'
import { createFakeClock } from '../../../platform/time/clock.fake.js'
import { waitUntil } from '../../channel/test-nodes.fake.js'
import { openSocketPair } from '../sockets/socket-pair.fixture.js'
import { MediaSocket } from './media-socket.js'

it('has flowed once frames came for five seconds: one keyframe and a close are no stream', async () => {
  using sockets = await openSocketPair()
  const clock = createFakeClock()
  let taken = 0
  const media = new MediaSocket(sockets.near, clock, {
    rendition: 'source',
    needs: { mode: 'full', audio: false },
    sink: { format: () => {}, frame: () => (taken += 1), interrupted: () => {}, troubled: () => {} },
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
