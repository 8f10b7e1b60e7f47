import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clipStored } from '../../../events/intake/event-upload.service.js'
import { systemActor } from '../../../platform/caller.js'
import { createFakeClock } from '../../../platform/time/clock.fake.js'
import { type AnalysisScene, type AnalysisWorld, createAnalysisWorld } from '../analysis-scene.fixture.js'
import { clipPatienceMs, queueOrSkipAll } from './unqueued-analyses.js'

let world: AnalysisWorld
let scene: AnalysisScene
beforeAll(async () => {
  world = await createAnalysisWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  scene = await world.setScene()
})

const inOrg: AnalysisWorld['app']['platform']['database']['inOrg'] = (orgId, work) =>
  world.app.platform.database.inOrg(orgId, work)
const stored = (eventId: string) =>
  inOrg(scene.org.orgId, (tx) => clipStored(world.app.services.hooks.events, tx, scene.org.orgId, eventId))
const states = async (eventId: string) =>
  (await scene.runs(eventId)).map(({ version, status, cause, reason }) => [version, status, cause, reason])
const setOrg = (settings: Record<string, unknown>) =>
  world.app.test.query('update organisations set ai_settings = ai_settings || $2::jsonb where id = $1', [
    scene.org.orgId,
    JSON.stringify(settings),
  ])

describe('a stored clip', () => {
  it('queues an analysis in its own transaction, at once', async () => {
    const eventId = await scene.addEvent()
    const failure = await inOrg(scene.org.orgId, async (tx) => {
      await clipStored(world.app.services.hooks.events, tx, scene.org.orgId, eventId)
      throw new Error('rolled back')
    }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: 'rolled back' })
    expect(await states(eventId)).toEqual([])
    const since = performance.now()
    await stored(eventId)
    expect(performance.now() - since).toBeLessThan(2_000)
    expect(await states(eventId)).toEqual([[1, 'pending', 'clip_stored', null]])
    expect(await scene.event(eventId)).toMatchObject({ clip_status: 'ready', ai_status: 'pending' })
  })

  it('is queued once, however often it is stored and however many ask at once', async () => {
    const eventId = await scene.addEvent()
    await Promise.all(Array.from({ length: 6 }, () => stored(eventId)))
    await Promise.all(Array.from({ length: 6 }, () => scene.queue(eventId)))
    expect(await states(eventId)).toEqual([[1, 'pending', 'clip_stored', null]])
  })

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'its camera is disabled',
      () => scene.setCamera({ ai_analysis_mode: 'disabled' }),
      /analysis of this camera is disabled/,
    ],
    ['its organisation is', () => setOrg({ enabled: false }), /switched off/],
    ['there is no such provider', () => scene.setCamera({ ai_provider_override: 'mistral' }), /mistral/],
    ['its provider has no key', () => scene.setCamera({ ai_provider_override: 'anthropic' }), /anthropic/],
  ])('is skipped at once where %s, with a summary of what is known', async (_, arrange, reason) => {
    await arrange()
    const eventId = await scene.addEvent({
      duration_sec: 14,
      event_category: 'analytics_object',
      trigger_topic: 'tns1:RuleEngine/MyRuleDetector/PeopleDetect',
    })
    await stored(eventId)
    const [run] = await scene.runs(eventId)
    expect(run).toMatchObject({ version: 1, status: 'skipped', calls: 0, provider: null })
    expect(run?.reason).toMatch(reason)
    expect(run?.finished_at).not.toBeNull()
    expect(await scene.event(eventId)).toMatchObject({
      ai_status: 'skipped',
      ai_error: run?.reason,
      summary: 'Object seen at Front door, camera reported person, 14 s',
      tags: ['person'],
      ai_severity: null,
    })
  })
})

describe('a clip that failed', () => {
  const gatewayId = randomUUID()
  const closed = (eventId: string, error: string) =>
    world.app.services.intake.take(
      { orgId: scene.org.orgId, gatewayId, receivedAt: new Date() },
      { type: 'event.closed', body: { event_id: eventId, camera_id: scene.cameraId, clip: null, error } },
    )

  it('skips the analysis with its reason, once', async () => {
    const eventId = await scene.addEvent({ gateway_id: gatewayId })
    await closed(eventId, 'the disk is full')
    await closed(eventId, 'the disk is full')
    expect(await states(eventId)).toEqual([
      [1, 'skipped', 'clip_failed', 'There is no clip: The disk is full.'],
    ])
    expect(await scene.event(eventId)).toMatchObject({
      ai_status: 'skipped',
      summary: 'Motion at Front door',
    })
  })

  it('and comes after all is analysed; the state goes from skipped to completed and never back to pending', async () => {
    const eventId = await scene.addPictured({ gateway_id: gatewayId })
    await world.app.test.query(`update events set clip_status = 'recording' where id = $1`, [eventId])
    await closed(eventId, 'the line broke')
    await stored(eventId)
    expect(await states(eventId)).toMatchObject([
      [1, 'skipped', 'clip_failed', expect.anything()],
      [2, 'pending', 'clip_stored', null],
    ])
    expect(await scene.event(eventId)).toMatchObject({ ai_status: 'skipped', clip_status: 'ready' })
    await scene.setCamera({ ai_analysis_mode: 'snapshot_only' })
    await world.app.test.query(`update event_analyses set mode = 'snapshot_only' where event_id = $1`, [
      eventId,
    ])
    await scene.work()
    expect(await scene.event(eventId)).toMatchObject({ ai_status: 'completed', ai_error: null })
  })

  it('of a trigger that nobody answered skips it too', async () => {
    const eventId = randomUUID()
    const { orgId } = scene.org
    await inOrg(orgId, (tx) =>
      world.app.services.manualEvents.open(tx, {
        orgId,
        eventId,
        camera: { id: scene.cameraId, site_id: scene.org.siteId, gateway_id: null },
        requestId: 'a'.repeat(32),
        triggeredAt: new Date(),
        durationSec: 10,
        note: null,
        actor: systemActor,
        recordingSource: 'gateway',
      }),
    )
    await inOrg(orgId, (tx) => world.app.services.manualEvents.failClip(tx, orgId, eventId, 'no answer'))
    expect(await states(eventId)).toEqual([[1, 'skipped', 'clip_failed', 'There is no clip: No answer.']])
    expect(await scene.event(eventId)).toMatchObject({
      ai_status: 'skipped',
      summary: 'Manual trigger at Front door',
    })
  })
})

describe('no event waits for ever', () => {
  const workOff = (now: number) =>
    queueOrSkipAll(
      { ...world.app.platform, clock: createFakeClock(now), hooks: world.app.services.hooks.analysis },
      new AbortController().signal,
      new Date(now),
    )

  it('a clip that does not come is given up after a day, and analysed when it comes after all', async () => {
    const eventId = await scene.addEvent({ triggered_at: new Date('2026-01-01') })
    const now = Date.now()
    await workOff(now + clipPatienceMs - 3_600_000)
    expect(await states(eventId)).toEqual([])
    await workOff(now + clipPatienceMs + 60_000)
    await workOff(now + clipPatienceMs + 60_000)
    expect(await states(eventId)).toEqual([[1, 'skipped', 'clip_given_up', 'No clip has come within a day.']])
    await stored(eventId)
    expect((await states(eventId))[1]).toEqual([2, 'pending', 'clip_stored', null])
  })

  it('what a node of an older version left is found', async () => {
    const ready = await scene.addEvent({ clip_status: 'ready' })
    const failed = await scene.addEvent({ clip_status: 'failed' })
    const expired = await scene.addEvent({ clip_status: 'expired' })
    const deleted = await scene.addEvent({ clip_status: 'failed', deleted_at: new Date() })
    const young = await scene.addEvent({ clip_status: 'uploading' })
    await workOff(Date.now())
    expect(await states(ready)).toEqual([[1, 'pending', 'clip_stored', null]])
    expect(await states(failed)).toMatchObject([[1, 'skipped', 'clip_failed', expect.anything()]])
    expect(await states(expired)).toMatchObject([[1, 'skipped', 'clip_given_up', expect.anything()]])
    expect([await states(deleted), await states(young)]).toEqual([[], []])
  })
})
