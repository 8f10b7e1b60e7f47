import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BusyOrg, busyModel, busySettings, fillBusyOrg } from '#testing/busy-org.js'
import { type ModelServer, startModelServer } from '#testing/model-server.js'
import { StepCounter } from '#testing/steps.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

/**
 * Nothing that one organisation asks does more between two turns of the event loop: all others wait meanwhile. While they are
 * counted a step takes some 10 ns, so these are 50 ms. `npm run bench` has the time (row 34).
 */
const mostSteps = 5_000_000

/**
 * What V8 does by itself is one step however long it takes, such as parsing JSON or a regular expression. A second is no goal,
 * and more than collecting garbage takes on any machine.
 */
const mostMs = 1_000

// It is steps that are held against a bound: counting them makes all this slow on a machine that has other work.
vi.setConfig({ testTimeout: 240_000 })

let counter: StepCounter
let world: TestApp
let model: ModelServer
let admin: SignedIn
let busy: BusyOrg

beforeAll(async () => {
  counter = new StepCounter()
  model = await startModelServer(busyModel)
  world = await createTestApp({ config: busySettings(model.openaiUrl) })
  const org = await world.createOrg()
  admin = await org.signIn('admin')
  busy = await fillBusyOrg(world.test, org)
})
afterAll(async () => {
  counter[Symbol.dispose]()
  await world.close()
  await model.close()
})

test('no request keeps others waiting', async () => {
  for (const [name, request] of busy.requests) {
    const { done, most, longestMs, turns } = await counter.during(() => world.call(admin, request))
    expect(done.statusCode, `${name}: ${done.body.slice(0, 300)}`).toBe(200)
    expect.soft(most, name).toBeLessThan(mostSteps)
    expect.soft(longestMs, name).toBeLessThan(mostMs)
    expect(turns, name).toBeGreaterThan(1)
  }
})

test('nor does an event of a long topic, held against a thousand patterns', async () => {
  const { most, longestMs } = await counter.during(() => busy.judgeLongTopic(world.platform.database))
  expect(most).toBeLessThan(mostSteps)
  expect(longestMs).toBeLessThan(mostMs)
})

test('nor one that goes on from others, each of another long topic', async () => {
  const { most, longestMs } = await counter.during(() => busy.judgeLongChain(world.platform.database))
  expect(most).toBeLessThan(mostSteps)
  expect(longestMs).toBeLessThan(mostMs)
})

test('work that does not pause is counted, and work that does is not added up', async () => {
  const stretch = mostSteps / 10
  const work = async (pauses: boolean) => {
    let sum = 0
    for (let step = 0; step < mostSteps; step += 1) {
      sum += step
      if (pauses && step % stretch === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    return sum
  }
  const [inOne, inMany] = [await counter.during(() => work(false)), await counter.during(() => work(true))]
  expect(inOne.most).toBeGreaterThan(mostSteps)
  expect(inMany.most).toBeGreaterThan(stretch)
  expect(inMany.most).toBeLessThan(mostSteps)
})
