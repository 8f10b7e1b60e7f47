import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { Bonjour } from 'bonjour-service'
import { afterEach, describe, expect, test } from 'vitest'
import { createAddressPolicy } from '../platform/address-policy.js'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { createDiscovery, type DiscoveryDeps } from './discover.js'
import type { DeviceIdentification } from './identify-devices.js'
import { probeMatches } from './probe-matches.fixture.js'
import { wsDiscoveryGroup } from './probe-message.js'

const loopback = '127.0.0.1'
const noSignal = new AbortController().signal
const cleanups: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

/** Something on loopback that answers probes with what `answers` gives for each of them. */
async function responder(answers: (probe: string) => readonly (string | Uint8Array)[]): Promise<string[]> {
  const probes: string[] = []
  const socket: Socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.bind(wsDiscoveryGroup.port)
  await once(socket, 'listening')
  socket.addMembership(wsDiscoveryGroup.address, loopback)
  socket.on('message', (message, sender) => {
    const probe = message.toString()
    probes.push(probe)
    for (const answer of answers(probe)) socket.send(answer, sender.port, sender.address)
  })
  cleanups.push(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return probes
}

function discovery(deps: Partial<DiscoveryDeps> = {}) {
  return createDiscovery({
    clock: systemClock,
    random: systemRandom,
    log: silentLogger,
    allowed: createAddressPolicy(['127.0.0.0/8']),
    identify: () => Promise.resolve(null),
    scanFrom: [loopback],
    pauseMs: 100,
    ...deps,
  })
}

/** Multicast reaches every run of this test on the machine, so each has cameras of its own. */
const own = process.pid.toString(16).padStart(8, '0')
const firstPort = 20_000 + (process.pid % 4500) * 10
const id = (digit: number) => `urn:uuid:${own}-0000-4000-8000-00000000000${digit}`
const camera = (digit: number) =>
  probeMatches({
    endpoint: id(digit),
    xaddrs: `http://0.0.0.0:${firstPort + digit}/onvif/device_service`,
    scopes: `onvif://www.onvif.org/name/Camera%20${digit}%20${own}`,
  })

test('finds cameras on loopback, once each, and probes repeatedly with new ids', async () => {
  const probes = await responder(() => [camera(1), camera(2)])
  const found: string[] = []
  const devices = await discovery().discover(
    { budgetMs: 2500, onFound: (device) => found.push(device.name) },
    noSignal,
  )
  const mine = devices.filter((device) => [id(1), id(2)].includes(device.endpoint ?? ''))
  expect(mine.map(({ name, address, port, state }) => ({ name, address, port, state }))).toEqual([
    { name: `Camera 1 ${own}`, address: loopback, port: firstPort + 1, state: 'new' },
    { name: `Camera 2 ${own}`, address: loopback, port: firstPort + 2, state: 'new' },
  ])
  expect(mine[0]?.xaddrs).toEqual([`http://127.0.0.1:${firstPort + 1}/onvif/device_service`])
  expect(found.filter((name) => name.endsWith(own))).toEqual([`Camera 1 ${own}`, `Camera 2 ${own}`])
  const ids = probes.map((probe) => /<w:MessageID>(.*?)<\/w:MessageID>/.exec(probe)?.[1])
  expect(ids.length).toBeGreaterThanOrEqual(4)
  expect(new Set(ids).size).toBe(ids.length)
})

test('one bad answer does not stop the scan', async () => {
  const bad = ['', '<', '<a>'.repeat(20_000), Buffer.from([0xff, 0x00, 0xfe]), 'x'.repeat(60_000)]
  await responder(() => [...bad, camera(1), ...bad])
  const devices = await discovery().discover({ budgetMs: 1500 }, noSignal)
  expect(devices.map((device) => device.endpoint)).toContain(id(1))
})

test('an interface that does not exist is left out', async () => {
  await responder(() => [camera(1)])
  const devices = await discovery({ scanFrom: ['203.0.113.77', loopback] }).discover(
    { budgetMs: 1500 },
    noSignal,
  )
  expect(devices.map((device) => device.endpoint)).toContain(id(1))
})

describe('state', () => {
  const twoLenses = ['wide', 'tele'].map((token) => ({ token, name: token }))
  const identifications: Record<number, DeviceIdentification> = {
    [firstPort + 1]: { kind: 'needs_credentials' },
    [firstPort + 2]: {
      kind: 'open',
      manufacturer: 'Maker',
      model: 'M2',
      serial: '0042-AB',
      channels: twoLenses,
    },
  }

  test('follows the identification of each device and the cameras known', async () => {
    await responder(() => [camera(1), camera(2), camera(3)])
    const mine = [id(1), id(2), id(3)]
    const asked: number[] = []
    const identification: DiscoveryDeps['identify'] = (device) => {
      if (!mine.includes(device.endpoint ?? '')) return Promise.resolve(null)
      asked.push(device.port)
      return Promise.resolve(identifications[device.port] ?? null)
    }
    const known = [{ address: loopback, ports: [firstPort + 3], channels: twoLenses }]
    const devices = await discovery({ identify: identification }).discover(
      { budgetMs: 1500, known },
      noSignal,
    )
    const states = devices
      .filter((device) => mine.includes(device.endpoint ?? ''))
      .map(({ port, state, model, serial }) => ({ port, state, model, serial }))
    expect(states).toEqual([
      { port: firstPort + 1, state: 'needs_credentials', model: null, serial: null },
      { port: firstPort + 2, state: 'new', model: 'M2', serial: '0042-AB' },
      { port: firstPort + 3, state: 'already_added', model: null, serial: null },
    ])
    expect(asked).not.toContain(firstPort + 3)
    const channelsAt = (port: number) => devices.find((device) => device.port === port)?.channels
    expect([1, 2, 3].map((number) => channelsAt(firstPort + number))).toEqual([
      undefined,
      twoLenses,
      twoLenses,
    ])
  })

  test('an address that may not be contacted is listed, not contacted', async () => {
    await responder(() => [camera(1)])
    const identification = () => Promise.reject(new Error('asked a forbidden address'))
    const devices = await discovery({ identify: identification, allowed: createAddressPolicy([]) }).discover(
      { budgetMs: 1500 },
      noSignal,
    )
    expect(devices.find((device) => device.endpoint === id(1))?.state).toBe('new')
  })
})

test('mDNS and WS-Discovery become one entry by the MAC', async () => {
  const mac = `02aa${own}`.replaceAll(/..(?!$)/g, '$&:')
  const mdns = new Bonjour({ interface: loopback, bind: '0.0.0.0' } as object)
  cleanups.push(() => new Promise<void>((resolve) => mdns.destroy(() => resolve())))
  mdns.publish({
    name: `Camera 7 ${process.pid}`,
    type: 'rtsp',
    port: firstPort + 8,
    txt: { macaddress: `02AA${own}`, path: '/main' },
  })
  await responder(() => [
    probeMatches({
      endpoint: id(7),
      xaddrs: `http://127.0.0.1:${firstPort + 7}/onvif/device_service`,
      scopes: `onvif://www.onvif.org/MAC/${mac}`,
    }),
  ])
  const devices = await discovery().discover({ budgetMs: 4000 }, noSignal)
  expect(devices.filter((device) => device.mac === mac)).toMatchObject([
    {
      id: `mac:${mac}`,
      address: loopback,
      port: firstPort + 7,
      sources: ['ws-discovery', 'mdns'],
      rtsp_urls: [`rtsp://127.0.0.1:${firstPort + 8}/main`],
    },
  ])
})

describe('life of a scan', () => {
  test('only one at a time', async () => {
    const scanner = discovery()
    const first = scanner.discover({ budgetMs: 1000 }, noSignal)
    await expect(scanner.discover({}, noSignal)).rejects.toThrow('a scan is running already')
    await first
    await scanner.discover({ budgetMs: 1000 }, noSignal)
  })

  test('an abort ends it at once and leaves no socket open', async () => {
    const openSockets = () => process.getActiveResourcesInfo().filter((name) => name === 'UDPWrap').length
    await expect.poll(openSockets).toBe(0)
    const abort = new AbortController()
    const scan = discovery().discover({ budgetMs: 60_000 }, abort.signal)
    await expect.poll(openSockets).toBeGreaterThan(0)
    const reason = new Error('enough')
    abort.abort(reason)
    await expect(scan).rejects.toBe(reason)
    await expect.poll(openSockets).toBe(0)
  })
})
