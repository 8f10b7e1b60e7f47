import { WebhookEnvelope } from '@sightline/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AddedCamera, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

let world: World
let agent: SiteAgent
let cameras: AddedCamera[]

beforeAll(async () => {
  world = await startWorld({
    nodes: 2,
    cameras: [{ name: 'Front door' }, { name: 'Yard' }],
    cloudEnv: { OFFLINE_GRACE_SEC: '6' },
  })
  agent = await world.onlineAgent()
  cameras = []
  for (const fake of world.cameras) cameras.push(await world.addCamera(agent, fake))
  for (const trigger of ['camera_offline', 'gateway_offline']) {
    const rule = { name: trigger, rule_kind: 'system_event', system_trigger: trigger }
    await world.api.post('/api/v1/alert-rules', rule)
  }
  const hook = { name: 'Receiver', url: world.receiver.url, event_types: ['alert'] }
  await world.api.post('/api/v1/webhooks', hook)
})
afterAll(() => world.close())

const alerts = async () => (await world.api.get('/api/v1/alerts')).body
const actionsOf = async (id: string): Promise<string[]> =>
  (await world.api.get(`/api/v1/alerts/${id}/timeline`)).body.entries.map(
    ({ action }: { action: string }) => action,
  )

/** The alert of the newest delivery, of `count` in all. */
async function delivered(count: number) {
  const delivery = (await world.receiver.waitFor(count))[count - 1]
  return WebhookEnvelope.parse(JSON.parse(delivery?.body.toString() ?? '')).data
}

describe('what is off line', () => {
  it('is told once: a camera by itself, and once that it is back', async () => {
    const [door] = cameras
    await door?.fake.faults.refuseConnections()
    const data = await delivered(1)
    expect(data).toMatchObject({
      rule_name: 'camera_offline',
      camera_id: door?.id,
      camera_name: 'Front door',
      event_url: '',
      is_test: false,
      action: 'fired',
      gateway_name: expect.stringMatching(/./),
      site_name: expect.stringMatching(/./),
    })
    expect(data.event_id).toBe(data.alert_id)
    expect(await alerts()).toMatchObject({ data: [{ id: data.alert_id, event_id: null }], total: 1 })
    await door?.fake.faults.comeBack()
    await world.untilCamera(door?.id ?? '', 'online')
    await until('the recovery is noted', async () => (await actionsOf(data.alert_id)).includes('recovered'))
    expect(await delivered(2)).toMatchObject({
      alert_id: data.alert_id,
      event_id: data.event_id,
      action: 'recovered',
      camera_name: 'Front door',
    })
  })

  it('is told once: a gateway, in place of its cameras', async () => {
    await agent.kill()
    const data = await delivered(3)
    expect(data).toMatchObject({
      rule_name: 'gateway_offline',
      camera_id: null,
      camera_name: '',
      description: expect.stringMatching(/is off line, and with it 2 cameras$/),
    })
    agent.run()
    for (const { id } of cameras) await world.untilCamera(id, 'online')
    await until('the recovery is noted', async () => (await actionsOf(data.alert_id)).includes('recovered'))
    expect(await alerts()).toMatchObject({ total: 2 })
    const stats = await world.api.get('/api/v1/alerts/stats')
    expect(stats.body).toMatchObject({ total: 2, by_camera: [{ camera_name: 'Front door', count: 1 }] })
    expect(await delivered(4)).toMatchObject({
      alert_id: data.alert_id,
      action: 'recovered',
      camera_id: null,
    })
    expect(world.receiver.received).toHaveLength(4)
  })
})
