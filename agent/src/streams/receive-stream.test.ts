import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { rtpFrame, ScriptedCamera } from '../rtsp/scripted-camera.fixture.js'
import { slice } from '../stream/camera-pictures.fixture.js'
import type { Packet } from '../stream/packet.js'
import { receiveStream, StreamSilence } from './receive-stream.js'

const everyMs = 50

test('a camera that freezes in the middle of a long GOP is noticed by its pictures, not by its keyframes', async () => {
  await using peer = await ScriptedCamera.start()
  let sent = 0
  let isFrozen = false
  const timer = setInterval(() => {
    if (isFrozen || !peer.methods.includes('PLAY')) return
    // One keyframe, and never another.
    peer.send(rtpFrame(0, sent, slice(sent === 0), 1, sent * 90 * everyMs))
    sent += 1
  }, everyMs)
  const packets: Packet[] = []
  const silenceMs = 1500
  const stop = new AbortController()
  const received = receiveStream(
    {
      endpoint: { url: peer.url, credentials: null },
      deps: {
        clock: systemClock,
        random: systemRandom,
        allowsAddress: () => null,
        timeouts: { silenceMs },
      },
      sink: {
        packet: (packet) => packets.push(packet),
        runEnded: () => undefined,
        awaitsKeyframe: () => undefined,
      },
      nextRunId: () => 1,
      onPlaying: () => undefined,
    },
    stop.signal,
  ).catch((error: unknown) => error)
  try {
    // For longer than a silence may last, and within the first GOP.
    await peer.until(() => packets.length * everyMs > 2 * silenceMs)
    expect(packets.filter(({ keyframe }) => keyframe)).toHaveLength(1)
    isFrozen = true
    const frozenMs = performance.now()
    expect(await received).toBeInstanceOf(StreamSilence)
    expect(performance.now() - frozenMs).toBeLessThan(10_000)
  } finally {
    clearInterval(timer)
    stop.abort(new Error('the test is over'))
    await received
  }
})
