import { once } from 'node:events'
import { createServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { selfSigned } from '../rtsp/self-signed.fixture.js'
import { createAskDevice } from './ask-device.js'
import { mergeDevices } from './merge-devices.js'
import { sighting } from './sighting.fixture.js'

test('a device that answers everybody over HTTPS says who it is', async () => {
  const said = '<GetDeviceInformationResponse><Model>M1</Model></GetDeviceInformationResponse>'
  const server = createServer(selfSigned(), (_request, response) =>
    response.end(`<s:Envelope><s:Body>${said}</s:Body></s:Envelope>`),
  )
  const place = { address: '127.0.0.77', port: 8443 }
  server.listen(place.port, place.address)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const ask = createAskDevice({ clock: systemClock, random: systemRandom })
  const [device] = mergeDevices([sighting(place)])
  const answer = device && (await ask(device, new AbortController().signal))
  expect(answer).toMatchObject({ kind: 'open', model: 'M1' })
})
