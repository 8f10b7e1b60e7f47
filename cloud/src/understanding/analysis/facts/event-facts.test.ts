import { afterAll, beforeAll, expect, it } from 'vitest'
import { goodAnswer } from '#testing/good-answer.js'
import { type AnalysisScene, type AnalysisWorld, createAnalysisWorld } from '../analysis-scene.fixture.js'
import { readEventFacts } from './event-facts.service.js'

let world: AnalysisWorld
let scene: AnalysisScene
beforeAll(async () => {
  world = await createAnalysisWorld()
  scene = await world.setScene()
  await scene.setCamera({ ai_analysis_mode: 'snapshot_only' })
  await world.app.test.query(`update sites set timezone = 'Europe/Berlin' where id = $1`, [scene.org.siteId])
})
afterAll(() => world[Symbol.asyncDispose]())

const read = (...ids: string[]) =>
  readEventFacts(world.app.platform.database.forOrg(scene.org.orgId), scene.org.orgId, ids)

it('are what analysis, camera and people say of an event', async () => {
  world.model.answer({
    kind: 'answer',
    value: {
      ...goodAnswer,
      objects: [
        ...goodAnswer.objects,
        { label: 'people', count: 2, confidence: 0.5, picture: null, box: null },
      ],
    },
  })
  const triggeredAt = new Date('2026-03-14T21:05:00.000Z')
  const eventId = await scene.addPictured({
    triggered_at: triggeredAt,
    trigger_topic: 'tns1:RuleEngine/MyRuleDetector/VehicleDetect',
    notes: 'Call Jo.',
  })
  await scene.analyse(eventId)
  expect((await read(eventId)).get(eventId)).toEqual({
    event_id: eventId,
    camera_id: scene.cameraId,
    camera_name: 'Front door',
    site_id: scene.org.siteId,
    site_name: 'Test site',
    timezone: 'Europe/Berlin',
    category: 'motion',
    trigger_source: 'onvif',
    trigger_topic: 'tns1:RuleEngine/MyRuleDetector/VehicleDetect',
    triggered_at: triggeredAt,
    duration_sec: 14,
    analysed: true,
    tags: ['person', 'delivery', 'package', 'vehicle'],
    objects: [
      { label: 'person', confidence: 0.95, count: 3 },
      { label: 'package', confidence: 0.7, count: 1 },
      { label: 'vehicle', confidence: null, count: 1 },
    ],
    severity: 'low',
    confidence: 0.9,
    text: `${goodAnswer.summary}\n${goodAnswer.narrative}\nCall Jo.`,
  })
})

it('without an analysis are what the camera reported', async () => {
  const eventId = await scene.addEvent({ trigger_topic: 'tns1:RuleEngine/MyRuleDetector/FaceDetect' })
  expect((await read(eventId)).get(eventId)).toMatchObject({
    analysed: false,
    tags: ['face', 'person'],
    objects: [
      { label: 'face', confidence: null, count: 1 },
      { label: 'person', confidence: null, count: 1 },
    ],
    severity: null,
    confidence: null,
    text: '',
  })
})

it('are of the organisation alone, many at once', async () => {
  const other = await world.setScene()
  const foreign = await other.addEvent()
  const own = [await scene.addEvent(), await scene.addEvent()]
  expect([...(await read(...own, foreign)).keys()].toSorted()).toEqual(own.toSorted())
  expect((await read()).size).toBe(0)
})
