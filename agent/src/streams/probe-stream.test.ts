import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { answer, rtpFrame, ScriptedCamera, sdp, usual } from '../rtsp/scripted-camera.fixture.js'
import { slice } from '../stream/camera-pictures.fixture.js'
import { PlayingCamera } from './playing-camera.fixture.js'
import { type ProbeDeps, probeStream } from './probe-stream.js'

const deps: ProbeDeps = { clock: systemClock, random: systemRandom, allowsAddress: () => null }
const account = { username: 'admin', password: 'canary-password' }

test('a stream is described and let go', async () => {
  await using peer = await PlayingCamera.start((request) =>
    request.method === 'DESCRIBE'
      ? answer(request, 200, [], `${sdp}m=audio 0 RTP/AVP 8\r\n`)
      : usual(request),
  )
  const probe = await probeStream({ url: peer.url, credentials: null }, deps)
  expect(probe).toEqual({
    ok: true,
    stream: {
      codec: 'h264',
      width: 640,
      height: 360,
      fps: 50,
      gopSec: 0.2,
      bitrateKbps: expect.any(Number),
      hasBFrames: false,
      audio: { codec: 'pcma', sampleRate: 8000, channels: 1 },
      audioOffered: ['PCMA'],
      audioLeftOut: [],
      encryption: 'none',
      authScheme: 'none',
      transport: 'tcp',
    },
    firstPacketMs: expect.any(Number),
    pictures: [],
  })
  expect(peer.server.methods.at(-1)).toBe('TEARDOWN')
  await peer.server.until(() => peer.server.open === 0)
})

test('a long distance of keyframes is not waited for', async () => {
  await using peer = await PlayingCamera.start()
  const probe = await probeStream({ url: peer.url, credentials: null }, { ...deps, measureMs: 50 })
  expect(probe).toMatchObject({ ok: true, stream: { gopSec: null, width: 640 } })
})

test('a camera that runs already is not connected to', async () => {
  await using peer = await PlayingCamera.start()
  const live = {
    codec: 'h264',
    width: 1,
    height: 2,
    fps: 3,
    gopSec: 4,
    bitrateKbps: 5,
    hasBFrames: false,
    audio: null,
    audioOffered: [],
    audioLeftOut: [],
    encryption: 'none',
    authScheme: 'basic',
    transport: 'tcp',
  } as const
  const probe = await probeStream({ url: peer.url, credentials: null }, { ...deps, live: () => live })
  expect(probe).toEqual({ ok: true, stream: live, firstPacketMs: null, pictures: [] })
  expect(peer.server.connections).toBe(0)
})

test('a camera that never shows a picture', async () => {
  await using peer = await ScriptedCamera.start()
  const probe = await probeStream({ url: peer.url, credentials: null }, { ...deps, deadlineMs: 1_000 })
  expect(probe).toMatchObject({ ok: false, fault: 'timeout', message: expect.stringContaining('no picture') })
  await peer.until(() => peer.open === 0)
})

/** Sends pictures that follow on a keyframe, and never one. */
async function behindKeyframe(description = sdp) {
  const peer = await ScriptedCamera.start((request) =>
    request.method === 'DESCRIBE'
      ? answer(request, 200, ['Content-Type: application/sdp'], description)
      : usual(request),
  )
  let sent = 0
  const timer = setInterval(() => {
    if (!peer.methods.includes('PLAY')) return
    peer.send(rtpFrame(0, sent, slice(false), 1, sent * 9000))
    sent += 1
  }, 100)
  return {
    url: peer.url,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await peer[Symbol.asyncDispose]()
    },
  }
}

test('where it describes nothing, a keyframe is waited for, and then it is said what came', async () => {
  await using peer = await behindKeyframe(sdp.replace(/a=fmtp.*\r\n/, ''))
  const probe = await probeStream(
    { url: peer.url, credentials: null },
    { ...deps, deadlineMs: 1000, keyframeMs: 2600 },
  )
  expect(probe).toMatchObject({
    ok: false,
    fault: 'protocol',
    message: expect.stringContaining('no keyframe'),
  })
  expect(!probe.ok && probe.noKeyframeSec).toBeGreaterThanOrEqual(1)
})

test.each([['http://admin:canary-password@10.0.0.1/', 'address']])(
  '%s is answered with its fault and without the password',
  async (url, fault) => {
    const probe = await probeStream({ url, credentials: null }, deps)
    expect(probe).toMatchObject({ ok: false, fault })
    expect(JSON.stringify(probe)).not.toContain('canary')
  },
)

test('a wrong password', async () => {
  await using peer = await ScriptedCamera.start((request) =>
    answer(request, 401, ['WWW-Authenticate: Basic realm="r"']),
  )
  const probe = await probeStream({ url: peer.url, credentials: account }, deps)
  expect(probe).toMatchObject({ ok: false, fault: 'auth' })
  expect(JSON.stringify(probe)).not.toContain('canary')
})

test('giving up leaves nothing open', async () => {
  await using peer = await ScriptedCamera.start()
  const stop = new AbortController()
  const probe = probeStream({ url: peer.url, credentials: null }, deps, stop.signal)
  await peer.until(() => peer.methods.includes('PLAY'))
  stop.abort(new Error('enough'))
  await expect(probe).rejects.toThrow('enough')
  await peer.until(() => peer.open === 0)
})
