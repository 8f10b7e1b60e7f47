import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLogger } from '../platform/logger.js'
import { noIdentity } from './camera-identity.js'
import { CameraLocator, type ConnectionSettings } from './camera-locator.js'
import type { MovedCamera } from './find-moved-camera.js'
import { IdentityStore } from './identity-store.js'

const id = '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d'
const onvif = (host: string, port = 80): ConnectionSettings => ({
  camera_id: id,
  connection: { type: 'onvif', host, port, credentials: null },
})
const rtsp = (main: string, sub: string | null = null): ConnectionSettings => ({
  camera_id: id,
  connection: { type: 'rtsp', rtsp_url: main, rtsp_sub_url: sub, credentials: null },
})
const itself = { ...noIdentity, mac: 'aa:bb:cc:dd:ee:01', serial: 'SN-0042' }
const other = { ...noIdentity, mac: 'aa:bb:cc:dd:ee:02', serial: 'SN-0043' }
const at = (host: string, port: number | null = 80): MovedCamera => ({
  host,
  addresses: [host],
  port,
  proof: { kind: 'mac', mac: itself.mac, serial: null, endpoint: null, model: null },
})

let dataDir: string
let identities: IdentityStore
let locator: CameraLocator
const open = async () => {
  identities = await IdentityStore.open(dataDir, silentLogger)
  locator = new CameraLocator(identities, silentLogger)
}
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'locator-'))
  await open()
})
afterEach(async () => {
  await identities.settled()
  await rm(dataDir, { recursive: true })
})

describe('a camera that was found elsewhere', () => {
  test('is looked for there, also after a restart, until the cloud has taken it', async () => {
    const settings = onvif('10.0.0.5')
    locator.recordIdentity(settings, itself)
    expect(locator.recordMove(settings, at('10.0.0.9', 8080))).toBe(true)
    expect(locator.locate(settings)).toEqual(onvif('10.0.0.9', 8080))
    expect(locator.isUnconfirmed(settings)).toBe(true)
    await identities.settled()
    await open()
    expect(locator.locate(settings)).toEqual(onvif('10.0.0.9', 8080))
    const unreported = locator.unreportedMove(settings)
    expect(unreported).toMatchObject({ from_host: '10.0.0.5', host: '10.0.0.9', port: 8080 })
    if (unreported !== null) locator.moveAnswered(settings, unreported, 'taken')
    expect(locator.unreportedMove(settings)).toBeNull()
    // The configuration follows the answer; nobody has confirmed the address for that.
    const confirmed = onvif('10.0.0.9', 8080)
    expect(locator.locate(confirmed)).toEqual(confirmed)
    expect(locator.isUnconfirmed(confirmed)).toBe(true)
    expect(locator.identityOf(confirmed)).toMatchObject(itself)
  })

  test('is looked for where the cloud says once it has refused', () => {
    const settings = onvif('10.0.0.5')
    locator.recordIdentity(settings, itself)
    locator.recordMove(settings, at('10.0.0.9'))
    const unreported = locator.unreportedMove(settings)
    if (unreported !== null) locator.moveAnswered(settings, unreported, 'refused')
    expect(locator.locate(settings)).toEqual(settings)
    expect(locator.isUnconfirmed(settings)).toBe(false)
  })

  test('and found at home again is at home', () => {
    const settings = onvif('10.0.0.5')
    locator.recordIdentity(settings, itself)
    locator.recordMove(settings, at('10.0.0.9'))
    expect(locator.recordMove(settings, at('10.0.0.5'))).toBe(true)
    expect(locator.locate(settings)).toEqual(settings)
    expect(locator.unreportedMove(settings)).toBeNull()
  })

  test('keeps the ports and paths of its streams', () => {
    const settings = rtsp('rtsp://10.0.0.5:8554/main?x=1', 'rtsp://10.0.0.6/sub')
    locator.recordIdentity(settings, itself)
    locator.recordMove(settings, at('10.0.0.9'))
    expect(locator.locate(settings)).toEqual(rtsp('rtsp://10.0.0.9:8554/main?x=1', 'rtsp://10.0.0.6/sub'))
    expect(locator.unreportedMove(settings)).not.toHaveProperty('port')
  })

  test('is not looked for elsewhere while one of its addresses is the one in use', () => {
    const settings = onvif('10.0.0.5')
    locator.recordIdentity(settings, itself)
    const twoPorts = { ...at('10.0.0.9'), addresses: ['10.0.0.9', '10.0.0.5'] }
    expect(locator.recordMove(settings, twoPorts)).toBe(false)
    expect(locator.locate(settings)).toEqual(settings)
  })

  test('is where a person says, once one does, and nothing that was learnt counts', () => {
    locator.recordIdentity(onvif('10.0.0.5'), itself)
    locator.recordMove(onvif('10.0.0.5'), at('10.0.0.9'))
    const typed = onvif('10.0.0.77')
    expect(locator.locate(typed)).toEqual(typed)
    expect(locator.identityOf(typed)).toEqual(noIdentity)
    expect(locator.recordIdentity(typed, other)).toBe('same')
  })

  test('that nobody has met before is not looked for', () => {
    expect(locator.recordMove(onvif('10.0.0.5'), at('10.0.0.9'))).toBe(false)
  })
})

describe('another device at its address', () => {
  test('is not taken for it, and teaches nothing', () => {
    const settings = onvif('10.0.0.5')
    locator.recordIdentity(settings, itself)
    expect(locator.recordIdentity(settings, other)).toBe('stranger')
    expect(locator.identityOf(settings)).toMatchObject(itself)
  })

  test('at the address where the camera seemed to be ends that', () => {
    const settings = onvif('10.0.0.5')
    locator.recordIdentity(settings, itself)
    locator.recordMove(settings, at('10.0.0.9'))
    expect(locator.recordIdentity(settings, other)).toBe('stranger')
    expect(locator.locate(settings)).toEqual(settings)
  })

  test('is the camera from then on if a person switches it off and on', () => {
    const settings = onvif('10.0.0.5')
    locator.recordIdentity(settings, itself)
    locator.switchedOff(settings)
    expect(locator.recordIdentity(settings, other)).toBe('stranger')
    locator.switchedOff(settings)
    expect(locator.recordIdentity(settings, other)).toBe('same')
    expect(locator.identityOf(settings)).toMatchObject(other)
  })
})

describe('an address that the cloud took from us', () => {
  test('is on trial until a person switches the camera off and on', () => {
    locator.recordIdentity(onvif('10.0.0.5'), itself)
    locator.recordMove(onvif('10.0.0.5'), at('10.0.0.9'))
    locator.switchedOff(onvif('10.0.0.5'))
    expect(locator.isUnconfirmed(onvif('10.0.0.5'))).toBe(true)

    const taken = onvif('10.0.0.9')
    expect(locator.isUnconfirmed(taken)).toBe(true)
    locator.switchedOff(taken)
    expect(locator.isUnconfirmed(taken)).toBe(false)
    expect(locator.identityOf(taken)).toMatchObject(itself)
  })
})

describe('on disk', () => {
  test('only the owner reads it, and what is dropped is gone', async () => {
    locator.recordIdentity(onvif('10.0.0.5'), itself)
    await identities.settled()
    const path = join(dataDir, 'identities.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toContain(itself.mac)
    locator.keepOnly([])
    await identities.settled()
    expect(await readFile(path, 'utf8')).not.toContain(itself.mac)
  })

  test('a damaged file is none', async () => {
    await writeFile(join(dataDir, 'identities.json'), '{"cameras": {"x": 1}}')
    await open()
    expect(locator.identityOf(onvif('10.0.0.5'))).toEqual(noIdentity)
  })

  test('a folder in its place is none either, and is kept beside what takes its place', async () => {
    const path = join(dataDir, 'identities.json')
    await mkdir(path)
    await open()
    expect(locator.identityOf(onvif('10.0.0.5'))).toEqual(noIdentity)
    locator.recordIdentity(onvif('10.0.0.5'), itself)
    await identities.settled()
    expect(await readFile(path, 'utf8')).toContain(itself.mac)
    expect((await stat(`${path}.unreadable`)).isDirectory()).toBe(true)
  })

  test('one that the disk does not give is waited for: nothing takes its place', async () => {
    const path = join(dataDir, 'identities.json')
    await symlink(path, path)
    await expect(open()).rejects.toMatchObject({ kind: 'storage' })
  })
})
