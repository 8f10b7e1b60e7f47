import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { goodAnswer } from '#testing/good-answer.js'
import { createTestPlatform } from '#testing/test-platform.js'
import {
  type AnalysisScene,
  type AnalysisWorld,
  createAnalysisWorld,
  depsOf,
} from '../analysis-scene.fixture.js'
import { mostAttempts, performRun } from '../runs/perform-run.js'
import { createAnalysisLoop } from './analysis-loop.js'

const patiently = { timeout: 30_000, interval: 20 }
let world: AnalysisWorld
let scene: AnalysisScene
let stop: AbortController
let running: Promise<void> | undefined

beforeAll(async () => {
  world = await createAnalysisWorld({
    aiLimits: { firstByteMs: 30_000, retries: 0, perOrg: 4, perEndpoint: 64 },
  })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  stop = new AbortController()
  await world.app.test.query('delete from event_analyses')
  scene = await makeScene()
  world.model.answer({ kind: 'answer', value: goodAnswer })
})
afterEach(async () => {
  stop.abort()
  await running
  running = undefined
})

async function makeScene(): Promise<AnalysisScene> {
  const made = await world.setScene()
  await made.setCamera({ ai_analysis_mode: 'snapshot_only' })
  return made
}

const startLoop = () => {
  running = createAnalysisLoop(world.app.platform, {
    models: world.app.services.models,
    pictures: world.deps.pictures,
    hooks: world.app.services.hooks.analysis,
  }).run(stop.signal)
}
const statesOf = async (eventId: string) => (await scene.runs(eventId)).map(({ status }) => status)

it('an organisation whose provider hangs holds no more than its places, and others are analysed', async () => {
  const other = await makeScene()
  await other.setCamera({ ai_model_override: 'quick' })
  world.model.answer((call) =>
    call.model === 'quick' ? { kind: 'answer', value: goodAnswer } : { kind: 'hang' },
  )
  for (let n = 0; n < 8; n += 1) await scene.queue(await scene.addPictured())
  const events = [await other.addPictured(), await other.addPictured(), await other.addPictured()]
  const before = world.model.calls.length
  startLoop()
  await vi.waitFor(() => expect(world.model.calls.length).toBeGreaterThanOrEqual(before + 4), patiently)
  for (const eventId of events) await other.queue(eventId)
  await vi.waitFor(async () => {
    for (const eventId of events) expect(await statesOf(eventId)).toEqual(['completed'])
  }, patiently)
  const hanging = world.model.calls.slice(before).filter(({ model }) => model !== 'quick')
  expect(hanging).toHaveLength(4)
})

it('a run whose node died is taken over, and what the dead one finds is not written', async () => {
  const { platform } = world.app
  const dead = createTestPlatform(world.app.test)
  let answer: () => void = () => {}
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  world.model.next({
    kind: 'slow',
    until,
    answer: { kind: 'answer', value: { ...goodAnswer, summary: 'What the dead one saw.' } },
  })
  const eventId = await scene.addPictured()
  await scene.queue(eventId)
  const [run] = await scene.runs(eventId)
  if (!run) throw new Error('there is no run')
  await world.app.test.query(
    `update event_analyses set worker = $2, attempt = 1, lease_until = now() + interval '1 minute' where id = $1`,
    [run.id, dead.nodeId],
  )
  const before = world.model.calls.length
  const claimed = { orgId: scene.org.orgId, id: run.id, attempt: 1, worker: dead.nodeId }
  const lingering = performRun(depsOf(platform, world.app), claimed, new AbortController().signal)
  await vi.waitFor(() => expect(world.model.calls.length).toBe(before + 1), patiently)
  await world.app.test.query(`update event_analyses set lease_until = now() where id = $1`, [run.id])
  expect(await scene.work()).toBe(1)
  answer()
  await lingering
  expect(await scene.runs(eventId)).toMatchObject([
    { status: 'completed', attempt: 2, result: { summary: goodAnswer.summary } },
  ])
  expect(await scene.event(eventId)).toMatchObject({ summary: goodAnswer.summary })
})

it('a run that kills its nodes is given up', async () => {
  const eventId = await scene.addPictured()
  await scene.queue(eventId)
  await world.app.test.query('update event_analyses set attempt = $1', [mostAttempts])
  const calls = world.model.calls.length
  expect(await scene.work()).toBe(1)
  expect(await scene.runs(eventId)).toMatchObject([
    { status: 'failed', reason: expect.stringMatching(/begun 5 times/) },
  ])
  expect(await scene.event(eventId)).toMatchObject({
    ai_status: 'failed',
    summary: 'Motion at Front door, 14 s',
  })
  expect(world.model.calls).toHaveLength(calls)
})

it('a node that ends gives its runs back at once', async () => {
  world.model.answer({ kind: 'hang' })
  const eventId = await scene.addPictured()
  await scene.queue(eventId)
  const before = world.model.calls.length
  startLoop()
  await vi.waitFor(() => expect(world.model.calls.length).toBe(before + 1), patiently)
  stop.abort()
  await running
  const due = await world.app.test.query(
    `select id from event_analyses where status = 'pending' and lease_until <= now()`,
  )
  expect(due).toHaveLength(1)
  world.model.answer({ kind: 'answer', value: goodAnswer })
  await scene.work()
  expect(await statesOf(eventId)).toEqual(['completed'])
})
