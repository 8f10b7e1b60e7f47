import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FakeCamera } from '../fakes/camera/index.js'
import { Program, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

const password = 'kanarie-1'
const credentials = { username: 'admin', password }

let world: World
let agent: SiteAgent
let front: FakeCamera
let yard: FakeCamera
let safe: FakeCamera

beforeAll(async () => {
  world = await startWorld({
    cameras: [
      { name: 'Front', credentials },
      { name: 'Yard', credentials, onvif: true },
      { name: 'Safe', credentials, tls: 'self-signed', onvif: false },
    ],
  })
  const [first, second, third] = world.cameras
  if (!first || !second || !third) throw new Error('no cameras')
  ;[front, yard, safe] = [first, second, third]
  agent = await world.pairAgent()
})
afterAll(() => world.close())

/** `agent add`, as a script types it. */
const add = (typed: string, ...args: string[]) =>
  agent.commandWith(`${typed}\n`, 'add', ...args, '--username', 'admin', '--password-stdin')

const cameras = async () => (await world.api.get('/api/v1/cameras')).body
const commissioning = (hours: number) =>
  world.api.post(`/api/v1/gateways/${agent.gatewayId}/commissioning`, { hours })

// One installation, in the order in which an installer goes.
describe.sequential('an installer', () => {
  it('hears of nothing that stands in the way', async () => {
    const ended = await agent.command('doctor', '--json')
    const { checks } = JSON.parse(ended.output)
    const of = (name: string) => checks.find((check: { name: string }) => check.name === name)
    expect([of('cloud').state, of('pairing').state, of('key').state, of('data folder').state]).toEqual(
      Array.from({ length: 4 }, () => 'ok'),
    )
    expect(of('agent')).toMatchObject({ state: 'warn', todo: expect.stringContaining('agent run') })
  })

  it('types a wrong password: it is tried once, and nothing is added', async () => {
    const ended = await add('wrong-one', front.rtspUrl())
    expect(ended.code, ended.output).toBe(4)
    expect(ended.output).toContain('tried once only')
    expect((await cameras()).total).toBe(0)
  })

  it('types the right one: the camera comes on line though no agent runs yet', async () => {
    const ended = await add(password, front.rtspUrl(), '--name', 'Front door')
    expect(ended.code, ended.output).toBe(0)
    expect(ended.output).toMatch(/added to the cloud as "Front door"/)
    expect(ended.output).toMatch(/on line, \d+x\d+ h264 [\d.]+ fps/)
    expect(ended.output).toContain('agent run')
    const { data } = await cameras()
    expect(data).toMatchObject([
      { name: 'Front door', gateway_id: agent.gatewayId, site_id: world.siteId, type: 'rtsp' },
    ])
    const me = (await world.api.get('/api/v1/auth/me')).body
    const log = await world.api.get(`/api/v1/audit-log?action=camera.created&target_id=${data[0].id}`)
    expect(log.body.data).toMatchObject([
      { actor: { kind: 'user', id: me.id }, data: { proposed_by_gateway: true } },
    ])
  })

  it('adds a list with one password; a bad line does not stop the others', async () => {
    agent.run()
    await until('the agent runs', () => existsSync(path.join(agent.dataDir, 'agent.sock')))
    const list = path.join(world.folder, 'cameras.txt')
    const lines = [
      '# the yard',
      'rtsp://127.0.0.1:1/nothing',
      `127.0.0.1:${yard.onvifPort} Yard`,
      'http://x/',
    ]
    await writeFile(list, lines.join('\n'))
    const ended = await add(password, '--file', list, '--json')
    expect(ended.code, ended.output).toBe(1)
    const [json = ''] = /^\[[\s\S]*^\]/m.exec(ended.output) ?? []
    expect(JSON.parse(json)).toMatchObject([
      { created: false, error: { kind: 'unreachable' } },
      { created: true, name: 'Yard', online: true, error: null },
      { created: false, error: { kind: 'usage' } },
    ])
    expect(ended.output).toContain('2 of 3 cameras failed')
    expect((await cameras()).total).toBe(2)
  })

  it('finds the window closed, and open again', async () => {
    expect((await commissioning(0)).body.commissioning_until).toBeNull()
    const closed = await add(password, front.rtspUrl())
    expect(closed.code, closed.output).toBe(7)
    expect(closed.output).toContain(`POST /api/v1/gateways/${agent.gatewayId}/commissioning`)
    await commissioning(1)
    const open = await add(password, front.rtspUrl())
    expect(open.code, open.output).toBe(0)
    expect(open.output).toContain('in the cloud already, as "Front door"')
    expect((await cameras()).total).toBe(2)
  })

  it('sees how it all is', async () => {
    const status = await until('the agent receives it', async () => {
      const told = await agent.command('status')
      return /Front door +(online|recording) +\d+x\d+ h264/.test(told.output) && told
    })
    const table = status.output.slice(status.output.indexOf('\nCAMERA')).split('\n')
    expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(100)
    const probe = await agent.commandWith(
      `${password}\n`,
      'probe',
      `127.0.0.1:${yard.onvifPort}`,
      '--username',
      'admin',
      '--password-stdin',
    )
    expect(probe.code, probe.output).toBe(0)
    expect(probe.output).toMatch(/The camera works \(login: .+\)[\s\S]*main +h264/)
  })

  it('trusts the new certificate of a camera, which is back at once', async () => {
    expect((await add(password, safe.rtspUrl(), '--name', 'Safe')).code).toBe(0)
    await safe.faults.changeCertificate()
    safe.faults.dropNow()
    const row = async () => /^Safe +(\w+)/m.exec((await agent.command('status')).output)?.[1]
    await until('its refusal', async () => (await row()) === 'unsupported')
    const trusted = await agent.command('trust', safe.rtspUrl())
    expect(trusted.output).toContain('connects again: Safe')
    await until('the camera', async () => ['online', 'recording'].includes((await row()) ?? ''))
  })

  it('opens the link of a preview in a browser', async () => {
    const args = ['preview', 'Yard', '--data-dir', agent.dataDir]
    await using preview = new Program('agent/dist/main.js', { args })
    const link = await until('the link', () => /Yard: (http:\S+)/.exec(preview.output)?.[1])
    // As a browser does: it is let in once, and keeps the cookie.
    const opened = await fetch(link, { redirect: 'manual' })
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const page = await fetch(new URL('/', link), { headers: { cookie } })
    expect(page.status, preview.output).toBe(200)
    expect(await page.text()).toContain('Yard')
  })

  it('gives the machine up: not while it works, and then wholly', async () => {
    const refused = await agent.command('unpair', '--yes')
    expect(refused.code, refused.output).toBe(9)
    expect(await agent.stop()).toBe(0)
    const ended = await agent.command('unpair', '--yes', '--discard')
    expect(ended.code, ended.output).toBe(0)
    expect(ended.output).toContain('The cloud has voided its key')
    expect(await readdir(agent.dataDir)).toEqual([])
    const gateway = await world.api.get(`/api/v1/gateways/${agent.gatewayId}`)
    expect(gateway.body).toMatchObject({ status: 'offline', commissioning_until: null })
    expect((await cameras()).data).toMatchObject(Array.from({ length: 3 }, () => ({ status: 'offline' })))
    expect((await agent.command('status')).code).toBe(3)
  })

  it('left no password anywhere', () => {
    expect(`${agent.log}${world.cloud.log}`).not.toContain(password)
  })
})
