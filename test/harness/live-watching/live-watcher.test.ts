import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadPicture, TEST_PICTURE } from '../../fakes/camera/index.js'
import { LiveService } from '../../fakes/live-service/index.js'
import { until } from '../until.js'
import { LiveWatcher, type Manner } from './live-watcher.js'

let nodes: readonly [LiveService, LiveService]

beforeEach(async () => {
  cameraId = '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d'
  const picture = await loadPicture(TEST_PICTURE)
  const start = () => LiveService.start(picture, () => false)
  nodes = [await start(), await start()]
  return async () => {
    for (const node of nodes) await node.close()
  }
})
afterEach(() => {
  for (const { complaints } of nodes) expect(complaints).toEqual([])
})

let cameraId: string

function watch(manner: Manner = 'steady'): LiveWatcher {
  return new LiveWatcher({
    name: 'somebody',
    urls: nodes.map(({ port }) => `http://127.0.0.1:${port}`),
    token: 'token',
    cameraId: () => cameraId,
    manner,
    between: (least, most) => (least + most) / 2,
  })
}

async function untilSees(watcher: LiveWatcher): Promise<void> {
  const sinceMs = Date.now()
  await until('it sees', () => watcher.sees(sinceMs))
}

it('sees what is sent, in its order, says how old it was, and leaves nothing behind', async () => {
  const watcher = watch()
  await untilSees(watcher)
  expect(watcher.takeAges().length).toBeGreaterThan(0)
  await watcher[Symbol.asyncDispose]()
  expect(watcher.wrong).toEqual([])
  await until('its socket is gone', () => nodes.every(({ sessions }) => sessions.size === 0))
  expect(watcher.sees(Date.now())).toBe(false)
})

it('goes to the other node when its connection breaks', async () => {
  await using watcher = watch()
  await untilSees(watcher)
  expect(nodes[1].sessions.size).toBe(0)
  nodes[0].cut()
  await until('it is at the other node', () => nodes[1].sessions.size === 1)
  await untilSees(watcher)
  expect(watcher.ends.get(1006)).toBe(1)
  expect(watcher.wrong).toEqual([])
})

it('moves when it is told to, and leaves the first node only when it has pictures of the other', async () => {
  await using watcher = watch()
  await untilSees(watcher)
  nodes[0].move(8000)
  await until('it has moved', () => nodes[0].sessions.size === 0 && nodes[1].sessions.size === 1)
  await untilSees(watcher)
  expect([...watcher.ends]).toEqual([])
})

it('asks again for what ended, and counts with what it was refused', async () => {
  for (const { script } of nodes)
    script.end = { code: 4503, reason: null, message: 'no picture', retry_after_ms: 100 }
  await using watcher = watch()
  await until('it was refused twice', () => (watcher.ends.get(4503) ?? 0) >= 2)
  expect(watcher.pictures).toBe(0)
  for (const { script } of nodes) script.end = null
  await untilSees(watcher)
})

it('asks for the camera that took the place of one that is gone', async () => {
  await using watcher = watch()
  await untilSees(watcher)
  cameraId = '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4e'
  for (const session of nodes[0].sessions) session.take({ type: 'unsubscribe', id: 1 })
  const asked = () => nodes.flatMap(({ messages }) => messages)
  await until('it asked again', () =>
    asked().some((message) => message.type === 'subscribe' && message.camera_id === cameraId),
  )
  await untilSees(watcher)
  expect(watcher.wrong).toEqual([])
})

it('tells with what status a socket was refused', async () => {
  for (const { script } of nodes) script.refuse = 401
  await using watcher = watch()
  await until('it was refused', () => (watcher.ends.get(401) ?? 0) > 0)
})

it('a slow one acknowledges too late for its window', async () => {
  await using watcher = watch('slow')
  await untilSees(watcher)
  const slowest = () => {
    const [session] = nodes[0].sessions
    return session?.subscriptions.get(1)?.slowestAckMs ?? 0
  }
  await until('its acknowledgements are late', () => slowest() > 1000)
})

it.each(['steady', 'deaf', 'restless'] as const)(
  'a %s one may leave before its socket is open',
  async (manner) => {
    const watcher = watch(manner)
    await watcher[Symbol.asyncDispose]()
    await until('its socket is gone', () => nodes.every(({ sessions }) => sessions.size === 0))
  },
)
