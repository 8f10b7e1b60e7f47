import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CameraMoved } from '@sightline/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { noIdentity } from '../discovery/camera-identity.js'
import { CameraLocator } from '../discovery/camera-locator.js'
import { IdentityStore } from '../discovery/identity-store.js'
import { type FoundDevice, mergeDevices } from '../discovery/merge-devices.js'
import { sighting } from '../discovery/sighting.fixture.js'
import { createAddressPolicy } from '../platform/address-policy.js'
import { createFakeClock, type FakeClock } from '../platform/clock.fake.js'
import { AgentError } from '../platform/errors.js'
import { silentLogger } from '../platform/logger.js'
import type { CameraStatus } from '../streams/camera-status.js'
import { MovedCameraSearch, type SearchedCamera } from './moved-camera-search.js'

const macs = ['aa:bb:cc:dd:ee:01', 'aa:bb:cc:dd:ee:02'] as const

class Watched implements SearchedCamera {
  readonly settings
  current: CameraStatus
  connected = 0

  constructor(host: string, nowMs: number) {
    this.settings = cameraSet({ connection: { type: 'onvif', host, port: 80, credentials: null } })
    this.current = { state: 'online', fault: null, message: null, sinceMs: nowMs }
  }

  is(state: CameraStatus['state'], nowMs: number): void {
    this.current = { ...this.current, state, sinceMs: nowMs }
  }

  status(): CameraStatus {
    return this.current
  }

  reconnect(): void {
    this.connected += 1
  }
}

let folder: string
let identities: IdentityStore
let clock: FakeClock
let locator: CameraLocator
let cameras: Watched[]
let scans: (readonly FoundDevice[] | Error)[]
let scanned: number
let told: CameraMoved[]
let answer: 'taken' | 'refused' | 'lost' | Error

afterEach(async () => {
  await identities.settled()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-watch-'))
  identities = await IdentityStore.open(folder, silentLogger)
  locator = new CameraLocator(identities, silentLogger)
  clock = createFakeClock()
  cameras = ['10.0.0.5', '10.0.0.6'].map((host) => new Watched(host, clock.now()))
  for (const [n, { settings }] of cameras.entries())
    locator.recordIdentity(settings, { ...noIdentity, mac: macs[n] ?? null })
  scans = []
  scanned = 0
  told = []
  answer = 'taken'
  const stop = new AbortController()
  const working = new MovedCameraSearch({
    cameras: () => cameras,
    locator,
    allowed: createAddressPolicy([]),
    clock,
    log: silentLogger,
    discovery: {
      survey: () => {
        scanned += 1
        const found = scans.shift() ?? []
        return found instanceof Error ? Promise.reject(found) : Promise.resolve([...found])
      },
    },
    report: (moved) => {
      told.push(moved)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  }).run(stop.signal)
  return async () => {
    stop.abort()
    await working
  }
})

const seenAt = (...places: [host: string, mac: string][]) =>
  mergeDevices(places.map(([address, mac]) => sighting({ address, port: 80, mac })))
const hosts = () => cameras.map(({ settings }) => locator.locate(settings).connection)

test('one scan serves all that are missing; those found connect anew, and the cloud hears once they are received', async () => {
  const [first, second] = cameras
  if (!first || !second) throw new Error('two cameras')
  scans.push(seenAt(['10.0.0.15', macs[0]], ['10.0.0.16', macs[1]]))
  for (const camera of cameras) camera.is('offline', clock.now())
  await clock.advance(10_000)
  expect(scanned).toBe(0)
  await clock.advance(6000)
  expect(scanned).toBe(1)
  expect(hosts()).toMatchObject([{ host: '10.0.0.15' }, { host: '10.0.0.16' }])
  expect(cameras.map(({ connected }) => connected)).toEqual([1, 1])
  expect(told).toEqual([])
  first.is('online', clock.now())
  answer = 'lost'
  await clock.advance(4000)
  answer = 'taken'
  await clock.advance(10_000)
  expect(told.length).toBeGreaterThan(1)
  expect(new Set(told.map(({ host }) => host))).toEqual(new Set(['10.0.0.15']))
  const after = told.length
  await clock.advance(60_000)
  expect(told).toHaveLength(after)
})

test('a report that fails keeps no other camera from being looked for', async () => {
  const [first, second] = cameras
  if (!first || !second) throw new Error('two cameras')
  scans.push(seenAt(['10.0.0.15', macs[0]]))
  first.is('offline', clock.now())
  await clock.advance(16_000)
  answer = new Error('the line is broken')
  first.is('online', clock.now())
  second.is('offline', clock.now())
  await clock.advance(16_000)
  expect(told.length).toBeGreaterThan(0)
  expect(scanned).toBe(2)
})

test('a camera that is not found is looked for again after five minutes, not before', async () => {
  cameras[0]?.is('offline', clock.now())
  await clock.advance(4 * 60_000)
  expect(scanned).toBe(1)
  await clock.advance(2 * 60_000)
  expect(scanned).toBe(2)
  expect(cameras[0]?.connected).toBe(0)
})

test('the scan of a person goes first', async () => {
  scans.push(new AgentError('failed', 'a scan is running already'), seenAt(['10.0.0.15', macs[0]]))
  cameras[0]?.is('auth_failed', clock.now())
  await clock.advance(20_000)
  expect(scanned).toBe(2)
  expect(cameras[0]?.connected).toBe(1)
})

test('a camera that is given by its name is not looked for: the name follows it', async () => {
  const named = new Watched('gate.local', clock.now())
  locator.recordIdentity(named.settings, { ...noIdentity, mac: macs[0] })
  cameras = [named]
  named.is('offline', clock.now())
  await clock.advance(60_000)
  expect(scanned).toBe(0)
})

test('a camera that nobody has met, or that is disabled, is not looked for', async () => {
  const unknown = new Watched('10.0.0.7', clock.now())
  cameras = [unknown]
  unknown.is('offline', clock.now())
  await clock.advance(60_000)
  unknown.is('disabled', clock.now())
  await clock.advance(60_000)
  expect(scanned).toBe(0)
})
