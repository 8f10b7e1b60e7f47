import { expect, test } from 'vitest'
import type { SnapshotSource } from '../onvif/fetch-snapshot.js'
import { startDevice } from '../onvif/onvif-device.fixture.js'
import { createAddressPolicy } from '../platform/address-policy.js'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { StreamFailure } from '../rtsp/stream-failure.js'
import { type SnapshotCameraDeps, snapshotCamera } from './snapshot-camera.js'

/** What a device that asks for Basic is shown, where `admit` judges who it is. */
async function shownTo(admit?: SnapshotSource['admit']): Promise<(string | undefined)[]> {
  const shown: (string | undefined)[] = []
  await using device = await startDevice({
    instead: (_operation, request, response) => {
      shown.push(request.headers.authorization)
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="r"' }).end()
      return true
    },
  })
  const credentials = { username: 'admin', password: 'canary-1' }
  const found = {
    device: { snapshotUrl: `http://127.0.0.1:${device.port}/still` },
    main: { credentials, admit },
  }
  const recorded = { source: { newestGop: () => [] } }
  const camera = { status: () => ({ message: null }), pipeline: { found, recorded } }
  const deps = {
    supervisor: { camera: () => camera },
    clock: systemClock,
    probe: { clock: systemClock, random: systemRandom, allowed: createAddressPolicy(['127.0.0.0/8']) },
  } as unknown as SnapshotCameraDeps
  const result = await snapshotCamera('camera', deps, new AbortController().signal)
  expect(result).toMatchObject({ ok: false, error: { code: 'camera_offline' } })
  return shown
}

test('a stranger at the address of a camera is not asked for a still picture', async () => {
  const stranger = () => Promise.reject(new StreamFailure('address', 'another device answers'))
  expect(await shownTo(stranger)).toEqual([])
})

test('the camera itself is, with the account that it asks for', async () => {
  expect(await shownTo(() => Promise.resolve())).toEqual([undefined, expect.stringContaining('Basic ')])
})
