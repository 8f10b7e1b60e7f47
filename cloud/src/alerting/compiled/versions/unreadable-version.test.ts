import { CompiledTrialResult, type CompiledVersion } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { type SignedIn, signInAs } from '#testing/test-user.js'
import { JudgeScene, seesPerson, sure } from '../judge-scene.fixture.js'

let world: TestApp
let scene: JudgeScene
let admin: SignedIn

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  scene = await JudgeScene.set(world.test, world.platform)
  admin = await signInAs(world.platform, scene.org.orgId, 'admin', [])
})

const allDay = { op: 'time', from: '00:00', to: '24:00' }
const inZone = (timezone: string) => ({
  version: 1,
  where: { op: 'all', of: [seesPerson, { ...allDay, timezone }] },
})

/** A rule whose active version is as another release stored it, so long ago. */
async function addStored(
  predicate: object,
  version: object = {},
  age = '2 hours',
): Promise<{ ruleId: string; versionId: string }> {
  const ruleId = await scene.addPlainRule()
  const versionId = await scene.addVersion(ruleId, seesPerson, version)
  await world.test.query(
    'update compiled_rule_versions set predicate = $2, created_at = now() - $3::interval where id = $1',
    [versionId, predicate, age],
  )
  return { ruleId, versionId }
}

const get = async (url: string) => {
  const answer = await world.call(admin, { url: `/api/v1${url}` })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}
const versionsOf = async (ruleId: string) =>
  (await get(`/alert-rules/${ruleId}/compiled-versions`)).json<{ data: CompiledVersion[] }>().data
const tryVersion = (versionId: string) =>
  world.call(admin, {
    method: 'POST',
    url: '/api/v1/alert-rules/test-compiled',
    payload: { version_id: versionId },
  })

test('versions of other releases concern themselves alone: each says what it is, and every other rule goes on', async () => {
  const sound = await scene.addRule(seesPerson)
  const healed = await addStored(inZone('CET'))
  const ahead = await addStored(inZone('+01:00'))
  const nowhere = await addStored(inZone('-0530'))
  const quiet = await addStored(inZone('-0530'), { judge: { use: 'never', in_doubt: 'no_alert' } })
  const later = await addStored({ version: 2, where: { op: 'smell' } })
  const broken = await addStored({ version: 1, where: { op: 'smell', of: 'gas' } })
  const eventId = await scene.addEvent(sure)
  await scene.judge()

  const said = async (ruleId: string) =>
    (await scene.verdicts(ruleId)).map(({ outcome, followed }) => [outcome, followed])
  for (const ruleId of [sound, healed.ruleId, ahead.ruleId])
    expect(await said(ruleId)).toEqual([['match', 'alert']])
  for (const { ruleId } of [nowhere, later, broken])
    expect(await said(ruleId)).toEqual([['doubtful', 'alert']])
  expect(await said(quiet.ruleId)).toEqual([['doubtful', 'no_alert']])
  const reason = async (ruleId: string) => (await scene.verdicts(ruleId))[0]?.reason
  expect(await reason(nowhere.ruleId)).toMatch(/time not known: -0530 is no time zone/)
  expect(await reason(later.ruleId)).toMatch(/cannot be read here: version 2 .* is not known/)
  expect(await reason(broken.ruleId)).toMatch(/cannot be read here: where/)

  for (const { ruleId, versionId } of [healed, ahead, nowhere, quiet, later, broken]) {
    await get(`/alert-rules/${ruleId}`)
    expect((await versionsOf(ruleId)).map(({ id }) => id)).toEqual([versionId])
    await get(`/alert-rules/${ruleId}/compiled-versions/active`)
    expect((await get(`/alert-rules/${ruleId}/verdicts`)).json()).toMatchObject({
      data: [{ event_id: eventId }],
    })
  }
  expect((await get('/alert-rules')).json<{ data: unknown[] }>().data).toHaveLength(7)
  await get(`/events/${eventId}/why`)
  expect(await versionsOf(healed.ruleId)).toMatchObject([{ predicate: inZone('Europe/Brussels') }])
  expect(await versionsOf(nowhere.ruleId)).toMatchObject([
    { predicate: inZone('-0530'), explanation: expect.stringContaining('(-0530, which is no time zone)') },
  ])
  expect(await versionsOf(later.ruleId)).toMatchObject([
    { predicate: null, explanation: expect.stringMatching(/not known: it cannot be read here: version 2/) },
  ])
})

test('an event waits some minutes for a node that reads a new version, and other rules do not', async () => {
  const sound = await scene.addRule(seesPerson)
  const later = await addStored({ version: 2, where: { op: 'smell' } }, {}, '1 minute')
  const never = await addStored({ version: 2, where: { op: 'smell' } }, {}, '1 minute')
  const eventId = await scene.addEvent(sure)
  /** As some time later. */
  const judgeAgain = async () => {
    await world.test.query(`update rule_judgements set next_at = now() where event_id = $1`, [eventId])
    await scene.judge()
  }
  const said = async (ruleId: string) => (await scene.verdicts(ruleId)).map(({ outcome }) => outcome)
  await scene.judge()
  await judgeAgain()
  expect([await said(sound), await said(later.ruleId)]).toEqual([['match'], []])
  // Another rule may be asked by another version meanwhile, which judges what comes from now on.
  await scene.addVersion(sound, seesPerson)
  // What a node of the newer release sees.
  await world.test.query('update compiled_rule_versions set predicate = $2 where id = $1', [
    later.versionId,
    inZone('CET'),
  ])
  await judgeAgain()
  expect([await said(sound), await said(later.ruleId), await said(never.ruleId)]).toEqual([
    ['match'],
    ['match'],
    [],
  ])
  for (let n = 0; n < 5; n += 1) await judgeAgain()
  expect(await said(never.ruleId)).toEqual(['doubtful'])
  expect([await said(sound), await said(later.ruleId)]).toEqual([['match'], ['match']])
  expect(await world.test.query('select status from rule_judgements where event_id = $1', [eventId])).toEqual(
    [{ status: 'judged' }],
  )
})

test('a version is tried where it can be read, and else the trial says why not', async () => {
  await scene.addEvent({ ...sure, at: new Date(Date.now() - 60_000) })
  const ahead = CompiledTrialResult.parse(
    (await tryVersion((await addStored(inZone('+01:00'))).versionId)).json(),
  )
  expect(ahead.counts).toMatchObject({ match: 1, doubtful: 0 })
  const nowhere = CompiledTrialResult.parse(
    (await tryVersion((await addStored(inZone('-0530'))).versionId)).json(),
  )
  expect(nowhere.counts).toMatchObject({ match: 0, doubtful: 1 })
  const later = await tryVersion((await addStored({ version: 2, where: {} })).versionId)
  expect([later.statusCode, later.json<{ error: { message: string } }>().error.message]).toEqual([
    409,
    expect.stringMatching(/version 1 cannot be tried: .*version 2/),
  ])
})

test('zones of sites, organisations and people that are none any more stop no answer and no rule', async () => {
  const { orgId, siteId } = scene.org
  const ruleId = await scene.addRule({
    op: 'all',
    of: [seesPerson, { op: 'time', from: '00:00', to: '24:00' }],
  })
  for (const [stored, shown, outcome] of [
    ['+01:00', 'Etc/GMT-1', 'match'],
    ['CET', 'Europe/Brussels', 'match'],
    ['EST', 'America/Panama', 'match'],
    ['-0530', '-0530', 'doubtful'],
  ] as const) {
    await world.test.query('update sites set timezone = $2 where org_id = $1', [orgId, stored])
    await world.test.query('update organisations set timezone = $2 where id = $1', [orgId, stored])
    await world.test.query(
      `update users set preferences = jsonb_build_object('timezone', $2::text) where org_id = $1`,
      [orgId, stored],
    )
    await world.test.query('delete from alerts where org_id = $1', [orgId])
    const eventId = await scene.addEvent(sure)
    await scene.judge()
    expect((await scene.verdicts(ruleId)).at(-1)?.outcome).toBe(outcome)
    expect((await get('/sites')).json()).toMatchObject({ data: [{ timezone: shown }] })
    expect((await get(`/sites/${siteId}`)).json()).toMatchObject({ timezone: shown })
    expect((await get('/organisation')).json()).toMatchObject({ timezone: shown })
    for (const url of [
      '/auth/me',
      '/alert-rules/budget',
      '/alerts/stats',
      '/alerts?date_from=2026-01-01',
      '/events?date_from=2026-01-01',
      '/events/timeline',
      '/organisation/ai-usage',
      '/admin/notification-groups',
      `/events/${eventId}`,
      `/events/${eventId}/similar`,
      `/cameras/${scene.org.cameraId}/timeline?from=2026-07-01&to=2026-07-02`,
    ])
      await get(url)
  }
})
