import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AddedCamera, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

const kills = 10

let world: World
let agent: SiteAgent
let camera: AddedCamera
let secret: string

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Front door' }] })
  agent = await world.onlineAgent()
  camera = await world.addCamera(agent)
  ;({ secret } = await world.alertEverything())
})
afterAll(() => world.close())

const trigger = () =>
  until('the trigger is taken', async () => {
    const answer = await world.api.post(`/api/v1/cameras/${camera.id}/trigger`, { duration_sec: 5 })
    return answer.status === 202 ? answer.body : null
  })

const eventIdOf = (body: Buffer) => String(JSON.parse(body.toString()).data.event_id)

it(`delivers every alert over ${kills} kills between event and delivery`, async () => {
  const events = new Set<string>()
  // First attempts are taken and never answered: the event is committed, its delivery is not.
  world.receiver.answerFirstAttempts('hang')
  for (let index = 0; index < kills; index += 1) {
    const { event_id: eventId, status } = await trigger()
    if (status === 'triggered') {
      events.add(eventId)
      await until('its delivery is under way', () =>
        world.receiver.received.some((one) => eventIdOf(one.body) === eventId),
      )
    }
    await world.cloud.kill()
    const killedAt = Date.now()
    await world.cloud.start()
    await world.untilHeard(agent, killedAt)
    await world.database.query(`update alerts set triggered_at = triggered_at - interval '1 hour'`)
  }
  await until('every delivery is settled', async () => {
    const [row] = await world.database.query<{ open: string }>(
      `select count(*) as open from webhook_deliveries where status <> 'delivered'`,
    )
    return Number(row?.open) === 0
  })
  const delivered = world.receiver.received.filter((one) => world.receiver.whatIsWrong(one, secret) === null)
  expect(new Set(delivered.map((one) => eventIdOf(one.body)))).toEqual(events)
  const alerts = await world.api.get('/api/v1/alerts?limit=100')
  expect(alerts.body.total).toBe(events.size)
  const list = await world.api.get('/api/v1/events?limit=100')
  expect(new Set(list.body.data.map((event: { id: string }) => event.id))).toEqual(events)
  for (const eventId of events) await world.untilClip(eventId)
}, 600_000)
