import {
  AnalysisRun,
  ErrorEnvelope,
  EventAnalysis,
  EventEvidence,
  EventFaces,
  EventObjects,
} from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { goodAnswer } from '#testing/good-answer.js'
import type { SignedIn } from '#testing/test-user.js'
import { type AnalysisScene, type AnalysisWorld, createAnalysisWorld } from '../analysis-scene.fixture.js'
import { promptVersion } from '../prompt/prompt.js'
import { mostVersions } from '../queue/analyze-event.js'

let world: AnalysisWorld
let scene: AnalysisScene
let admin: SignedIn
let viewer: SignedIn

beforeAll(async () => {
  world = await createAnalysisWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  scene = await world.setScene()
  world.model.answer({ kind: 'answer', value: goodAnswer, inputTokens: 1_000, outputTokens: 100 })
  admin = await scene.org.signIn('admin')
  viewer = await scene.org.signIn('viewer', [scene.org.siteId])
  await scene.setCamera({ ai_analysis_mode: 'snapshot_only' })
})

const get = async (path: string, query: Record<string, string> = {}, who = viewer) =>
  world.app.call(who, { url: `/api/v1/events/${path}`, query })
const analyze = (eventId: string, payload?: object, who = admin) =>
  world.app.call(who, {
    method: 'POST',
    url: `/api/v1/events/${eventId}/analyze`,
    ...(payload && { payload }),
  })
const refusal = async (answering: ReturnType<typeof analyze>) => {
  const answer = await answering
  return [answer.statusCode, ErrorEnvelope.parse(answer.json()).error.message] as const
}

describe('what an event shows', () => {
  it('is nothing before an analysis, and says so', async () => {
    const eventId = await scene.addEvent()
    const analysis = EventAnalysis.parse((await get(`${eventId}/analysis`)).json())
    expect(analysis).toEqual({
      event_id: eventId,
      ai_status: 'pending',
      ai_reason: null,
      current: null,
      versions: [],
      usage: {
        calls: 0,
        failed_calls: 0,
        unpriced_calls: 0,
        input_tokens: null,
        output_tokens: null,
        cost_usd: null,
        latency_ms: 0,
      },
    })
    expect((await get(`${eventId}/objects`)).json()).toMatchObject({
      version: null,
      data: [],
      total: 0,
      counts: {},
    })
    expect((await get(`${eventId}/faces`)).json()).toMatchObject({ version: null, data: [], total: 0 })
    expect((await get(`${eventId}/ai-evidence`)).json()).toMatchObject({ version: null, data: [], total: 0 })
  })

  it('counts objects that are called like parts of the language that we write in', async () => {
    const object = { count: 2, confidence: 0.5, picture: 1, box: null }
    const labels = ['constructor', 'toString', '__proto__', 'constructor']
    const objects = labels.map((label) => ({ ...object, label }))
    world.model.answer({ kind: 'answer', value: { ...goodAnswer, objects } })
    const eventId = await scene.addPictured()
    await scene.analyse(eventId)
    const answer = await get(`${eventId}/objects`)
    expect(answer.statusCode).toBe(200)
    expect(EventObjects.parse(answer.json())).toMatchObject({
      total: 4,
      counts: { constructor: 4, tostring: 2 },
    })
  })

  it('is the result with its provenance, objects, faces, and pictures by signed links', async () => {
    const eventId = await scene.addPictured({ trigger_topic: 'tns1:RuleEngine/MyRuleDetector/PeopleDetect' })
    await scene.analyse(eventId)
    const analysis = EventAnalysis.parse((await get(`${eventId}/analysis`)).json())
    expect(analysis).toMatchObject({
      ai_status: 'completed',
      current: {
        version: 1,
        state: 'completed',
        cause: 'clip_stored',
        requested_by: { kind: 'system' },
        provider: 'openai',
        model: 'm',
        prompt_version: promptVersion,
        input_tokens: 1_000,
        cost_usd: 0.0012,
        result: { summary: goodAnswer.summary, severity: 'low' },
      },
      usage: { calls: 1, failed_calls: 0, unpriced_calls: 0, input_tokens: 1_000, cost_usd: 0.0012 },
    })
    expect(analysis.versions).toHaveLength(1)
    const objects = EventObjects.parse((await get(`${eventId}/objects`)).json())
    expect(objects).toMatchObject({
      version: 1,
      total: 2,
      counts: { person: 1, package: 1 },
      reported_by_camera: ['person'],
      data: [
        { label: 'person', picture: 1, box: goodAnswer.objects[0]?.box },
        { label: 'package', box: null },
      ],
    })
    const faces = EventFaces.parse((await get(`${eventId}/faces`)).json())
    expect(faces).toMatchObject({ total: 1, data: [{ picture: 1 }] })
    expect(Object.keys(faces.data[0] ?? {})).toEqual(['picture', 'box'])
    const evidence = EventEvidence.parse((await get(`${eventId}/ai-evidence`)).json())
    expect(evidence.data).toMatchObject([
      { number: 1, width: 640, height: 360, shows: ['A person with a box at the door.'] },
    ])
    const url = new URL(evidence.data[0]?.url ?? '')
    const picture = await world.app.call(null, { url: url.pathname + url.search })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
    await world.app.test.query(`update media set state = 'deleted' where event_id = $1`, [eventId])
    expect((await get(`${eventId}/ai-evidence`)).json().data[0].url).toBeNull()
    const event = (await get(eventId)).json()
    expect(event).toMatchObject({
      ai_status: 'completed',
      ai_reason: null,
      ai_severity: 'low',
      ai_confidence: 0.9,
    })
  })

  it('is that of the newest completed version; each other can be asked for', async () => {
    const eventId = await scene.addPictured()
    await scene.analyse(eventId)
    world.model.answer({ kind: 'refusal' })
    await scene.analyse(eventId)
    const newest = EventAnalysis.parse((await get(`${eventId}/analysis`)).json())
    expect([
      newest.ai_status,
      newest.current?.version,
      newest.versions.map(({ version }) => version),
    ]).toEqual(['failed', 1, [2, 1]])
    const second = EventAnalysis.parse((await get(`${eventId}/analysis`, { version: '2' })).json())
    expect(second.current).toMatchObject({ version: 2, state: 'failed', result: null })
    expect(second.current?.reason).toBe(newest.ai_reason)
    expect((await get(`${eventId}/analysis`, { version: '3' })).statusCode).toBe(404)
    for (const version of ['0', '-1', '1.5', 'x', '99999999999']) {
      expect((await get(`${eventId}/analysis`, { version })).statusCode).toBe(400)
    }
  })

  it('is for those who see its site', async () => {
    const eventId = await scene.addPictured()
    const stranger = await scene.org.signIn('viewer', [await scene.org.addSite('Elsewhere')])
    const foreign = await (await world.app.createOrg()).signIn('owner')
    for (const path of ['analysis', 'objects', 'faces', 'ai-evidence']) {
      expect((await get(`${eventId}/${path}`, {}, stranger)).statusCode).toBe(403)
      expect((await get(`${eventId}/${path}`, {}, foreign)).statusCode).toBe(404)
    }
    await world.app.test.query('update events set deleted_at = now() where id = $1', [eventId])
    for (const path of ['analysis', 'objects', 'faces', 'ai-evidence']) {
      expect((await get(`${eventId}/${path}`)).statusCode).toBe(404)
    }
  })
})

describe('analyze', () => {
  it('queues a version as it is asked for, says who did, and brings the event back to pending', async () => {
    const eventId = await scene.addPictured()
    await scene.analyse(eventId)
    const answer = await analyze(eventId, { mode: 'multi_frame', pass_mode: 'two_pass' })
    expect(answer.statusCode).toBe(202)
    expect(AnalysisRun.parse(answer.json())).toMatchObject({
      version: 2,
      state: 'pending',
      cause: 'requested',
      mode: 'multi_frame',
      pass_mode: 'two_pass',
      requested_by: { kind: 'user', id: admin.caller.userId },
    })
    expect(await scene.event(eventId)).toMatchObject({ ai_status: 'pending', summary: goodAnswer.summary })
    expect(await scene.audit(eventId)).toEqual([
      {
        action: 'event.analysis_requested',
        actor_kind: 'user',
        data: { version: 2, mode: 'multi_frame', pass_mode: 'two_pass' },
      },
    ])
  })

  it('takes what the camera is set to where nothing is said', async () => {
    const eventId = await scene.addPictured()
    expect((await analyze(eventId)).json()).toMatchObject({
      version: 1,
      mode: 'snapshot_only',
      pass_mode: 'one_pass',
    })
    await scene.work()
    expect((await get(`${eventId}/analysis`)).json()).toMatchObject({
      ai_status: 'completed',
      current: { version: 1 },
    })
    expect((await analyze(eventId, {})).json()).toMatchObject({ version: 2 })
  })

  it('asked many times at once is one run', async () => {
    const eventId = await scene.addPictured()
    const answers = await Promise.all(Array.from({ length: 8 }, () => analyze(eventId)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      202,
      ...Array(7).fill(409),
    ])
    expect(await scene.runs(eventId)).toHaveLength(1)
    expect((await refusal(analyze(eventId)))[1]).toMatch(/version 1 .* is under way/)
  })

  it.each([
    ['recording', null, /not there yet/],
    ['uploading', null, /not there yet/],
    ['failed', 'the disk is full', /no clip \(the disk is full\)/],
    ['expired', null, /removed by retention/],
  ])('of an event whose clip is %s is a 409', async (clip_status, clip_error, message) => {
    const eventId = await scene.addEvent({ clip_status, clip_error })
    const [status, said] = await refusal(analyze(eventId))
    expect(status).toBe(409)
    expect(said).toMatch(message)
    expect(await scene.runs(eventId)).toEqual([])
  })

  it('is a 409 where nobody could be asked', async () => {
    const eventId = await scene.addPictured()
    await scene.setCamera({ ai_provider_override: 'anthropic' })
    expect(await refusal(analyze(eventId))).toEqual([409, expect.stringMatching(/anthropic has no key/)])
    await scene.setCamera({ ai_provider_override: null, ai_analysis_mode: 'disabled' })
    expect(await refusal(analyze(eventId, { mode: 'multi_frame' }))).toEqual([
      409,
      expect.stringMatching(/disabled/),
    ])
    expect((await get(eventId)).json()).toMatchObject({ ai_status: 'pending' })
  })

  it('is a 409 once there are more versions than anybody reads', async () => {
    const eventId = await scene.addPictured()
    await world.app.test.query(
      `insert into event_analyses (org_id, id, event_id, version, cause, actor_kind, actor_name, mode, pass_mode, status)
       select $1, gen_random_uuid(), $2, n, 'requested', 'user', 'x', 'snapshot_only', 'one_pass', 'skipped'
       from generate_series(1, $3) n`,
      [scene.org.orgId, eventId, mostVersions],
    )
    expect((await refusal(analyze(eventId)))[0]).toBe(409)
    expect((await get(`${eventId}/analysis`)).json().versions).toHaveLength(mostVersions)
  })

  it.each([{ mode: 'disabled' }, { mode: 'x' }, { pass_mode: 'three_pass' }, { force: true }, []])(
    'refuses %j',
    async (payload) => {
      expect((await analyze(await scene.addPictured(), payload)).statusCode).toBe(400)
    },
  )

  it('is for admins', async () => {
    const eventId = await scene.addPictured()
    const operator = await scene.org.signIn('operator')
    expect((await analyze(eventId, {}, operator)).statusCode).toBe(403)
    const foreign = await (await world.app.createOrg()).signIn('owner')
    expect((await analyze(eventId, {}, foreign)).statusCode).toBe(404)
  })
})
