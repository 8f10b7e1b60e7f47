import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { CertificatePinFiles, forgetCertificate } from './certificate-pins.js'
import { parseRtspUrl } from './parse-rtsp-url.js'
import { RtspSession } from './rtsp-session.js'
import { answer, rtpFrame, type Script, ScriptedCamera, usual } from './scripted-camera.fixture.js'
import { selfSigned } from './self-signed.fixture.js'
import type { RtspSessionOptions } from './session-options.js'

const never = new AbortController().signal
const nobody = { payload: () => {}, lost: () => {}, restarted: () => {} }

async function pinsInNewFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pins-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return new CertificatePinFiles(folder, systemClock)
}

function open(url: string, more: Partial<RtspSessionOptions> = {}) {
  return RtspSession.open(
    {
      address: parseRtspUrl(url).address,
      credentials: { username: 'admin', password: 'canary-pass' },
      allowsAddress: () => null,
      clock: systemClock,
      random: systemRandom,
      responseTimeoutMs: 3000,
      connectTimeoutMs: 2000,
      receive: () => ({ video: nobody, audio: null }),
      ...more,
    },
    never,
  )
}

test('a camera that signed its own certificate plays, and is known from then on', async () => {
  const pins = await pinsInNewFolder()
  await using camera = await ScriptedCamera.start(usual, '', selfSigned())
  const heard: string[] = []
  const video = {
    ...nobody,
    payload: (data: Buffer, start: number, end: number) =>
      void heard.push(data.toString('latin1', start, end)),
  }
  const session = await open(camera.url, { pins, receive: () => ({ video, audio: null }) })
  expect(session.encryption).toBe('tls')
  camera.send(rtpFrame(0, 1, Buffer.from('hidden')))
  await camera.until(() => heard.length === 1)
  expect(heard).toEqual(['hidden'])
  await session.close()
  expect(camera.methods.at(-1)).toBe('TEARDOWN')
  expect(camera.requests.find(({ method }) => method === 'SETUP')?.uri).toMatch(/^rtsps:/)
  await (await open(camera.url, { pins })).close()
  await camera.until(() => camera.open === 0)
})

test('another certificate is refused before a byte of ours is sent, until a person trusts it', async () => {
  const pins = await pinsInNewFolder()
  const { port, url } = await (async () => {
    await using camera = await ScriptedCamera.start(usual, '', selfSigned())
    await (await open(camera.url, { pins })).close()
    return { port: camera.port, url: camera.url }
  })()
  await using impostor = await ScriptedCamera.start(usual, '', selfSigned(), port)
  await expect(open(url, { pins })).rejects.toMatchObject({
    name: 'StreamFailure',
    fault: 'tls',
    message: expect.stringContaining('agent trust'),
  })
  await impostor.until(() => impostor.open === 0)
  expect([impostor.requests.length, impostor.bytesHeard]).toEqual([0, 0])
  expect(await forgetCertificate(url, pins)).toBe(true)
  await (await open(url, { pins })).close()
  expect(impostor.methods).toContain('TEARDOWN')
})

test('without a memory of certificates one that signed its own is refused', async () => {
  await using camera = await ScriptedCamera.start(usual, '', selfSigned())
  await expect(open(camera.url)).rejects.toMatchObject({ fault: 'tls' })
  expect(camera.requests).toEqual([])
})

test('a camera of long ago is received, and it is said', async () => {
  const pins = await pinsInNewFolder()
  const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const
  await using camera = await ScriptedCamera.start(usual, '', { ...selfSigned(), ...old })
  const session = await open(camera.url, { pins })
  expect(session.encryption).toBe('outdated-tls')
  await session.close()
})

test.each([
  ['RTSP in the clear', () => ScriptedCamera.start(() => null, 'RTSP/1.0 400 Bad Request\r\n\r\n'), 'tls'],
  ['somebody who speaks first', () => ScriptedCamera.start(() => null, 'SSH-2.0-OpenSSH_9.2p1\r\n'), 'tls'],
  ['silence', () => ScriptedCamera.start(() => null), 'timeout'],
] satisfies [string, () => Promise<ScriptedCamera>, string][])(
  '%s at the port of rtsps',
  async (_name, start, fault) => {
    const pins = await pinsInNewFolder()
    await using camera = await start()
    const failed = open(camera.url.replace('rtsp:', 'rtsps:'), { pins, connectTimeoutMs: 300 })
    await expect(failed).rejects.toMatchObject({ name: 'StreamFailure', fault })
    await camera.until(() => camera.open === 0)
  },
)

test('what is encrypted is never asked for over UDP', async () => {
  const pins = await pinsInNewFolder()
  const onlyUdp: Script = (request) => (request.method === 'SETUP' ? answer(request, 461) : usual(request))
  await using camera = await ScriptedCamera.start(onlyUdp, '', selfSigned())
  await expect(open(camera.url, { pins, transport: 'udp' })).rejects.toMatchObject({
    fault: 'protocol',
    message: expect.stringContaining('encrypted'),
  })
  const asked = camera.requests.filter(({ method }) => method === 'SETUP')
  expect(asked.map(({ headers }) => headers.get('transport'))).toEqual([
    'RTP/AVP/TCP;unicast;interleaved=0-1',
  ])
})

test('giving up during the handshake leaves nothing open', async () => {
  const stop = new AbortController()
  await using camera = await ScriptedCamera.start(() => null)
  const url = camera.url.replace('rtsp:', 'rtsps:')
  const attempt = RtspSession.open(
    {
      address: parseRtspUrl(url).address,
      credentials: null,
      allowsAddress: () => null,
      clock: systemClock,
      random: systemRandom,
      receive: () => ({ video: nobody, audio: null }),
    },
    stop.signal,
  )
  await camera.until(() => camera.bytesHeard > 0)
  stop.abort(new Error('enough'))
  await expect(attempt).rejects.toThrow('enough')
  await camera.until(() => camera.open === 0)
})
