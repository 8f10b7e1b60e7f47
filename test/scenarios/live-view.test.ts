import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SiteAgent, startWorld, until, type World } from '../harness/index.js'
import { LiveViewer } from '../harness/live-viewer.js'

let world: World
let agent: SiteAgent

const small = { width: 320, height: 180, loopSec: 20 }

beforeAll(async () => {
  world = await startWorld({
    cameras: [
      { name: 'Front door', picture: { gopSec: 4 }, audio: 'tone', subPicture: small },
      { name: 'Hall', picture: { ...small, codec: 'h265' }, subPicture: null },
      { name: 'Harbour', picture: small, subPicture: null },
    ],
  })
  agent = await world.onlineAgent()
})
afterAll(() => world.close())

async function viewer(): Promise<LiveViewer> {
  const answer = await world.api.post('/api/v1/auth/login', world.owner)
  return new LiveViewer(world.cloud.url, String(answer.body.access_token))
}

/** Each picture follows the one before, round the loop of the camera. */
function isUnbroken(marks: Awaited<ReturnType<LiveViewer['decode']>>['marks']): boolean {
  return marks.every((mark, index) => {
    const before = marks[index - 1]
    return (
      mark !== null && (index === 0 || mark.counter === 0 || mark.counter === (before?.counter ?? -2) + 1)
    )
  })
}

it('a camera behind a gateway is seen as it is now: no picture is missing, with its sound', async () => {
  const [front] = world.cameras
  const camera = await world.addCamera(agent, front, { rtsp_sub_url: front?.rtspUrl('sub') })
  // Once the main stream comes to the service, nothing goes ahead of it.
  await using first = await viewer()
  first.subscribe(1, camera.id)
  await until('the main stream', () => first.of('format').some(({ stream }) => stream === 'main'))
  await using page = await viewer()
  page.subscribe(1, camera.id, { audio: true })
  await page.untilFrames(1, 100)
  await page.untilFrames(1, 20, 'audio')
  expect(page.of('format')[0]).toMatchObject({
    stream: 'main',
    rendition: 'source',
    width: 640,
    audio: { codec: 'pcma', sample_rate: 8000 },
  })
  const seen = await page.decode(1, world.folder)
  expect(isUnbroken(seen.marks), JSON.stringify(seen.marks)).toBe(true)
  expect(seen.marks.length).toBeGreaterThan(90)
  expect(seen.warnings).toBe('')
  // The camera is received once, whoever wants its pictures.
  await until('the camera is received once', () => camera.fake.counters.connectionsOpen === 1)
})

it('its sub stream is opened for whoever wants it, and let go after the last', async () => {
  const { body } = await world.api.get('/api/v1/cameras')
  const id = String(body.data[0].id)
  const page = await viewer()
  page.subscribe(1, id, { stream: 'sub' })
  await page.untilFrames(1, 20)
  expect(page.of('format')[0]).toMatchObject({ stream: 'sub', width: 320 })
  expect(world.cameras[0]?.counters.connectionsOpen).toBe(2)
  await page[Symbol.asyncDispose]()
  await until('the camera is received once again', () => world.cameras[0]?.counters.connectionsOpen === 1)
})

it('one that the browser cannot decode comes as the gateway makes it', async () => {
  const fake = world.cameras[1]
  const camera = await world.addCamera(agent, fake)
  await using page = await viewer()
  page.subscribe(1, camera.id, { decodes: ['h264', 'mpeg1'] })
  await page.untilFrames(1, 20, 'mpeg1')
  expect(page.of('format').at(-1)).toMatchObject({ rendition: 'mpeg1', width: 320, height: 180 })
})

it('a camera without a gateway is sent by its relay', async () => {
  world.startRelay()
  const camera = await world.addDirectCamera(world.cameras[2])
  await using page = await viewer()
  page.subscribe(7, camera.id)
  await page.untilFrames(7, 40)
  expect(isUnbroken((await page.decode(7, world.folder)).marks)).toBe(true)
})
