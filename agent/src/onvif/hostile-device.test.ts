import { expect, test } from 'vitest'
import { createAddressPolicy } from '../platform/address-policy.js'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { describeDevice } from './describe-device.js'
import { DeviceCache } from './device-cache.js'
import { startDevice } from './onvif-device.fixture.js'

const deps = {
  clock: systemClock,
  random: systemRandom,
  log: silentLogger,
  allowed: createAddressPolicy(['127.0.0.0/8']),
  otherPorts: [],
}
const refusal =
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>ter:NotAuthorized</s:Value></s:Code></s:Fault></s:Body></s:Envelope>'

test.each(['digest', 'ws-security'] as const)(
  'whoever takes over the address of a camera that took digests (%s) is not shown the password',
  async (wants) => {
    let isStranger = false
    await using device = await startDevice({
      wants,
      instead: (operation, _request, response) => {
        if (!isStranger || operation === 'GetSystemDateAndTime') return false
        response.writeHead(400, { 'Content-Type': 'application/soap+xml' }).end(refusal)
        return true
      },
    })
    const known = { ...deps, devices: new DeviceCache() }
    const ask = (password: string) =>
      describeDevice(
        { host: '127.0.0.1', port: device.port, username: 'admin', password },
        known,
        new AbortController().signal,
      )
    expect(await ask('right')).toMatchObject({ ok: true })
    isStranger = true
    for (let time = 0; time < 3; time++)
      expect(await ask('right')).toMatchObject({ ok: false, failure: { fault: 'auth' } })
    expect(device.bodies.filter((body) => body.includes('>right<'))).toEqual([])
    // Who enters another password means this device, and some take nothing else.
    await ask('canary-2')
    expect(device.bodies.filter((body) => body.includes('>canary-2<'))).not.toEqual([])
  },
)
