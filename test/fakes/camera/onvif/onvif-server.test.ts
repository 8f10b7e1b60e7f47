import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { repositoryRoot } from '../ffmpeg.js'
import { type CameraOptions, startCamera } from '../index.js'
import { envelope } from './soap.js'

const SMALL = { picture: { width: 320, height: 180, loopSec: 20 } } satisfies CameraOptions

async function camera(options: CameraOptions = {}) {
  const started = await startCamera({ ...SMALL, ...options })
  onTestFinished(() => started.close())
  return started
}

/** The part of the onvif package that is called here; it is a dependency of the agent. */
interface Cam {
  connect(): Promise<void>
  getDeviceInformation(): Promise<unknown>
  getStreamUri(options: object): Promise<unknown>
  getSnapshotUri(options: object): Promise<unknown>
  getNetworkInterfaces(): Promise<unknown>
  getScopes(): Promise<unknown>
  readonly profiles: unknown
}

function connectWith(fake: { onvifPort: number }, account: object): Cam {
  const agent = createRequire(join(repositoryRoot(), 'agent', 'package.json'))
  const { Cam: Constructor }: { Cam: new (options: object) => Cam } = agent('onvif/promises')
  return new Constructor({ hostname: '127.0.0.1', port: fake.onvifPort, timeout: 5000, ...account })
}

const Uri = z.object({ uri: z.string() })

test.each<[string, Partial<CameraOptions>]>([
  ['username token', { onvifLogins: ['username-token'] }],
  ['HTTP digest', { onvifLogins: ['http-digest'], challenges: [{ scheme: 'Digest', qop: true }] }],
  ['a clock that is an hour ahead', { onvifLogins: ['username-token'], clockOffsetMs: 3_600_000 }],
])('the onvif package connects: %s', async (_, options) => {
  const fake = await camera({ ...options, serial: '0042' })
  const cam = connectWith(fake, {
    ...fake.options.credentials,
    useWSSecurity: options.onvifLogins?.[0] === 'username-token',
  })
  await cam.connect()
  expect(await cam.getDeviceInformation()).toMatchObject({ manufacturer: 'Sightline', model: 'FC-100' })
  const profiles = z.array(z.object({ name: z.string() })).parse(cam.profiles)
  expect(profiles.map(({ name }) => name)).toEqual(['main', 'sub'])
  const sub = Uri.parse(await cam.getStreamUri({ protocol: 'RTSP', profileToken: 'sub' }))
  expect(sub.uri).toBe(fake.rtspUrl('sub'))
  const snapshot = Uri.parse(await cam.getSnapshotUri({ profileToken: 'main' }))
  expect(snapshot.uri).toBe(fake.snapshotUrl())
  expect(JSON.stringify(await cam.getNetworkInterfaces())).toContain(fake.device.mac)
  expect(JSON.stringify(await cam.getScopes())).toContain('onvif://www.onvif.org/name/Fake%20camera')
  expect(fake.counters.credentialsFailed).toBe(0)
  expect(fake.counters.onvifRequests).toMatchObject({ GetSystemDateAndTime: 1 })
})

test.each<[string, Partial<CameraOptions>, object]>([
  ['wrong password', {}, { password: 'wrong' }],
  ['right password, but the camera says no', { faults: { wrongPassword: true } }, {}],
])('a call is refused: %s', async (_, options, account) => {
  const fake = await camera({ ...options, onvifLogins: ['username-token'] })
  const cam = connectWith(fake, { ...fake.options.credentials, ...account })
  await cam.connect().catch(() => {})
  await expect(cam.getDeviceInformation()).rejects.toThrow(/not authorized/i)
  expect(fake.counters.credentialsOk).toBe(0)
  expect(fake.counters.credentialsFailed).toBeGreaterThan(0)
})

test('a token outside the time window, and one that was used before, are refused', async () => {
  const fake = await camera({ onvifLogins: ['username-token'] })
  const ask = (body: string) =>
    fetch(`${fake.device.origin}/onvif/device_service`, { method: 'POST', body }).then(({ status }) => status)
  const { createHash } = await import('node:crypto')
  const request = (nonce: string, createdMs: number) => {
    const created = new Date(createdMs).toISOString()
    const { password, username } = fake.options.credentials
    const digest = createHash('sha1')
      .update(nonce + created + password)
      .digest('base64')
    const token = `<Username>${username}</Username><Password>${digest}</Password><Nonce>${Buffer.from(nonce).toString('base64')}</Nonce><Created>${created}</Created>`
    const header = `<s:Header><Security><UsernameToken>${token}</UsernameToken></Security></s:Header>`
    return envelope('<tds:GetScopes/>').replace('<s:Body>', `${header}<s:Body>`)
  }
  const now = Date.now()
  expect(await ask(request('one', now))).toBe(200)
  expect(await ask(request('one', now))).toBe(400)
  expect(await ask(request('two', Date.now() - 301_000))).toBe(400)
  expect(await ask('not xml')).toBe(400)
})

test('the snapshot is a JPEG behind a login', async () => {
  const fake = await camera({ challenges: [{ scheme: 'Basic' }] })
  expect((await fetch(fake.snapshotUrl())).status).toBe(401)
  const { password, username } = fake.options.credentials
  const Authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const answer = await fetch(fake.snapshotUrl(), { headers: { Authorization } })
  const picture = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(picture.subarray(0, 2).toString('hex')).toBe('ffd8')
  expect(picture.length).toBeGreaterThan(1000)
  expect(fake.counters.snapshotsServed).toBe(1)
})

test('a camera behind a router gives out an address that is wrong from here', async () => {
  const fake = await camera({ announcedHost: '10.9.8.7', challenges: [] })
  const cam = connectWith(fake, { preserveAddress: true })
  await cam.connect()
  const { uri } = Uri.parse(await cam.getStreamUri({ protocol: 'RTSP', profileToken: 'main' }))
  expect(uri).toBe(`rtsp://10.9.8.7:${fake.rtspPort}/main`)
})
