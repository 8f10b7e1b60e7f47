import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ForwardProxy, TlsFront } from '../fakes/proxy/index.js'
import { makeCertificate } from '../fakes/webhook-receiver/certificate.js'
import { startWorld, type World } from '../harness/index.js'

let folder: string
let world: World
let proxy: ForwardProxy
let front: TlsFront

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slproxy-'))
  const authority = path.join(folder, 'cloud.pem')
  const certificate = await makeCertificate()
  await writeFile(authority, certificate.cert)
  proxy = await ForwardProxy.start()
  world = await startWorld({
    cameras: [{ name: 'Yard' }],
    agentEnv: {
      HTTPS_PROXY: `http://guest:canary-proxy@127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: authority,
    },
  })
  front = await TlsFront.start(certificate, () => Number(new URL(world.cloud.url).port))
})
afterAll(async () => {
  await world.close()
  await front[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

describe('a site behind a proxy', () => {
  it('reaches the encrypted cloud through it alone: pairing, channel and uploads', async () => {
    const agent = await world.onlineAgent(`https://${front.host}`)
    const camera = await world.addCamera(agent, undefined, { post_event_buffer_sec: 0 })
    const before = proxy.asked.length
    const trigger = await world.api.post(`/api/v1/cameras/${camera.id}/trigger`, { duration_sec: 5 })
    expect(trigger).toMatchObject({ status: 202 })
    await world.untilClip(trigger.body.event_id)
    // Pairing and channel before, at least one connection for the files after.
    expect(before).toBeGreaterThanOrEqual(2)
    expect(proxy.asked.length).toBeGreaterThan(before)
    expect(new Set(proxy.asked.map(({ to }) => to))).toEqual(new Set([front.host]))
    const account = `Basic ${btoa('guest:canary-proxy')}`
    expect(proxy.asked.every(({ authorization }) => authorization === account)).toBe(true)
    expect(agent.log).not.toContain('canary-proxy')
  })

  it('trusts no cloud whose certificate nobody vouches for', async () => {
    const stranger = await TlsFront.start(await makeCertificate(), () => 1)
    await expect(world.onlineAgent(`https://${stranger.host}`)).rejects.toThrow(/cannot be trusted/)
    await stranger[Symbol.asyncDispose]()
  })
})
