import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { silentLogger } from '../platform/logger.js'
import { noIdentity } from './camera-identity.js'
import type { MovedCamera } from './find-moved-camera.js'
import { IdentityBook } from './identity-book.js'
import { type CameraPlace, Whereabouts } from './whereabouts.js'

const id = '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d'
const onvif = (host: string, port = 80): CameraPlace => ({
  camera_id: id,
  connection: { type: 'onvif', host, port, credentials: null },
})
const rtsp = (main: string, sub: string | null = null): CameraPlace => ({
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
let book: IdentityBook
let whereabouts: Whereabouts
const open = async () => {
  book = await IdentityBook.open(dataDir, silentLogger)
  whereabouts = new Whereabouts(book, silentLogger)
}
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'whereabouts-'))
  await open()
})

describe('a camera that was found elsewhere', () => {
  test('is looked for there, also after a restart, until the cloud has taken it', async () => {
    const settings = onvif('10.0.0.5')
    whereabouts.met(settings, itself)
    expect(whereabouts.found(settings, at('10.0.0.9', 8080))).toBe(true)
    expect(whereabouts.located(settings)).toEqual(onvif('10.0.0.9', 8080))
    expect(whereabouts.isOnTrial(settings)).toBe(true)
    await book.settled()
    await open()
    expect(whereabouts.located(settings)).toEqual(onvif('10.0.0.9', 8080))
    const untold = whereabouts.untold(settings)
    expect(untold).toMatchObject({ from_host: '10.0.0.5', host: '10.0.0.9', port: 8080 })
    if (untold !== null) whereabouts.answered(settings, untold, 'taken')
    expect(whereabouts.untold(settings)).toBeNull()
    // The configuration follows the answer; nobody has confirmed the address for that.
    const confirmed = onvif('10.0.0.9', 8080)
    expect(whereabouts.located(confirmed)).toEqual(confirmed)
    expect(whereabouts.isOnTrial(confirmed)).toBe(true)
    expect(whereabouts.identityOf(confirmed)).toMatchObject(itself)
  })

  test('is looked for where the cloud says once it has refused', () => {
    const settings = onvif('10.0.0.5')
    whereabouts.met(settings, itself)
    whereabouts.found(settings, at('10.0.0.9'))
    const untold = whereabouts.untold(settings)
    if (untold !== null) whereabouts.answered(settings, untold, 'refused')
    expect(whereabouts.located(settings)).toEqual(settings)
    expect(whereabouts.isOnTrial(settings)).toBe(false)
  })

  test('and found at home again is at home', () => {
    const settings = onvif('10.0.0.5')
    whereabouts.met(settings, itself)
    whereabouts.found(settings, at('10.0.0.9'))
    expect(whereabouts.found(settings, at('10.0.0.5'))).toBe(true)
    expect(whereabouts.located(settings)).toEqual(settings)
    expect(whereabouts.untold(settings)).toBeNull()
  })

  test('keeps the ports and paths of its streams', () => {
    const settings = rtsp('rtsp://10.0.0.5:8554/main?x=1', 'rtsp://10.0.0.6/sub')
    whereabouts.met(settings, itself)
    whereabouts.found(settings, at('10.0.0.9'))
    expect(whereabouts.located(settings)).toEqual(
      rtsp('rtsp://10.0.0.9:8554/main?x=1', 'rtsp://10.0.0.6/sub'),
    )
    expect(whereabouts.untold(settings)).not.toHaveProperty('port')
  })

  test('is not looked for elsewhere while one of its addresses is the one in use', () => {
    const settings = onvif('10.0.0.5')
    whereabouts.met(settings, itself)
    const twoPorts = { ...at('10.0.0.9'), addresses: ['10.0.0.9', '10.0.0.5'] }
    expect(whereabouts.found(settings, twoPorts)).toBe(false)
    expect(whereabouts.located(settings)).toEqual(settings)
  })

  test('is where a person says, once one does, and nothing that was learnt counts', () => {
    whereabouts.met(onvif('10.0.0.5'), itself)
    whereabouts.found(onvif('10.0.0.5'), at('10.0.0.9'))
    const typed = onvif('10.0.0.77')
    expect(whereabouts.located(typed)).toEqual(typed)
    expect(whereabouts.identityOf(typed)).toEqual(noIdentity)
    expect(whereabouts.met(typed, other)).toBe('same')
  })

  test('that nobody has met before is not looked for', () => {
    expect(whereabouts.found(onvif('10.0.0.5'), at('10.0.0.9'))).toBe(false)
  })
})

describe('another device at its address', () => {
  test('is not taken for it, and teaches nothing', () => {
    const settings = onvif('10.0.0.5')
    whereabouts.met(settings, itself)
    expect(whereabouts.met(settings, other)).toBe('stranger')
    expect(whereabouts.identityOf(settings)).toMatchObject(itself)
  })

  test('at the address where the camera seemed to be ends that', () => {
    const settings = onvif('10.0.0.5')
    whereabouts.met(settings, itself)
    whereabouts.found(settings, at('10.0.0.9'))
    expect(whereabouts.met(settings, other)).toBe('stranger')
    expect(whereabouts.located(settings)).toEqual(settings)
  })

  test('is the camera from then on if a person switches it off and on', () => {
    const settings = onvif('10.0.0.5')
    whereabouts.met(settings, itself)
    whereabouts.switchedOff(settings)
    expect(whereabouts.met(settings, other)).toBe('stranger')
    whereabouts.switchedOff(settings)
    expect(whereabouts.met(settings, other)).toBe('same')
    expect(whereabouts.identityOf(settings)).toMatchObject(other)
  })
})

describe('an address that the cloud took from us', () => {
  test('is on trial until a person switches the camera off and on', () => {
    whereabouts.met(onvif('10.0.0.5'), itself)
    whereabouts.found(onvif('10.0.0.5'), at('10.0.0.9'))
    whereabouts.switchedOff(onvif('10.0.0.5'))
    expect(whereabouts.isOnTrial(onvif('10.0.0.5'))).toBe(true)

    const taken = onvif('10.0.0.9')
    expect(whereabouts.isOnTrial(taken)).toBe(true)
    whereabouts.switchedOff(taken)
    expect(whereabouts.isOnTrial(taken)).toBe(false)
    expect(whereabouts.identityOf(taken)).toMatchObject(itself)
  })
})

describe('on disk', () => {
  test('only the owner reads it, and what is dropped is gone', async () => {
    whereabouts.met(onvif('10.0.0.5'), itself)
    await book.settled()
    const path = join(dataDir, 'identities.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toContain(itself.mac)
    whereabouts.keepOnly([])
    await book.settled()
    expect(await readFile(path, 'utf8')).not.toContain(itself.mac)
  })

  test('a damaged file is none', async () => {
    await writeFile(join(dataDir, 'identities.json'), '{"cameras": {"x": 1}}')
    await open()
    expect(whereabouts.identityOf(onvif('10.0.0.5'))).toEqual(noIdentity)
  })
})
