import { expect, it } from 'vitest'
import { createAddressPolicy } from '../platform/address-policy.js'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { askForKeyframe } from './ask-for-keyframe.js'
import { startDevice } from './onvif-device.fixture.js'
import { OnvifError } from './onvif-error.js'

const deps = { clock: systemClock, random: systemRandom, allowed: createAddressPolicy(['127.0.0.0/8']) }
const never = new AbortController().signal
const credentials = { username: 'admin', password: 'right' }

it('asks the profile of the stream, at the media service of the device', async () => {
  await using device = await startDevice({ wants: 'digest', answers: { SetSynchronizationPoint: '' } })
  const place = { host: '127.0.0.1', port: device.port, credentials, profileToken: 'sub&1' }
  await askForKeyframe(place, deps, never)
  expect(device.operations.at(-1)).toBe('SetSynchronizationPoint')
  expect(device.bodies.at(-1)).toContain('<ProfileToken>sub&#38;1</ProfileToken>')
  expect(device.tries.wrong).toBe(0)
})

it('fails where the device knows none, or another one answers at the address by now', async () => {
  await using device = await startDevice()
  const place = { host: '127.0.0.1', port: device.port, credentials: null, profileToken: 'main' }
  await expect(askForKeyframe(place, deps, never)).rejects.toBeInstanceOf(OnvifError)
  const { length } = device.operations
  const stranger = new Error('another device answers there')
  await expect(askForKeyframe({ ...place, admit: () => Promise.reject(stranger) }, deps, never)).rejects.toBe(
    stranger,
  )
  expect(device.operations).toHaveLength(length)
})
