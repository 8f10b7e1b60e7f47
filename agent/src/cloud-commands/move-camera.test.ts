import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ptz } from '@sightline/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { PtzControllers } from '../cameras/ptz-controllers.js'
import { superviseCameras } from '../cameras/supervised-cameras.fixture.js'
import { sealCredentials } from '../cloud-link/seal-credentials.fixture.js'
import { generateSealingKey } from '../cloud-link/sealed-credentials.js'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { noIdentity } from '../discovery/camera-identity.js'
import { CameraLocator } from '../discovery/camera-locator.js'
import { IdentityStore } from '../discovery/identity-store.js'
import { startDevice } from '../onvif/onvif-device.fixture.js'
import { createAddressPolicy } from '../platform/address-policy.js'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { moveCamera } from './move-camera.js'

const refusal =
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>ter:NotAuthorized</s:Value></s:Code></s:Fault></s:Body></s:Envelope>'

/** Moves a camera whose device refuses every account. @returns how often it was shown the password itself */
async function shownTo(foundHost: string | null): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-ptz-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await using device = await startDevice({
    instead: (operation, _request, response) => {
      if (operation === 'GetSystemDateAndTime') return false
      response.writeHead(400, { 'Content-Type': 'application/soap+xml' }).end(refusal)
      return true
    },
  })
  const identities = await IdentityStore.open(dataDir, silentLogger)
  const sealingKey = await generateSealingKey()
  await using world = await superviseCameras(undefined, {
    sealingKey,
    locator: new CameraLocator(identities, silentLogger),
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
  identities.set(camera_id, { ...noIdentity, host: '127.0.0.1', move: null, foundHost, stranger: false })
  world.set({ ...camera, enabled: true })
  await world.reported(({ state }) => state === 'auth_failed')
  const before = device.bodies.length
  const ptz = new PtzControllers({
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
  expect(
    await moveCamera(command, { supervisor: world.supervisor, ptz }, new AbortController().signal),
  ).toMatchObject({
    ok: false,
  })
  await ptz.close()
  await identities.settled()
  return device.bodies.slice(before).filter((body) => body.includes('>canary-1<')).length
}

test('a camera that nobody but itself vouches for is moved without being shown the password', async () => {
  expect(await shownTo('127.0.0.1')).toBe(0)
})

test('a camera where a person said it is may ask for the password itself', async () => {
  expect(await shownTo(null)).toBeGreaterThan(0)
})
