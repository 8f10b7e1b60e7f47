import { ErrorEnvelope, noBigDealDefaults } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { QuietScene } from './suppression-scene.fixture.js'

let world: TestApp
let scene: QuietScene
let rule: string
let override: string

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  scene = await QuietScene.set(world)
  rule = `/alert-rules/${scene.ruleId}/nbd`
  override = `/cameras/${scene.cameraId}/nbd-override`
})

const rowsOf = (table: string) =>
  world.test.query(`select knobs from ${table} where org_id = $1`, [scene.org.orgId])

test('a rule of which nothing was set shows every knob by default, and that can be sent back', async () => {
  const shown = await scene.call<object>('GET', rule)
  expect(shown).toEqual(noBigDealDefaults)
  expect(await scene.call('PATCH', rule, shown)).toEqual(noBigDealDefaults)
})

test('a patch joins what is set, null takes a knob back, and a rule with nothing set leaves no row', async () => {
  await scene.setRule({ min_severity: 'high', repeat_window_sec: 60 })
  expect(await scene.setRule({ repeat_window_sec: 120, suppressed_tags: ['Cat '] })).toEqual({
    ...noBigDealDefaults,
    min_severity: 'high',
    repeat_window_sec: 120,
    suppressed_tags: ['cat'],
  })
  expect(await scene.setRule({ min_severity: null, repeat_window_sec: null })).toMatchObject({
    min_severity: 'info',
    suppressed_tags: ['cat'],
  })
  expect(await rowsOf('nbd_rule_knobs')).toEqual([{ knobs: { suppressed_tags: ['cat'] } }])
  await scene.setRule({ suppressed_tags: null })
  expect(await rowsOf('nbd_rule_knobs')).toEqual([])
})

test('of two patches at once neither is lost', async () => {
  await Promise.all([
    scene.setRule({ min_confidence: 0.5 }),
    scene.setRule({ min_severity: 'low' }),
    scene.setCamera({ repeat_window_sec: 60 }),
    scene.setCamera({ enabled: false }),
  ])
  expect(await scene.call('GET', rule)).toMatchObject({ min_confidence: 0.5, min_severity: 'low' })
  expect(await scene.call('GET', override)).toEqual({ repeat_window_sec: 60, enabled: false })
})

test('a camera overrides knob by knob, until it inherits again', async () => {
  expect(await scene.call('GET', override)).toEqual({})
  await scene.setRule({ min_severity: 'high', suppressed_tags: ['cat'] })
  expect(await scene.setCamera({ suppressed_tags: [], min_confidence: 0.4 })).toEqual({
    suppressed_tags: [],
    min_confidence: 0.4,
  })
  const shown = await scene.call('GET', `${rule}?camera_id=${scene.cameraId}`)
  expect(shown).toMatchObject({ min_severity: 'high', suppressed_tags: [], min_confidence: 0.4 })
  expect(shown).toMatchObject({
    origins: {
      min_severity: 'rule',
      suppressed_tags: 'camera',
      min_confidence: 'camera',
      enabled: 'default',
    },
  })
  expect(await scene.setCamera({ min_confidence: null })).toEqual({ suppressed_tags: [] })
  await scene.call('DELETE', override)
  expect(await scene.call('GET', override)).toEqual({})
  await scene.call('DELETE', override)
  expect(await scene.call('GET', `${rule}?camera_id=${scene.cameraId}`)).toMatchObject({
    suppressed_tags: ['cat'],
    origins: { suppressed_tags: 'rule' },
  })
  expect(await rowsOf('nbd_camera_overrides')).toEqual([])
})

test('each change is audited with what was asked for', async () => {
  await scene.setRule({ min_severity: 'high' })
  await scene.setCamera({ enabled: false })
  await scene.call('DELETE', override)
  await scene.call('DELETE', override)
  const by = { actor_kind: 'user' }
  expect(await scene.audit('alert_rule.nbd_updated')).toEqual([{ ...by, data: { min_severity: 'high' } }])
  expect(await scene.audit('camera.nbd_override_updated')).toEqual([{ ...by, data: { enabled: false } }])
  expect(await scene.audit('camera.nbd_override_deleted')).toEqual([
    { ...by, data: { before: { enabled: false } } },
  ])
})

describe('both routes refuse', () => {
  const refused = async (url: string, payload: object) => {
    const answer = await world.call(scene.operator, { method: 'PATCH', url: `/api/v1${url}`, payload })
    return [answer.statusCode, ErrorEnvelope.parse(answer.json()).error.message]
  }

  it.each([
    [{ silent: true }, /unknown knob silent; the knobs are enabled, min_severity/],
    [{}, /no knob to change; the knobs are enabled/],
    [{ repeat_window_sec: 86_401 }, /repeat_window_sec.*at most 86400 seconds/],
    [{ min_confidence: 2 }, /min_confidence.*from 0 to 1/],
    [{ quiet_hours: [{ from: '22:00', to: '22:00' }] }, /quiet_hours.*from and to differ/],
    [{ origins: { enabled: 'rule' } }, /unknown knob origins/],
  ])('%j', async (payload, message) => {
    for (const url of [rule, override]) {
      expect(await refused(url, payload)).toEqual([400, expect.stringMatching(message)])
    }
    expect(await rowsOf('nbd_rule_knobs')).toEqual([])
  })
})

describe('what is not there', () => {
  it('is a rule or a camera that was deleted, or of another organisation', async () => {
    const abroad = await QuietScene.set(world)
    for (const [method, url] of [
      ['GET', `/alert-rules/${abroad.ruleId}/nbd`],
      ['GET', `${rule}?camera_id=${abroad.cameraId}`],
      ['GET', `${rule}?camera_id=${uuidv7()}`],
      ['GET', `/cameras/${abroad.cameraId}/nbd-override`],
      ['DELETE', `/cameras/${abroad.cameraId}/nbd-override`],
      ['GET', `/alert-rules/${abroad.ruleId}/nbd/held-back`],
      ['GET', `/alert-rules/${abroad.ruleId}/nbd/suggestions`],
    ] as const) {
      await scene.call(method, url, undefined, 404)
    }
    await scene.call('PATCH', `/alert-rules/${abroad.ruleId}/nbd`, { enabled: false }, 404)
    await scene.call('PATCH', `/cameras/${abroad.cameraId}/nbd-override`, { enabled: false }, 404)
    await scene.call('DELETE', `/alert-rules/${scene.ruleId}`)
    await scene.call('PATCH', rule, { enabled: false }, 404)
  })
})

test('knobs go with their rule and their camera', async () => {
  await scene.setRule({ enabled: false })
  await scene.setCamera({ enabled: false })
  await world.test.query('delete from alert_rules where org_id = $1', [scene.org.orgId])
  await world.test.query('delete from cameras where org_id = $1', [scene.org.orgId])
  expect(await rowsOf('nbd_rule_knobs')).toEqual([])
  expect(await rowsOf('nbd_camera_overrides')).toEqual([])
})
