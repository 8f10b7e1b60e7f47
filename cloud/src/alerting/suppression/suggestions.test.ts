import type { NoBigDealSuggestion } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { QuietScene } from './suppression-scene.fixture.js'

let world: TestApp
let scene: QuietScene
let day: number

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  scene = await QuietScene.set(world)
  day = 0
})

/** Events that became alerts, each on a day and at an hour of its own. */
async function alerts(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    day += 1
    const hour = String((day * 7) % 24).padStart(2, '0')
    const at = `2026-03-${String(day).padStart(2, '0')}T${hour}:00:00.000Z`
    const id = await scene.happen(at)
    if (!(await scene.isAlert(id))) throw new Error(`${at} made no alert`)
    ids.push(id)
  }
  return ids
}

async function bored(ids: readonly string[]): Promise<void> {
  for (const id of ids) await scene.feedback(id, 'no_big_deal')
}

async function suggestions(query = ''): Promise<NoBigDealSuggestion[]> {
  const url = `/alert-rules/${scene.ruleId}/nbd/suggestions${query}`
  return (await scene.call<{ data: NoBigDealSuggestion[] }>('GET', url)).data
}

async function only(): Promise<NoBigDealSuggestion> {
  const [one, ...more] = await suggestions()
  if (!one || more.length > 0) throw new Error(`there are ${more.length + (one ? 1 : 0)} suggestions`)
  return one
}

const decide = (sid: string, what: 'apply' | 'dismiss', status = 200) =>
  scene.call<NoBigDealSuggestion>(
    'POST',
    `/alert-rules/${scene.ruleId}/nbd/suggestions/${sid}/${what}`,
    undefined,
    status,
  )
const override = () => scene.call<object>('GET', `/cameras/${scene.cameraId}/nbd-override`)

describe('feedback', () => {
  it('of the same kind, three times, makes one suggestion that is explained', async () => {
    const [a = '', b = '', c = ''] = await alerts(3)
    await bored([a, b])
    expect(await suggestions()).toEqual([])
    await bored([c])
    expect(await suggestions()).toEqual([
      {
        id: expect.any(String),
        rule_id: scene.ruleId,
        camera_id: scene.cameraId,
        category: 'motion',
        tag: null,
        knob: 'suppressed_categories',
        value: ['motion'],
        reason: expect.stringContaining('3 events called no big deal: '),
        no_big_deal: 3,
        useful: 0,
        event_ids: [a, b, c],
        status: 'open',
        created_at: expect.any(String),
        updated_at: expect.any(String),
        decided_at: null,
        decided_by: null,
      },
    ])
    expect(await override()).toEqual({})
  })

  it('again and again of one person, or of several about one event, counts once', async () => {
    const [a = '', b = ''] = await alerts(2)
    const viewer = await scene.org.signIn('viewer', [scene.org.siteId])
    await bored([a, b, a, b, a, b])
    await scene.feedback(a, 'no_big_deal', viewer)
    expect(await suggestions()).toEqual([])
  })

  it('that is useful takes one away, and withdraws what it speaks against', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = await alerts(5)
    await bored([a, b, c])
    const { id } = await only()
    await scene.feedback(d, 'useful')
    expect(await suggestions()).toMatchObject([
      { id, status: 'withdrawn', no_big_deal: 3, useful: 1, decided_by: { kind: 'system' } },
    ])
    await decide(id, 'apply', 409)
    await bored([e])
    expect(await suggestions('?status=open')).toMatchObject([{ no_big_deal: 4, useful: 1 }])
  })

  it('that somebody changed counts as it was said last, and of two people neither', async () => {
    const [a = '', b = '', c = ''] = await alerts(3)
    const viewer = await scene.org.signIn('viewer', [scene.org.siteId])
    await scene.feedback(a, 'useful', viewer)
    await bored([a, b, c])
    expect(await suggestions()).toEqual([])
    await scene.feedback(a, 'wrong', viewer)
    expect(await suggestions()).toMatchObject([{ no_big_deal: 3, useful: 0 }])
  })

  it('of two people at once makes one suggestion', async () => {
    const ids = await alerts(4)
    const viewer = await scene.org.signIn('viewer', [scene.org.siteId])
    await bored(ids.slice(0, 2))
    await Promise.all([
      scene.feedback(ids[2] ?? '', 'no_big_deal'),
      scene.feedback(ids[3] ?? '', 'no_big_deal', viewer),
    ])
    expect(await only()).toMatchObject({ no_big_deal: 4, event_ids: ids })
  })

  it('older than the knob says is not counted, nor where nothing is to be learnt', async () => {
    const [a = '', b = '', c = ''] = await alerts(3)
    await bored([a, b])
    await world.test.query(
      `update event_feedback set changed_at = changed_at - interval '14 days 1 second' where org_id = $1`,
      [scene.org.orgId],
    )
    await bored([c])
    expect(await suggestions()).toEqual([])
    await scene.setRule({ learn_within_days: 15, learn_from_feedback: 'off' })
    await bored([c])
    expect(await suggestions()).toEqual([])
    await scene.setRule({ learn_from_feedback: 'suggest' })
    await bored([c])
    expect(await suggestions()).toHaveLength(1)
  })

  it('on another camera, rule or kind is another matter', async () => {
    const other = await scene.addCamera()
    const [a = '', b = ''] = await alerts(2)
    await bored([a, b, await scene.happen('2026-03-20T10:00:00.000Z', { cameraId: other })])
    await bored([await scene.happen('2026-03-21T10:00:00.000Z', { category: 'audio' })])
    expect(await suggestions()).toEqual([])
  })
})

describe('a suggestion', () => {
  it('that is applied stands in the override of the camera, holds back, and can be taken back', async () => {
    await bored(await alerts(3))
    const { id } = await only()
    const applied = await decide(id, 'apply')
    expect(applied).toMatchObject({ status: 'applied', decided_by: { kind: 'user' } })
    expect(await decide(id, 'apply')).toEqual(applied)
    expect(await override()).toEqual({ suppressed_categories: ['motion'] })
    const quiet = await scene.happen('2026-03-20T10:00:00.000Z')
    expect(await scene.isAlert(quiet)).toBe(false)
    expect(await scene.audit('camera.nbd_suggestion_applied')).toEqual([
      {
        actor_kind: 'user',
        data: { rule_id: scene.ruleId, suggestion_id: id, suppressed_categories: ['motion'] },
      },
    ])
    expect(await decide(id, 'dismiss')).toMatchObject({ status: 'dismissed' })
    expect(await override()).toEqual({})
    expect(await scene.audit('camera.nbd_suggestion_taken_back')).toHaveLength(1)
    expect(await scene.isAlert(await scene.happen('2026-03-21T10:00:00.000Z'))).toBe(true)
  })

  it('adds to what the rule suppresses, and is not taken back over a later change', async () => {
    await scene.setRule({ suppressed_categories: ['audio'] })
    await bored(await alerts(3))
    const { id } = await only()
    await decide(id, 'apply')
    expect(await override()).toEqual({ suppressed_categories: ['audio', 'motion'] })
    await scene.setCamera({ suppressed_categories: ['motion'] })
    await decide(id, 'dismiss', 409)
    expect(await override()).toEqual({ suppressed_categories: ['motion'] })
  })

  it('that is dismissed does not return before as many new events were called no big deal', async () => {
    const first = await alerts(3)
    await bored(first)
    const { id } = await only()
    expect(await decide(id, 'dismiss')).toMatchObject({ status: 'dismissed', decided_by: { kind: 'user' } })
    expect(await decide(id, 'dismiss')).toMatchObject({ status: 'dismissed' })
    await decide(id, 'apply', 409)
    await bored([...first, ...(await alerts(2)), ...first])
    expect(await suggestions('?status=open')).toEqual([])
    await bored(await alerts(1))
    expect(await suggestions('?status=open')).toMatchObject([{ no_big_deal: 3 }])
  })

  it('is not decided on through another rule, or another organisation', async () => {
    await bored(await alerts(3))
    const { id } = await only()
    const abroad = await QuietScene.set(world)
    await abroad.call('POST', `/alert-rules/${abroad.ruleId}/nbd/suggestions/${id}/apply`, undefined, 404)
    await scene.call('POST', `/alert-rules/${uuidv7()}/nbd/suggestions/${id}/apply`, undefined, 404)
    await decide(uuidv7(), 'dismiss', 404)
  })

  it('is listed in pages', async () => {
    await bored(await alerts(3))
    await decide((await only()).id, 'dismiss')
    await bored(await alerts(3))
    const url = `/alert-rules/${scene.ruleId}/nbd/suggestions?limit=1`
    const first = await scene.call<{ next_cursor: string; data: object[] }>('GET', url)
    expect(first).toMatchObject({ total: 2, data: [{ status: 'open' }] })
    expect(await scene.call('GET', `${url}&cursor=${first.next_cursor}`)).toMatchObject({
      total: 2,
      next_cursor: null,
      data: [{ status: 'dismissed' }],
    })
  })
})

test('where the knob says so, what is learnt is applied at once by the service, visibly, and can be taken back', async () => {
  await scene.setRule({ learn_from_feedback: 'apply' })
  await bored(await alerts(3))
  const { id, ...suggestion } = await only()
  expect(suggestion).toMatchObject({ status: 'applied', decided_by: { kind: 'system', id: null } })
  expect(await scene.audit('camera.nbd_suggestion_applied')).toMatchObject([{ actor_kind: 'system' }])
  expect(
    await scene.call('GET', `/alert-rules/${scene.ruleId}/nbd?camera_id=${scene.cameraId}`),
  ).toMatchObject({
    suppressed_categories: ['motion'],
    origins: { suppressed_categories: 'camera', learn_from_feedback: 'rule' },
  })
  await decide(id, 'dismiss')
  expect(await override()).toEqual({})
})

test('what viewers say is a suggestion, also where the knob says more; an operator who says the like has it applied', async () => {
  await scene.setRule({ learn_from_feedback: 'apply' })
  const viewer = await scene.org.signIn('viewer', [scene.org.siteId])
  for (const id of await alerts(4)) await scene.feedback(id, 'no_big_deal', viewer)
  expect(await only()).toMatchObject({ status: 'open', no_big_deal: 4 })
  expect(await override()).toEqual({})
  await bored(await alerts(1))
  expect(await only()).toMatchObject({ status: 'applied', no_big_deal: 5 })
})

test('what the service applied is taken back by the service when somebody missed an alert by it', async () => {
  await scene.setRule({ learn_from_feedback: 'apply' })
  await bored(await alerts(3))
  const { id } = await only()
  const missed = await scene.happen('2026-03-20T10:00:00.000Z')
  await scene.feedback(missed, 'no_big_deal')
  expect(await override()).toEqual({ suppressed_categories: ['motion'] })
  await scene.feedback(missed, 'useful')
  expect(await override()).toEqual({})
  expect(await only()).toMatchObject({ id, status: 'withdrawn', decided_by: { kind: 'system' } })
  expect(await scene.audit('camera.nbd_suggestion_taken_back')).toMatchObject([
    { actor_kind: 'system', data: { useful_event_id: missed, suggestion_id: id } },
  ])
  expect(await scene.isAlert(await scene.happen('2026-03-21T10:00:00.000Z'))).toBe(true)
})

test('what a person applied, or changed since, is not taken back by the service', async () => {
  await bored(await alerts(3))
  await decide((await only()).id, 'apply')
  await scene.feedback(await scene.happen('2026-03-20T10:00:00.000Z'), 'useful')
  expect(await override()).toEqual({ suppressed_categories: ['motion'] })
})

test('of an alert that was held back, that it would have been useful counts, and no big deal does not', async () => {
  const [a = '', b = '', c = ''] = await alerts(3)
  await scene.setRule({ repeat_window_sec: 86_400 })
  const heldBack = await scene.happen(`2026-03-0${day}T23:00:00.000Z`)
  expect(await scene.isAlert(heldBack)).toBe(false)
  await bored([a, b, heldBack])
  expect(await suggestions()).toEqual([])
  await scene.feedback(heldBack, 'useful')
  await bored([c])
  expect(await suggestions()).toEqual([])
})

test('suggestions go with their camera, and what they counted with its event', async () => {
  const [a = ''] = await alerts(3)
  await bored(await alerts(3))
  await world.test.query('delete from events where org_id = $1 and id <> $2', [scene.org.orgId, a])
  expect((await only()).event_ids).toEqual([])
})
