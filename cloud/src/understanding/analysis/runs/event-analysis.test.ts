import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { goodAnswer } from '#testing/good-answer.js'
import { makeClip, places } from '#testing/make-clip.js'
import type { ModelAnswer, ModelScript } from '#testing/model-server.js'
import { unavailable } from '../../../platform/errors.js'
import { systemClock } from '../../../platform/time/clock.js'
import { type AnalysisScene, type AnalysisWorld, createAnalysisWorld } from '../analysis-scene.fixture.js'
import { promptVersion } from '../prompt/prompt.js'
import { mostAttempts, type RunDeps } from './perform-run.js'

let world: AnalysisWorld
let scene: AnalysisScene
/** Where this file's cloud finds ffmpeg; a test may take it away. */
const ffmpeg: { ffmpegPath: string | null; programPath: string | null } = { ...places }
const limits = { firstByteMs: 5_000, retries: 0, perOrg: 8, perEndpoint: 64 }

beforeAll(async () => {
  world = await createAnalysisWorld({ aiLimits: limits, ffmpeg })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  scene = await world.setScene()
  answer({ kind: 'answer', value: goodAnswer, inputTokens: 1_000, outputTokens: 100 })
})

const answer = (script: ModelScript) => world.model.answer(script)
/** After so many in a row a provider is left alone (models/circuit.ts). */
const failuresBeforePause = 5
const lastCall = () => world.model.calls.at(-1)
const small = {
  closer_look: false,
  reason: 'Only leaves move.',
  summary: 'Leaves move.',
  tags: ['leaves'],
  severity: 'info',
  confidence: 0.9,
}

describe('a run', () => {
  it('stores what the model said, with what it took, and says it in the event', async () => {
    await scene.setCamera({ ai_analysis_mode: 'snapshot_only' })
    const eventId = await scene.addPictured()
    const run = await scene.analyse(eventId)
    expect(run).toMatchObject({
      version: 1,
      status: 'completed',
      cause: 'clip_stored',
      actor_kind: 'system',
      mode: 'snapshot_only',
      depth: 'full',
      provider: 'openai',
      model: 'm',
      prompt_version: promptVersion,
      calls: 1,
      input_tokens: 1_000,
      output_tokens: 100,
      cost: 0.0012,
      reason: null,
      note: null,
      worker: null,
      lease_until: null,
    })
    expect(run.pictures).toMatchObject([{ width: 640, height: 360 }])
    expect([run.model_ms, run.pictures_ms, run.own_ms].every((ms) => ms !== null && ms >= 0)).toBe(true)
    expect(await scene.event(eventId)).toMatchObject({
      ai_status: 'completed',
      ai_error: null,
      ai_severity: 'low',
      ai_confidence: 0.9,
      summary: goodAnswer.summary,
      narrative: goodAnswer.narrative,
      tags: ['person', 'delivery', 'package'],
    })
    expect(lastCall()).toMatchObject({
      purpose: 'analysis',
      problems: [],
      pictures: [{ width: 640, height: 360 }],
    })
    expect(world.model.misfits).toEqual([])
  })

  it('shows the model the pictures of a real clip', async () => {
    await scene.setCamera({ ai_analysis_mode: 'multi_frame' })
    const clip = await makeClip({ seconds: 8, group: 20, noisy: [3, 5] })
    const eventId = await scene.addPictured({ clip_start_at: new Date('2026-03-14T09:30:00Z') }, clip)
    const run = await scene.analyse(eventId)
    expect(run).toMatchObject({ status: 'completed', mode: 'multi_frame' })
    expect(run.pictures.length).toBeGreaterThan(3)
    expect(run.pictures.length).toBeLessThanOrEqual(8)
    expect(lastCall()?.pictures).toHaveLength(run.pictures.length)
    expect(lastCall()?.problems).toEqual([])
    const offsets = run.pictures.map(({ offset_sec: offset }) => offset ?? 0)
    expect(offsets).toEqual(offsets.toSorted((one, other) => one - other))
    const media = await world.app.test.query(
      `select id from media where run_id = $1 and kind = 'frame' and state = 'ready'`,
      [run.id],
    )
    expect(media).toHaveLength(run.pictures.length)
  })

  it.each<[string, ModelScript, RegExp]>([
    ['answers no JSON', { kind: 'text', text: 'I see a person.' }, /./],
    ['answers another shape', { kind: 'answer', value: { ...goodAnswer, severity: 'apocalyptic' } }, /./],
    ['refuses', { kind: 'refusal' }, /./],
    ['is cut off', { kind: 'out_of_tokens', value: goodAnswer }, /./],
    ['fails', { kind: 'status', status: 500 }, /./],
    ['breaks the connection', { kind: 'cut' }, /./],
  ])(
    'fails with the reason where the model %s, and the event says what is known',
    async (_, script, reason) => {
      answer(script)
      await scene.setCamera({ ai_analysis_mode: 'snapshot_only' })
      const eventId = await scene.addPictured()
      const run = await scene.analyse(eventId)
      expect(run).toMatchObject({ status: 'failed', result: null, provider: 'openai' })
      expect(run.reason).toMatch(reason)
      expect(run.calls).toBeGreaterThan(0)
      expect(await scene.event(eventId)).toMatchObject({
        ai_status: 'failed',
        ai_error: run.reason,
        summary: 'Motion at Front door, 14 s',
        ai_severity: null,
        tags: [],
      })
    },
  )

  it('that fails after one that was completed leaves standing what that one found', async () => {
    await scene.setCamera({ ai_analysis_mode: 'snapshot_only' })
    const eventId = await scene.addPictured()
    await scene.analyse(eventId)
    answer({ kind: 'status', status: 500 })
    expect(await scene.analyse(eventId)).toMatchObject({ version: 2, status: 'failed' })
    expect(await scene.event(eventId)).toMatchObject({
      ai_status: 'failed',
      summary: goodAnswer.summary,
      ai_severity: 'low',
    })
  })

  it('without a picture fails and asks nobody', async () => {
    const calls = world.model.calls.length
    const eventId = await scene.addEvent({ clip_status: 'ready' })
    expect(await scene.analyse(eventId)).toMatchObject({ status: 'failed', calls: 0, cost: null })
    expect(world.model.calls).toHaveLength(calls)
  })

  it('has what people and camera said in its question, fenced', async () => {
    await world.app.test.query(
      `insert into analysis_focus_versions (org_id, camera_id, version, focus_text, ignore_guidance, created_by_kind, created_by_name)
       values ($1, $2, 1, 'An old focus', '', 'user', 'x'), ($1, $2, 2, 'People at the fence', 'Cats', 'user', 'x')`,
      [scene.org.orgId, scene.cameraId],
    )
    const [pack] = await world.app.test.query<{ id: string }>(
      `insert into prompt_packs (org_id, id, name, instructions) values ($1, gen_random_uuid(), 'Night', 'Look for torches.') returning id`,
      [scene.org.orgId],
    )
    await scene.setCamera({ ai_analysis_mode: 'snapshot_only', prompt_pack_id: pack?.id })
    await scene.analyse(await scene.addPictured({ notes: 'Call Jo.' }))
    const { texts = [], instructions = '' } = lastCall() ?? {}
    const asked = texts.join('\n')
    for (const text of [
      'People at the fence',
      'Cats',
      'Look for torches.',
      'Call Jo.',
      'Front door',
      'Test site',
    ]) {
      expect(asked).toMatch(new RegExp(`<<<DATA [^>]*>>>\\n${text}\\n<<<END`))
      expect(instructions).not.toContain(text)
    }
    expect(asked).not.toContain('An old focus')
  })

  it('keeps what the camera reported beside what the model saw', async () => {
    await scene.setCamera({ ai_analysis_mode: 'snapshot_only' })
    const eventId = await scene.addPictured({ trigger_topic: 'tns1:RuleEngine/MyRuleDetector/VehicleDetect' })
    await scene.analyse(eventId)
    expect(await scene.event(eventId)).toMatchObject({ tags: ['person', 'delivery', 'package', 'vehicle'] })
  })
})

describe('two passes', () => {
  beforeEach(() => scene.setCamera({ ai_analysis_mode: 'snapshot_only', ai_pass_mode: 'two_pass' }))

  it('end with the small pictures where these are not worth a closer look', async () => {
    answer({ kind: 'answer', value: small, inputTokens: 100, outputTokens: 10 })
    const eventId = await scene.addPictured()
    const run = await scene.analyse(eventId)
    expect(run).toMatchObject({ status: 'completed', depth: 'triage', calls: 1, input_tokens: 100 })
    expect(run.note).toContain('small pictures')
    expect(run.result).toMatchObject({ summary: 'Leaves move.', narrative: 'Only leaves move.', objects: [] })
    expect(await scene.event(eventId)).toMatchObject({
      ai_status: 'completed',
      ai_severity: 'info',
      tags: ['leaves'],
    })
    expect(lastCall()?.purpose).toBe('triage')
  })

  it.each([
    ['asks for it', { closer_look: true }],
    ['is not sure', { confidence: 0.3 }],
    ['speaks of more than it admits', { severity: 'critical' }],
  ])('look closer where the triage %s, and count both questions', async (_, change) => {
    const purposes: (string | null)[] = []
    answer((call) => {
      purposes.push(call.purpose)
      const value = call.purpose === 'triage' ? { ...small, ...change } : goodAnswer
      return { kind: 'answer', value, inputTokens: 100, outputTokens: 10 }
    })
    const run = await scene.analyse(await scene.addPictured())
    expect(purposes).toEqual(['triage', 'analysis'])
    expect(run).toMatchObject({
      status: 'completed',
      depth: 'full',
      calls: 2,
      input_tokens: 200,
      output_tokens: 20,
    })
  })
})

describe('what is switched off after it was queued', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['the camera', () => scene.setCamera({ ai_analysis_mode: 'disabled' })],
    [
      'the organisation',
      () =>
        world.app.test.query(
          `update organisations set ai_settings = ai_settings || '{"enabled": false}' where id = $1`,
          [scene.org.orgId],
        ),
    ],
    [
      'the event',
      () => world.app.test.query('update events set deleted_at = now() where org_id = $1', [scene.org.orgId]),
    ],
  ])('sends nothing: %s', async (_, switchOff) => {
    const calls = world.model.calls.length
    const eventId = await scene.addPictured()
    await scene.queue(eventId)
    await switchOff()
    await scene.work()
    expect(await scene.runs(eventId)).toMatchObject([{ status: 'skipped', calls: 0 }])
    expect(world.model.calls).toHaveLength(calls)
  })
})

it('an event is skipped with the reason when the day of its organisation is spent, before a picture is taken', async () => {
  const ceiling = await createAnalysisWorld({ aiCeiling: { tokens: 1_100, usd: null } })
  try {
    const own = await ceiling.setScene()
    await own.setCamera({ ai_analysis_mode: 'snapshot_only' })
    expect(await own.analyse(await own.addPictured())).toMatchObject({ status: 'completed' })
    const eventId = await own.addPictured()
    const reason = expect.stringMatching(
      /^What the organisation may take of .* \(1100 tokens\) is taken; it begins anew at/,
    )
    expect(await own.analyse(eventId)).toMatchObject({ status: 'skipped', reason, pictures: [], calls: 0 })
    expect(await own.event(eventId)).toMatchObject({ ai_status: 'skipped', ai_error: reason })
  } finally {
    await ceiling[Symbol.asyncDispose]()
  }
})

it('a run waits while its provider is left alone, and is not failed unasked; the last time it is', async () => {
  await scene.setCamera({ ai_analysis_mode: 'snapshot_only' })
  answer({ kind: 'status', status: 500 })
  for (let n = 0; n < failuresBeforePause; n += 1) {
    expect(await scene.analyse(await scene.addPictured())).toMatchObject({ status: 'failed', calls: 1 })
  }
  const calls = world.model.calls.length
  const eventId = await scene.addPictured()
  expect(await scene.analyse(eventId)).toMatchObject({
    status: 'pending',
    reason: expect.stringMatching(/ It is tried again at \d{4}-.+Z\.$/),
    attempt: 1,
    worker: null,
    lease_until: null,
  })
  const again = () =>
    world.app.test.query(
      'update event_analyses set next_at = now(), attempt = $2 where event_id = $1 and next_at > now()',
      [eventId, mostAttempts - 1],
    )
  expect(await scene.work()).toBe(0)
  await again()
  await scene.work()
  const [run] = await scene.runs(eventId)
  expect(run).toMatchObject({ status: 'failed', attempt: mostAttempts, calls: 0, cost: null })
  expect(await scene.event(eventId)).toMatchObject({ ai_status: 'failed', ai_error: run?.reason })
  expect(world.model.calls).toHaveLength(calls)
})

it.each([
  ['limits the calls', { status: 429, retryAfter: '30' }],
  ['has no more for us', { status: 429 }],
  ['is overloaded', { status: 529 }],
])('a run waits while its provider %s, and is done once it has room', async (_, full) => {
  await scene.setCamera({ ai_analysis_mode: 'snapshot_only' })
  answer({ kind: 'status', ...full })
  const eventId = await scene.addPictured()
  expect(await scene.analyse(eventId)).toMatchObject({
    status: 'pending',
    reason: expect.stringMatching(/^The AI provider .+ It is tried again at \d{4}-.+Z\.$/),
    attempt: 1,
    worker: null,
    lease_until: null,
  })
  expect(await scene.event(eventId)).not.toMatchObject({ ai_status: 'failed' })
  expect(await scene.work()).toBe(0)
  answer({ kind: 'answer', value: goodAnswer })
  await world.app.test.query('update event_analyses set next_at = now() where event_id = $1', [eventId])
  expect(await scene.work()).toBe(1)
  expect(await scene.runs(eventId)).toMatchObject([{ status: 'completed', attempt: 2, reason: null }])
})

it('a run waits while the media store is in trouble, however often it is begun meanwhile, and is done once it is not', async () => {
  await scene.setCamera({ ai_analysis_mode: 'snapshot_only' })
  const eventId = await scene.addPictured()
  await scene.queue(eventId)
  const { store } = world.deps.pictures
  const away: RunDeps = {
    ...world.deps,
    // The node is a day ahead.
    clock: { ...systemClock, now: () => Date.now() + 86_400_000 },
    pictures: {
      ...world.deps.pictures,
      store: { ...store, read: () => Promise.reject(unavailable('the media store is in trouble')) },
    },
  }
  const due = () =>
    world.app.test.query('update event_analyses set next_at = now() where event_id = $1', [eventId])
  for (let times = 0; times <= mostAttempts; times += 1) {
    expect(await scene.work(undefined, away)).toBe(1)
    expect(await scene.runs(eventId)).toMatchObject([
      {
        status: 'pending',
        reason: expect.stringMatching(
          /^The media store, .+ is in trouble\. It is tried again at \d{4}-.+Z\.$/,
        ),
        attempt: 0,
        lease_until: null,
      },
    ])
    const soon = `select 1 from event_analyses where event_id = $1 and next_at < now() + interval '2 minutes'`
    expect(await world.app.test.query(soon, [eventId])).toHaveLength(1)
    await due()
  }
  expect(await scene.work()).toBe(1)
  expect(await scene.runs(eventId)).toMatchObject([{ status: 'completed', attempt: 1, reason: null }])
})

it('a run waits while the machine starts no program, and is done with its pictures once it does; the last time without', async () => {
  await scene.setCamera({ ai_analysis_mode: 'multi_frame' })
  const clip = await makeClip({ seconds: 4 })
  expect(await scene.analyse(await scene.addPictured({}, clip))).toMatchObject({ note: null })
  const due = (eventId: string, attempt: number) =>
    world.app.test.query('update event_analyses set next_at = now(), attempt = $2 where event_id = $1', [
      eventId,
      attempt,
    ])
  const calls = world.model.calls.length
  // No system starts a program with so much to hand over (E2BIG).
  ffmpeg.programPath = `${places.programPath}:${'x'.repeat(2_000_000)}`
  try {
    const eventId = await scene.addPictured({}, clip)
    expect(await scene.analyse(eventId)).toMatchObject({
      status: 'pending',
      reason: expect.stringMatching(/ ffmpeg could not be started\. It is tried again at \d{4}-.+Z\.$/),
      attempt: 1,
      worker: null,
      lease_until: null,
    })
    expect(await scene.work()).toBe(0)
    expect(world.model.calls).toHaveLength(calls)
    ffmpeg.programPath = places.programPath
    await due(eventId, 1)
    expect(await scene.work()).toBe(1)
    const [run] = await scene.runs(eventId)
    expect(run).toMatchObject({ status: 'completed', attempt: 2, note: null, reason: null })
    expect(run?.pictures).toHaveLength(8)

    ffmpeg.programPath = `${places.programPath}:${'x'.repeat(2_000_000)}`
    const last = await scene.addPictured({}, clip)
    await scene.queue(last)
    await due(last, mostAttempts - 1)
    expect(await scene.work()).toBe(1)
    expect(await scene.runs(last)).toMatchObject([
      {
        status: 'completed',
        attempt: mostAttempts,
        note: expect.stringMatching(/^Only the snapshot was looked at: .+ ffmpeg could not be started\.$/),
      },
    ])
  } finally {
    ffmpeg.programPath = places.programPath
  }
})

it('a run is gone with its event', async () => {
  const eventId = await scene.addPictured()
  await scene.queue(eventId)
  await world.app.test.query('update media set event_id = null where event_id = $1', [eventId])
  const { orgId } = scene.org
  // As retention does, in the role of the service.
  await world.app.platform.database.inOrg(orgId, (tx) =>
    tx.deleteFrom('events').where('org_id', '=', orgId).where('id', '=', eventId).execute(),
  )
  expect(await scene.runs(eventId)).toEqual([])
  expect(await scene.work()).toBe(0)
})

it('no client of the database is held while the model thinks', async () => {
  let thinking: () => void = () => {}
  let goOn: () => void = () => {}
  const until = new Promise<void>((resolve) => (goOn = resolve))
  const asked = new Promise<void>((resolve) => (thinking = resolve))
  answer((): ModelAnswer => {
    thinking()
    return { kind: 'slow', until, answer: { kind: 'answer', value: goodAnswer } }
  })
  await scene.setCamera({ ai_analysis_mode: 'snapshot_only' })
  await scene.queue(await scene.addPictured())
  const working = scene.work()
  await asked
  const busy = await world.app.test.query(
    `select query from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state is not null and state <> 'idle'`,
  )
  goOn()
  await working
  expect(busy).toEqual([])
})
