import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ptz } from '@sightline/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { sealCredentials } from '../cloud-link/seal-credentials.fixture.js'
import { generateSealingKey } from '../cloud-link/sealed-credentials.js'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { noIdentity } from '../discovery/camera-identity.js'
import { IdentityBook } from '../discovery/identity-book.js'
import { Whereabouts } from '../discovery/whereabouts.js'
import { startDevice } from '../onvif/onvif-device.fixture.js'
import { createAddressPolicy } from '../platform/address-policy.js'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { siteAtWork } from '../site/site-at-work.fixture.js'
import { CameraHeads, moveCamera } from './move-camera.js'

const refusal =
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>ter:NotAuthorized</s:Value></s:Code></s:Fault></s:Body></s:Envelope>'

/** Moves a camera whose device refuses every account. @returns how often it was shown the password itself */
async function shownTo(foundHost: string | null): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-heads-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await using device = await startDevice({
    instead: (operation, _request, response) => {
      if (operation === 'GetSystemDateAndTime') return false
      response.writeHead(400, { 'Content-Type': 'application/soap+xml' }).end(refusal)
      return true
    },
  })
  const book = await IdentityBook.open(dataDir, silentLogger)
  const sealingKey = await generateSealingKey()
  await using world = await siteAtWork(undefined, {
    sealingKey,
    whereabouts: new Whereabouts(book, silentLogger),
  })
  const camera = cameraSet({
    connection: {
      type: 'onvif',
      host: '127.0.0.1',
      port: device.port,
      credentials: await sealCredentials('admin', 'canary-1', sealingKey),
    },
  })
  const { camera_id } = camera
  book.set(camera_id, { ...noIdentity, host: '127.0.0.1', move: null, foundHost, stranger: false })
  world.set({ ...camera, enabled: true })
  await world.reported(({ state }) => state === 'auth_failed')
  const before = device.bodies.length
  const heads = new CameraHeads({
    clock: systemClock,
    random: systemRandom,
    log: silentLogger,
    allowed: createAddressPolicy(['127.0.0.0/8']),
    otherPorts: [],
    sealingKey,
  })
  const command: Ptz = {
    deadline_ms: 5000,
    camera_id,
    direction: 'pan_left',
    magnitude: 0.5,
    duration_ms: 100,
  }
  expect(await moveCamera(command, { site: world.site, heads }, new AbortController().signal)).toMatchObject({
    ok: false,
  })
  await heads.close()
  await book.settled()
  return device.bodies.slice(before).filter((body) => body.includes('>canary-1<')).length
}

test('a camera that nobody but itself vouches for is moved without being shown the password', async () => {
  expect(await shownTo('127.0.0.1')).toBe(0)
})

test('a camera where a person said it is may ask for the password itself', async () => {
  expect(await shownTo(null)).toBeGreaterThan(0)
})
