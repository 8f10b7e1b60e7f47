import { type ModelServer, type ReceivedCall, startModelServer } from '@sightline/cloud/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AddedCamera, startWorld, until, type World } from '../harness/index.js'

// A rule as one would tell a guard, from the sentence to the silence, each step as the API shows it.
const sentence = 'a person at the gate between 22:00 and 06:00'

let world: World
let model: ModelServer
/** Two at a site where it is one in the night, and one named like the first where it is early afternoon. */
let gate: AddedCamera
let yard: AddedCamera
let farGate: AddedCamera
/** What the next pictures show, as the model sees it. */
let seen = { summary: 'A person stands at the gate.', label: 'person', confidence: 0.93 }

beforeAll(async () => {
  model = await startModelServer(answer)
  world = await startWorld({
    cameras: [{ name: 'Main gate' }, { name: 'Yard' }, { name: 'Depot gate' }],
    cloudEnv: { AI_PROVIDER: 'openai', AI_BASE_URL: model.openaiUrl, AI_MODEL: 'watcher', AI_API_KEY: 'k' },
  })
  const agent = await world.onlineAgent()
  await ok(world.api.patch(`/api/v1/sites/${world.siteId}`, { timezone: zoneWhereItIs(1) }))
  const far = await ok(world.api.post('/api/v1/sites', { name: 'Depot', timezone: zoneWhereItIs(13) }))
  const [one, two, three] = world.cameras
  gate = await world.addCamera(agent, one)
  yard = await world.addCamera(agent, two)
  farGate = await world.addCamera(agent, three, { site_id: far.id })
})
afterAll(async () => {
  await world?.close()
  await model?.close()
})

/** The whole hour that is `hour` o'clock somewhere now; two hours pass before the next window ends. */
function zoneWhereItIs(hour: number): string {
  const ahead = (((hour - new Date().getUTCHours()) % 24) + 24) % 24
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`
}

function answer({ purpose }: ReceivedCall) {
  if (purpose === 'judge')
    return {
      kind: 'answer',
      value: { matches: true, confidence: 0.8, reason: 'Somebody stands before the gate.' },
    } as const
  const { summary, label, confidence } = seen
  const object = { label, count: 1, confidence, picture: 1, box: { x: 0.4, y: 0.3, width: 0.1, height: 0.4 } }
  return {
    kind: 'answer',
    value: {
      summary,
      narrative: `${summary} Nothing else moves.`,
      tags: [label],
      severity: 'high',
      confidence,
      objects: [object],
      faces: [],
      evidence: [{ picture: 1, shows: summary }],
    },
  } as const
}

async function ok(asked: ReturnType<World['api']['get']>) {
  const { status, body } = await asked
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** An event at that camera, once it is understood. */
async function analysedEvent(camera: AddedCamera) {
  const { event_id: id } = await world.trigger(camera.id)
  return until('the event is analysed', async () => {
    const event = await ok(world.api.get(`/api/v1/events/${id}`))
    return event.ai_status === 'pending' ? null : event
  })
}

/** What the rule made of an event, once that is settled. */
function verdictOn(eventId: string) {
  return until('the event is judged', async () => {
    const { data } = await ok(world.api.get(`/api/v1/alert-rules/${ruleId}/verdicts?event_id=${eventId}`))
    return data[0]?.status === 'decided' && data[0].followed !== 'pending' ? data[0] : null
  })
}

const forgetCooldown = () =>
  world.database.query(`update alerts set triggered_at = triggered_at - interval '5 minutes'`)

let predicate: { version: number; where: { op: string; of: { op: string }[] } }
let ruleId: string
let webhookSecret: string

describe('a rule in plain words', () => {
  it('is compiled without a model, by the names of this organisation', async () => {
    const compiled = await ok(world.api.post('/api/v1/alert-rules/compile', { sentence, use_model: false }))
    expect(compiled).toMatchObject({ compiled_by: 'deterministic', unexpressed: [] })
    expect(compiled.explanation).toMatch(/person/)
    predicate = compiled.predicate
    expect(predicate.where.of).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ op: 'object', label: 'person' }),
        { op: 'camera', in: [gate.id, farGate.id].toSorted() },
        expect.objectContaining({ op: 'time', from: '22:00', to: '06:00' }),
      ]),
    )
  })

  it('is tried on what happened before, with near misses and their reasons', async () => {
    const [night, elsewhere, byDay] = await Promise.all([gate, yard, farGate].map(analysedEvent))
    expect(night).toMatchObject({ ai_status: 'completed', summary: seen.summary, tags: ['person'] })
    const tried = await ok(world.api.post('/api/v1/alert-rules/test-compiled', { predicate }))
    const ids = (events: { event_id: string }[]) => events.map((event) => event.event_id)
    expect(ids(tried.matches)).toEqual([night.id])
    expect(new Set(ids(tried.near_misses))).toEqual(new Set([elsewhere.id, byDay.id]))
    const missed = (eventId: string) =>
      tried.near_misses
        .find((event: { event_id: string }) => event.event_id === eventId)
        .conditions.filter((one: { held: string }) => one.held !== 'yes')
        .map((one: { condition: { op: string } }) => one.condition.op)
    expect([missed(elsewhere.id), missed(byDay.id)]).toEqual([['camera'], ['time']])
    expect((await ok(world.api.get('/api/v1/alerts'))).total).toBe(0)
  })

  it('is made a draft, given a version, and activated', async () => {
    const rule = { name: 'Somebody at the gate', rule_kind: 'camera_event', cooldown_sec: 60, enabled: false }
    const users = await ok(world.api.get('/api/v1/users'))
    const recipients = [{ user_id: users.data[0].id, channels: ['in_app'] }]
    ruleId = (await ok(world.api.post('/api/v1/alert-rules', { ...rule, recipients }))).id
    const versions = `/api/v1/alert-rules/${ruleId}/compiled-versions`
    const doubting = predicate.where.of.map((one) =>
      one.op === 'object' ? { ...one, min_confidence: 0.6 } : one,
    )
    const version = await ok(
      world.api.post(versions, {
        sentence,
        predicate: { version: 1, where: { op: 'all', of: doubting } },
        judge: { use: 'doubtful', in_doubt: 'no_alert' },
      }),
    )
    expect((await world.api.get(`${versions}/active`)).status).toBe(404)
    const activated = await ok(world.api.post(`${versions}/${version.id}/activate`))
    expect(activated).toMatchObject({ rule_enabled: false, version: { active: true, number: 1 } })
    const active = await ok(world.api.post(`/api/v1/alert-rules/${ruleId}/activate`))
    expect(active).toMatchObject({ enabled: true, active_version_id: version.id })
    expect(await ok(world.api.get(`${versions}/active`))).toMatchObject({ id: version.id, sentence })
    await ok(world.api.patch('/api/v1/alert-rules/budget', { daily_limit: 5 }))
    const hook = { name: 'Receiver', url: world.receiver.url, event_types: ['alert'] }
    webhookSecret = (await ok(world.api.post('/api/v1/webhooks', hook))).secret
  })

  it('fires on the right event only, after the judge has looked at what is in doubt', async () => {
    const dim = { summary: 'A dim figure at the gate.', label: 'person', confidence: 0.55 }
    seen = dim
    const events = await Promise.all([gate, yard, farGate].map(analysedEvent))
    const [first, ...others] = events.map(({ id }) => String(id))
    if (first === undefined) throw new Error('no event')
    expect(await verdictOn(first)).toMatchObject({
      outcome: 'match',
      decided_by: 'judge',
      reason: 'Somebody stands before the gate.',
      followed: 'alert',
    })
    expect(await ok(world.api.get('/api/v1/alert-rules/budget'))).toMatchObject({ used: 1, remaining: 4 })
    const alerts = await ok(world.api.get('/api/v1/alerts'))
    expect(alerts.data.map((alert: { event_id: string }) => alert.event_id)).toEqual([first])
    const [delivery] = await world.receiver.waitFor(1)
    if (!delivery) throw new Error('nothing arrived')
    expect(world.receiver.whatIsWrong(delivery, webhookSecret)).toBeNull()
    expect(JSON.parse(delivery.body.toString()).data).toMatchObject({
      event_id: first,
      rule_id: ruleId,
      severity: 'high',
      description: dim.summary,
      confidence: 0.8,
    })
    for (const other of others) {
      const { data } = await ok(
        world.api.get(`/api/v1/alert-rules/${ruleId}/verdicts?event_id=${other}&outcome=match`),
      )
      expect(data).toEqual([])
    }
  })

  it('is told of once for what follows soon after', async () => {
    await forgetCooldown()
    seen = { ...seen, confidence: 0.93 }
    const second = (await analysedEvent(gate)).id
    expect(await verdictOn(second)).toMatchObject({ decided_by: 'predicate', followed: 'alert' })
    const groups = await ok(world.api.get(`/api/v1/admin/notification-groups?rule_id=${ruleId}`))
    expect(groups.data).toMatchObject([{ rule_id: ruleId, camera_id: gate.id, alert_count: 2 }])
    const decisions = await ok(
      world.api.get(`/api/v1/admin/notification-groups/${groups.data[0].id}/decisions`),
    )
    const told = decisions.data.filter((one: { channel: string | null }) => one.channel === 'in_app')
    expect(told.map((one: { outcome: string }) => one.outcome).toSorted()).toEqual(['merged', 'sent'])
    const inbox = await ok(world.api.get('/api/v1/notifications'))
    expect(inbox.total).toBe(1)
  })

  it('falls silent for what was called no big deal, and says so', async () => {
    await ok(
      world.api.patch(`/api/v1/alert-rules/${ruleId}/nbd`, { learn_from_feedback: 'apply', learn_after: 2 }),
    )
    const { data: alerts } = await ok(world.api.get('/api/v1/alerts'))
    for (const { event_id: eventId } of alerts)
      await ok(
        world.api.post(`/api/v1/events/${eventId}/feedback`, { verdict: 'no_big_deal', rule_id: ruleId }),
      )
    const suggestions = await ok(world.api.get(`/api/v1/alert-rules/${ruleId}/nbd/suggestions`))
    expect(suggestions.data).toMatchObject([{ status: 'applied', camera_id: gate.id, no_big_deal: 2 }])
    const override = await ok(world.api.get(`/api/v1/cameras/${gate.id}/nbd-override`))
    expect(Object.keys(override)).toEqual([suggestions.data[0].knob])

    await forgetCooldown()
    const third = (await analysedEvent(gate)).id
    expect(await verdictOn(third)).toMatchObject({
      outcome: 'match',
      followed: 'held_back',
      held_back_by: suggestions.data[0].knob,
      alert_id: null,
    })
    const held = await ok(world.api.get(`/api/v1/alert-rules/${ruleId}/nbd/held-back`))
    expect(held.data).toMatchObject([{ event_id: third, knob: suggestions.data[0].knob, origin: 'camera' }])
    const [group] = (await ok(world.api.get(`/api/v1/admin/notification-groups?rule_id=${ruleId}`))).data
    const decisions = await ok(world.api.get(`/api/v1/admin/notification-groups/${group.id}/decisions`))
    const ofThird = decisions.data.filter((one: { event_id: string }) => one.event_id === third)
    expect(ofThird).toMatchObject([{ outcome: 'held_back', alert_id: null, setting: { origin: 'camera' } }])
    expect(ofThird[0].setting.name).toContain(suggestions.data[0].knob)
    expect((await ok(world.api.get('/api/v1/alerts'))).total).toBe(2)
    expect(world.receiver.received).toHaveLength(2)
  })

  it('sent the model real pictures of the size that it was told', () => {
    const { calls, misfits } = model
    expect(misfits).toEqual([])
    expect(calls.flatMap((call) => call.problems)).toEqual([])
    expect(calls.filter((call) => call.purpose === 'analysis').length).toBeGreaterThanOrEqual(8)
    for (const call of calls) {
      expect(call.pictures.length).toBeGreaterThan(0)
      for (const { width, height } of call.pictures) expect(width).toBeGreaterThan(height)
    }
  })
})
