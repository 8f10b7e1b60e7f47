import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedMediaSocket } from '#testing/scripted-media-socket.js'
import { waitUntil } from '../channel/test-nodes.fake.js'
import { LiveWorld, startTestNodes, type TestNodes } from './live-world.fixture.js'

let nodes: TestNodes
let world: LiveWorld

beforeAll(async () => {
  nodes = await startTestNodes({ liveLimits: { perPrincipal: 4, perOrg: 6 } })
})
afterAll(() => nodes[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await LiveWorld.make(nodes)
  return () => world[Symbol.asyncDispose]()
})

describe('a viewer is closed with 4400', () => {
  it.each<[string, string | Buffer]>([
    ['a text that is no JSON', 'hello'],
    ['a message of no kind', '{"type":"surprise"}'],
    ['a subscription without camera', '{"type":"subscribe","id":1}'],
    ['a binary message', Buffer.alloc(40)],
    ['a change of what was never subscribed', '{"type":"update","id":9,"mode":"keys"}'],
    ['the end of what was never subscribed', '{"type":"unsubscribe","id":9}'],
    ['an acknowledgement of what was never subscribed', '{"type":"ack","id":9,"sequence":1}'],
  ])('for %s', async (_, message) => {
    const viewer = await world.viewer()
    viewer.raw(message)
    expect(await viewer.untilClosed()).toBe(4400)
  })

  it('for an acknowledgement of a frame that was never sent', async () => {
    const viewer = await world.viewer()
    viewer.subscribe(1, await world.camera())
    await viewer.untilPictures(1, 5)
    viewer.send({ type: 'ack', id: 1, sequence: 6 })
    expect(await viewer.untilClosed()).toBe(4400)
    await waitUntil(() => world.node.services.live.size.subscriptions === 0, 'the end of the subscription')
  })

  it('for an id that is in use, but not for one that is free again', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    viewer.send({ type: 'unsubscribe', id: 1 })
    viewer.send({ type: 'update', id: 1, mode: 'keys' })
    viewer.send({ type: 'ack', id: 1, sequence: 1 })
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    viewer.subscribe(1, cameraId)
    expect(await viewer.untilClosed()).toBe(4400)
  })

  it('and with 4429 for acknowledgements without end of what was acknowledged', async () => {
    const viewer = await world.viewer()
    viewer.subscribe(1, await world.camera())
    await viewer.untilPictures(1, 5)
    for (let times = 0; times < 30_000; times += 1)
      viewer.send({ type: 'ack', id: 1, sequence: 1 + (times % 2) })
    expect(await viewer.untilClosed()).toBe(4429)
  })

  it('and with 1009 for a message of more than 64 KiB', async () => {
    const viewer = await world.viewer()
    viewer.raw(JSON.stringify({ type: 'token', token: 'x'.repeat(70_000) }))
    expect(await viewer.untilClosed()).toBe(1009)
  })
})

describe('a subscription ends', () => {
  it('with 4404 for a camera of another organisation, of nobody, or that is deleted meanwhile', async () => {
    await using other = await LiveWorld.make(nodes)
    const viewer = await world.viewer()
    const mine = await world.camera()
    viewer.subscribe(1, await other.camera())
    viewer.subscribe(2, randomUUID())
    viewer.subscribe(3, mine)
    expect(await viewer.until('ended', ({ id }) => id === 1)).toMatchObject({
      code: 4404,
      retry_after_ms: null,
    })
    expect(await viewer.until('ended', ({ id }) => id === 2)).toMatchObject({ code: 4404 })
    await viewer.untilPictures(3, 5)
    const admin = await world.org.signIn('admin')
    const gone = await world.node.call(admin, { method: 'DELETE', url: `/api/v1/cameras/${mine}` })
    expect(gone.statusCode).toBeLessThan(300)
    expect(await viewer.until('ended', ({ id }) => id === 3)).toMatchObject({ code: 4404 })
    expect(viewer.closeCode).toBeNull()
  })

  it('with 4503 for a camera that is switched off', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    await world.node.call(world.operator, {
      method: 'PATCH',
      url: `/api/v1/cameras/${cameraId}`,
      payload: { enabled: false },
    })
    expect(await viewer.until('ended')).toMatchObject({ code: 4503, reason: 'camera_disabled' })
    viewer.subscribe(2, cameraId)
    expect(await viewer.until('ended', ({ id }) => id === 2)).toMatchObject({ reason: 'camera_disabled' })
  })

  it('with 4429 beyond what a person, or an organisation, may watch at once, until there is a place again', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    for (let id = 1; id <= 5; id += 1) viewer.subscribe(id, cameraId)
    expect(await viewer.until('ended')).toMatchObject({
      id: 5,
      code: 4429,
      message: expect.stringContaining('4'),
      // A wall that moves from a dead socket to another one is refused as well, and nobody would ask again.
      retry_after_ms: 15_000,
    })
    const colleague = await world.org.signIn('operator')
    const second = await world.viewer({ token: colleague.token })
    for (let id = 1; id <= 3; id += 1) second.subscribe(id, cameraId)
    expect(await second.until('ended')).toMatchObject({
      id: 3,
      code: 4429,
      message: expect.stringContaining('6'),
    })
    // What one organisation has used up is not another's.
    await using elsewhere = await LiveWorld.make(nodes)
    const other = await elsewhere.viewer()
    other.subscribe(1, await elsewhere.camera())
    await other.untilPictures(1, 5)
    other.close()
    viewer.send({ type: 'unsubscribe', id: 1 })
    await viewer.until('ended', ({ id }) => id === 1)
    second.subscribe(4, cameraId)
    await second.untilPictures(4, 5)
    viewer.close()
    second.close()
    await waitUntil(() => world.node.services.live.size.subscriptions === 0, 'the end of the subscriptions')
  })
})

it('live tokens that a person made take the places of that person', async () => {
  const page = 'https://portal.example.net'
  const cameraId = await world.camera()
  const viewer = await world.viewer()
  for (let id = 1; id <= 4; id += 1) viewer.subscribe(id, cameraId)
  await viewer.untilPictures(4, 5)
  const made = await world.node.call(world.operator, {
    method: 'POST',
    url: `/api/v1/cameras/${cameraId}/live-token`,
    payload: { origins: [page] },
  })
  const portal = await world.viewer({ token: made.json<{ token: string }>().token, page })
  portal.subscribe(1, cameraId)
  expect(await portal.until('ended')).toMatchObject({ code: 4429, message: expect.stringContaining('4') })
})

describe('a live socket', () => {
  it('is closed within a second with 4401 when the session ends', async () => {
    const cameraId = await world.camera()
    const viewer = await world.viewer()
    viewer.subscribe(1, cameraId)
    await viewer.untilPictures(1, 5)
    await world.node.call(world.operator, { method: 'POST', url: '/api/v1/auth/logout' })
    const since = performance.now()
    expect(await viewer.untilClosed()).toBe(4401)
    expect(performance.now() - since).toBeLessThan(4_000)
  })

  it('is refused with 429 beyond two for each picture, until one is closed', async () => {
    const viewers = await Promise.all(Array.from({ length: 8 }, () => world.viewer()))
    await expect(world.viewer()).rejects.toThrow('429')
    const another = await world.viewer({ token: (await world.org.signIn('operator')).token })
    await using elsewhere = await LiveWorld.make(nodes)
    await elsewhere.viewer()
    viewers[0]?.close()
    const isAdmitted = () =>
      world.viewer().then(
        () => true,
        () => false,
      )
    await waitUntil(isAdmitted, 'the place of the one that was closed')
    expect(another.closeCode).toBeNull()
  })

  it('is refused before 101 with a bad token, a foreign page or a token in the address, and is no plain route', async () => {
    await expect(world.viewer({ token: 'nonsense' })).rejects.toThrow('401')
    await expect(world.viewer({ page: 'https://evil.example' })).rejects.toThrow('403')
    const inAddress = { origin: world.node.origin, key: world.operator.token }
    const path = `/api/v1/live?token=${world.operator.token}`
    await expect(ScriptedMediaSocket.open({ ...inAddress, path })).rejects.toThrow('400')
    const plain = await world.node.call(world.operator, { method: 'GET', url: '/api/v1/live' })
    expect(plain.statusCode).toBe(426)
  })
})
