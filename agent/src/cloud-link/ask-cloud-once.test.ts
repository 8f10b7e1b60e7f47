import { afterEach, beforeEach, expect, it } from 'vitest'
import { PairedAgent } from '../gateway/paired-agent.fixture.js'
import { systemClock } from '../platform/clock.js'
import { directRoute } from '../platform/cloud-http.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { askCloudOnce } from './ask-cloud-once.js'

let world: PairedAgent

beforeEach(async () => {
  world = await PairedAgent.pair()
})
afterEach(() => world[Symbol.asyncDispose]())

const deps = { clock: systemClock, random: systemRandom, log: silentLogger, route: directRoute }
const body = { events_left: 1, uploads_left: 2 }
const ask = (more: object = {}) =>
  askCloudOnce(world.identity, 7, { type: 'gateway.unpair', body }, { ...deps, ...more })

it('greets, asks, and goes away with the answer', async () => {
  const asked = ask()
  const session = await world.session()
  const [request] = await session.until('gateway.unpair')
  expect(session.of('hello')[0]?.body).toMatchObject({ last_acked_seq: 7, config_revision: 0 })
  expect(request?.body).toEqual(body)
  session.send('result', { ok: true, value: {} }, { re: request?.id ?? '' })
  expect(await asked).toEqual({ kind: 'done', value: {} })
  expect(await session.closed()).toBe(1001)
})

it('has the answer even if the cloud closes right behind it', async () => {
  const asked = ask()
  const session = await world.session()
  const [request] = await session.until('gateway.unpair')
  session.send('result', { ok: true, value: {} }, { re: request?.id ?? '' })
  session.socket.close(4401)
  expect(await asked).toEqual({ kind: 'done', value: {} })
})

it('says that the key is refused', async () => {
  world.cloud.refuseWith = 401
  expect(await ask()).toMatchObject({ kind: 'rejected', status: 401, by: null })
})

it('says that something on the way answered, which does not know the key', async () => {
  world.cloud.refuseWith = 404
  world.cloud.refusal = { head: 'Content-Type: text/plain\r\n', body: '404 page not found\n' }
  expect(await ask()).toMatchObject({ kind: 'rejected', by: { status: 404, server: null } })
})

it('says that nobody is there', async () => {
  const identity = { ...world.identity, cloud_url: 'http://127.0.0.1:1' }
  const answer = await askCloudOnce(identity, 0, { type: 'gateway.unpair', body }, deps)
  expect(answer).toMatchObject({ kind: 'unreachable' })
})

it('waits no longer than its time for a cloud that says nothing', async () => {
  const hurried = {
    ...systemClock,
    after: (ms: number, task: () => void) => systemClock.after(ms / 50, task),
  }
  expect(await ask({ clock: hurried })).toEqual({ kind: 'lost' })
})
