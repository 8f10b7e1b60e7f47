import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesBelow } from '../harness/files-below.js'
import { type Relay, startWorld, until, type World } from '../harness/index.js'

/** A password that stands out wherever it gets to. It has no form of its own in JSON, so it is found in a heap. */
const canary = 'Kanarienvogel-im-Speicher-7'

let world: World
let relay: Relay
let heaps: string

beforeAll(async () => {
  world = await startWorld({
    cameras: [{ name: 'Harbour', credentials: { username: 'admin', password: canary } }],
    cloudEnv: { LOG_LEVEL: 'trace' },
  })
  heaps = path.join(world.folder, 'heaps')
  await mkdir(heaps)
  // Node writes what is reachable in its memory when it is asked to.
  const NODE_OPTIONS = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${heaps}`
  relay = world.startRelay({ env: { LOG_LEVEL: 'trace', NODE_OPTIONS } })
})
afterAll(() => world.close())

/** The end of the last string, of the list of strings and of all. While a heap is written, a text in it may end in a brace as well. */
const lastOfHeap = /(?<!\\)"\]\}\s*$/

/** The process that serves the cameras. */
function childPid(): number {
  const line = relay.log.split('\n').findLast((text) => text.includes('"relay.child_started"'))
  return Number((JSON.parse(line ?? '{}') as { pid?: number }).pid)
}

/** Whether a text is anywhere in the memory of the relay's child that is still in use. */
async function isInMemory(text: string): Promise<boolean> {
  process.kill(childPid(), 'SIGUSR2')
  const file = await until('a picture of the memory', async () => {
    const [name] = await readdir(heaps)
    if (name === undefined) return null
    const content = await readFile(path.join(heaps, name), 'utf8')
    return lastOfHeap.test(content.slice(-16)) ? { name, content } : null
  })
  await rm(path.join(heaps, file.name))
  return file.content.includes(text)
}

it('knows the password of a camera for as long as it holds it, and never writes it down', async () => {
  const camera = await world.addDirectCamera()
  await world.untilClip((await world.trigger(camera.id)).event_id)
  expect(await isInMemory(canary)).toBe(true)

  expect((await world.api.patch(`/api/v1/cameras/${camera.id}`, { enabled: false })).status).toBe(200)
  await until('nobody receives the camera', () => camera.fake.counters.connectionsOpen === 0)
  // The end of the connection is seen from both sides, one a moment after the other.
  await until('the password is forgotten', async () => !(await isInMemory(canary)))

  for (const [file, content] of await filesBelow(world.folder)) {
    for (const trace of [canary, Buffer.from(canary).toString('base64').slice(0, 24)])
      expect(content.includes(trace), `${file} holds the password`).toBe(false)
  }
  expect(relay.log).not.toContain(canary)
  expect(world.cloud.log).not.toContain(canary)
})
