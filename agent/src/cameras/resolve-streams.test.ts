import { expect, test } from 'vitest'
import { startDevice } from '../onvif/onvif-device.fixture.js'
import { createAddressPolicy } from '../platform/address-policy.js'
import { systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { answer, ScriptedCamera, sdp, usual } from '../rtsp/scripted-camera.fixture.js'
import { streamsAt } from './resolve-streams.js'

const deps = {
  clock: systemClock,
  random: systemRandom,
  log: silentLogger,
  allowed: createAddressPolicy(['127.0.0.0/8']),
  otherPorts: [],
}

/** A device that names no encoding, with a stream of JPEG pictures that is larger than what can be recorded. */
const profiles = ['still 2560 1440', 'main 1920 1080', 'sub 640 360']
  .map((line) => line.split(' '))
  .map(
    ([token, width, height]) =>
      `<Profiles token="${token}"><Name>${token}</Name><VideoEncoderConfiguration>` +
      `<Resolution><Width>${width}</Width><Height>${height}</Height></Resolution></VideoEncoderConfiguration></Profiles>`,
  )
  .join('')

async function streamsOf(describe: (uri: string) => { status: number; body: string }) {
  await using camera = await ScriptedCamera.start((request) => {
    if (request.method !== 'DESCRIBE') return usual(request)
    const { status, body } = describe(request.uri)
    return answer(request, status, ['Content-Type: application/sdp'], body)
  })
  const uri = `<MediaUri><Uri>rtsp://127.0.0.1:${camera.port}/TOKEN</Uri></MediaUri>`
  await using device = await startDevice({ answers: { GetProfiles: profiles, GetStreamUri: uri } })
  const address = { type: 'onvif', host: '127.0.0.1', port: device.port } as const
  const found = await streamsAt(address, null, deps, new AbortController().signal)
  const names =
    found.kind === 'found' ? [found.main, found.sub].map((one) => one?.url.split('/').at(-1)) : found
  return { names, asked: camera.methods.filter((method) => method === 'DESCRIBE').length, open: camera.open }
}

test('what a stream is, RTSP says where the device does not: one of JPEG pictures is not recorded beside others', async () => {
  const jpeg = sdp.replace('H264/90000', 'JPEG/90000')
  const { names, asked } = await streamsOf((uri) => ({
    status: 200,
    body: uri.endsWith('/still') ? jpeg : sdp,
  }))
  expect(names).toEqual(['main', 'sub'])
  expect(asked).toBe(3)
})

test('where RTSP says nothing it is asked once, and what the sizes say is believed', async () => {
  const { names, asked } = await streamsOf(() => ({ status: 401, body: '' }))
  expect(names).toEqual(['still', 'sub'])
  expect(asked).toBe(1)
})
