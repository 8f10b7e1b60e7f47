import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ScriptedRelay } from '@sightline/cloud/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, until, type World } from '../harness/index.js'

// A relay that lost its camera to another one and does not know it, or will not believe it.
let world: World
let key: string

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Harbour' }] })
  key = (await readFile(path.join(world.folder, 'cloud', 'relay.key'), 'utf8')).trim()
})
afterAll(() => world.close())

it('changes nothing, whatever it sends', async () => {
  const [fake] = world.cameras
  if (!fake) throw new Error('no camera')
  const origin = world.cloud.url
  const old = await ScriptedRelay.join({ origin, key })
  const made = await world.api.post('/api/v1/cameras', world.directBody(fake))
  const cameraId = String(made.body.id)
  const { lease } = await old.untilHeld(cameraId)
  old.report(cameraId, 'online')
  await world.untilCamera(cameraId, 'online')
  const known = eventOf(cameraId)
  expect(await old.deliver('event.opened', known, lease)).toBeNull()

  // Without a word: the lease has to end by itself.
  old.cut()
  const relay = world.startRelay()
  await until('the real relay takes the camera', () => /"lease\.held"/.test(relay.log))
  await until('the real relay receives the camera', () => fake.counters.framesSent > 0)
  await world.untilCamera(cameraId, 'online')
  const before = await picture(cameraId, known.event_id)

  const again = await ScriptedRelay.join({ origin, key, relayId: old.relayId, lastAckedSeq: 1 })
  again.report(cameraId, 'auth_failed', lease)
  const closed = { event_id: known.event_id, camera_id: cameraId, clip: null, error: 'nothing' }
  expect(await again.deliver('event.opened', eventOf(cameraId), lease)).toBe('stale_lease')
  expect(await again.deliver('event.closed', closed, lease)).toBe('stale_lease')
  const upload = {
    event_id: known.event_id,
    kind: 'snapshot',
    bytes: 10,
    sha256: 'a'.repeat(64),
    content_type: 'image/jpeg',
    codec: null,
    width: 16,
    height: 16,
  } as const
  expect(await again.ask('upload.begin', upload, lease)).toMatchObject({
    ok: false,
    error: { code: 'stale_lease' },
  })
  // A made-up epoch is no better.
  const guessed = { camera_id: cameraId, epoch: lease.epoch + 1 }
  expect(await again.deliver('event.opened', eventOf(cameraId), guessed)).toBe('stale_lease')

  expect(await picture(cameraId, known.event_id)).toEqual(before)
  expect(fake.counters.connectionsOpen).toBe(1)
  again.close()
})

function eventOf(cameraId: string) {
  return {
    event_id: randomUUID(),
    camera_id: cameraId,
    event_category: 'motion',
    trigger_topic: '',
    trigger_source: 'software',
    raw_source: 'picture',
    raw_data: {},
    triggered_at: new Date().toISOString(),
    clock_offset_ms: 0,
    clock_synced: true,
  } as const
}

/** What the API shows of the camera and its events. */
async function picture(cameraId: string, eventId: string) {
  const [camera, event, events] = [
    await world.api.get(`/api/v1/cameras/${cameraId}`),
    await world.api.get(`/api/v1/events/${eventId}`),
    await world.api.get('/api/v1/events'),
  ]
  return { status: camera.body.status, event: event.body, total: events.body.total }
}
