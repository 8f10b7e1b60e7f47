import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { liveLimits } from '@sightline/protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ReverseProxy } from '../fakes/proxy/index.js'
import { makeCertificate } from '../fakes/webhook-receiver/certificate.js'
import { type AddedCamera, type SiteAgent, startWorld, until, type World } from '../harness/index.js'
import { LiveViewer } from '../harness/live-viewer.js'

/** A proxy of an operator who has read what it must let pass: its time-out is above that of pings. */
const idleMs = liveLimits.pingMs * 1.5

let folder: string
let certificate: Awaited<ReturnType<typeof makeCertificate>>
let world: World
let proxy: ReverseProxy
let agent: SiteAgent
let camera: AddedCamera

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sllive-'))
  const authority = path.join(folder, 'cloud.pem')
  certificate = await makeCertificate()
  await writeFile(authority, certificate.cert)
  world = await startWorld({
    cameras: [{ name: 'Yard', picture: { width: 320, height: 180 }, subPicture: null }],
    agentEnv: { NODE_EXTRA_CA_CERTS: authority },
  })
  proxy = await ReverseProxy.start({ certificate, idleMs, port: () => Number(new URL(world.cloud.url).port) })
  agent = await world.onlineAgent(proxy.url)
  camera = await world.addCamera(agent)
})
afterAll(async () => {
  await world.close()
  await proxy[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function viewer(): Promise<LiveViewer> {
  const answer = await world.api.post('/api/v1/auth/login', world.owner)
  return new LiveViewer(proxy.url, String(answer.body.access_token), { ca: certificate.cert })
}

it('a camera is watched through TLS and a reverse proxy, on both hops', async () => {
  await using page = await viewer()
  page.subscribe(1, camera.id)
  await page.untilFrames(1, 50)
  const seen = await page.decode(1, world.folder)
  expect(seen.warnings).toBe('')
  expect(proxy.upgraded).toContain('/api/v1/live')
  expect(proxy.upgraded.some((asked) => /^\/api\/v1\/gateways\/[^/]+\/live\/[^/]+$/.test(asked))).toBe(true)
})

it('a quiet socket outlives the time-out of the proxy', async () => {
  await using page = await viewer()
  // Of a camera that nobody serves nothing comes.
  const unserved = { ...world.directBody(camera.fake), name: 'Shed', rtsp_url: 'rtsp://127.0.0.1:9/main' }
  const made = await world.api.post('/api/v1/cameras', unserved)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  page.subscribe(1, String(made.body.id))
  // Longer than the time-out, and nothing else is said.
  await until('the socket is said to be alive again and again', () => page.of('alive').length >= 2)
  expect(page.sockets).toBe(1)
})
