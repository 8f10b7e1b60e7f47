import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { CameraLease, UploadPlan } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptedRelay } from '#testing/scripted-relay.js'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { waitUntil } from '../channel/test-nodes.fake.js'
import { addDirectCamera, type RelayWorld, startRelayWorld } from './relay-world.fake.js'

let world: RelayWorld
let org: TestOrg
let operator: SignedIn
let relay: ScriptedRelay
let cameraId: string
let lease: CameraLease

beforeAll(async () => {
  world = await startRelayWorld()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  for (const { platform } of world.nodes.nodes) {
    await rm(platform.config.dataDir, { recursive: true, force: true })
  }
})
beforeEach(async () => {
  await world.clear()
  org = await world.nodes.createOrg()
  operator = await org.signIn('operator')
  const camera = await addDirectCamera(world, org, operator)
  cameraId = camera.id
  relay = await world.relay(0)
  lease = (await relay.untilHeld(cameraId)).lease
})

const opened = (eventId: string = randomUUID(), camera = cameraId) => ({
  event_id: eventId,
  camera_id: camera,
  event_category: 'motion' as const,
  trigger_topic: '',
  trigger_source: 'software' as const,
  raw_source: 'picture',
  raw_data: {},
  triggered_at: new Date().toISOString(),
  clock_offset_ms: 0,
  clock_synced: true,
})

const bytes = Buffer.from('a clip of a harbour')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const clip = {
  start_at: '2026-03-14T09:30:55.080Z',
  end_at: '2026-03-14T09:31:15.120Z',
  codec: 'h264',
  width: 1920,
  height: 1080,
  bytes: bytes.length,
  sha256,
}
const closed = (eventId: string, camera = cameraId) => ({
  event_id: eventId,
  camera_id: camera,
  clip,
  error: null,
})
const upload = (eventId: string) => ({
  event_id: eventId,
  kind: 'clip' as const,
  bytes: bytes.length,
  sha256,
  content_type: 'video/mp4' as const,
  codec: 'h264',
  width: 1920,
  height: 1080,
})

const eventNow = async (id: string) =>
  (await world.nodes.nodes[1].call(operator, { url: `/api/v1/events/${id}` })).json()

/** Everything that a frame could change, as text. */
async function everything(): Promise<string> {
  const rows = await Promise.all(
    ['events', 'event_counts', 'media', 'uploads', 'alerts', 'cameras', 'camera_streams'].map((table) =>
      world.query(`select * from ${table} order by 1, 2, 3`),
    ),
  )
  return JSON.stringify(rows)
}

/** Another relay holds the camera now; the first one is back, and knows nothing of it. */
async function takenOver(): Promise<{ stale: ScriptedRelay; other: ScriptedRelay }> {
  const other = await world.relay(1)
  relay.close()
  await other.untilHeld(cameraId)
  const stale = await world.relay(0, { relayId: relay.relayId, lastAckedSeq: 100 })
  return { stale, other }
}

describe('what a relay delivers', () => {
  it('belongs to the organisation of the lease: event, clip and all', async () => {
    const id = randomUUID()
    expect(await relay.deliver('event.opened', opened(id))).toBe(null)
    expect(await eventNow(id)).toMatchObject({
      camera_id: cameraId,
      recording_source: 'relay',
      event_category: 'motion',
    })
    expect(await world.query('select org_id, site_id, gateway_id from events where id = $1', [id])).toEqual([
      { org_id: org.orgId, site_id: org.siteId, gateway_id: null },
    ])
    expect(await relay.deliver('event.extended', extended(id))).toBe(null)
    expect(await relay.deliver('event.closed', closed(id))).toBe(null)
    const begun = await relay.ask('upload.begin', upload(id), lease)
    if (!begun.ok) throw new Error(begun.error.message)
    const plan = begun.value as UploadPlan
    const [part] = plan.parts
    const put = await fetch(new URL(part?.url ?? '', world.nodes.nodes[0].origin), {
      method: 'PUT',
      body: bytes,
    })
    expect(put.status).toBe(204)
    expect(await relay.ask('upload.complete', { upload_id: plan.upload_id }, lease)).toEqual({
      ok: true,
      value: {},
    })
    expect(await eventNow(id)).toMatchObject({ clip_status: 'ready' })
    // Again, as after a lost answer: nothing is doubled.
    expect(await relay.deliver('event.opened', opened(id))).toBe(null)
    const rows = await world.query('select id from events where org_id = $1', [org.orgId])
    expect(rows).toHaveLength(1)
  })

  it('is shown to nobody of another organisation', async () => {
    const id = randomUUID()
    await relay.deliver('event.opened', opened(id))
    const stranger = await (await world.nodes.createOrg()).signIn('owner')
    const answer = await world.nodes.nodes[0].call(stranger, { url: `/api/v1/events/${id}` })
    expect(answer.statusCode).toBe(404)
  })

  it('still arrives when the lease was ended and nobody took the camera over', async () => {
    const id = randomUUID()
    await relay.deliver('event.opened', opened(id))
    await world.nodes.nodes[1].call(operator, {
      method: 'PATCH',
      url: `/api/v1/cameras/${cameraId}`,
      payload: { enabled: false },
    })
    await relay.untilDropped(cameraId)
    expect(await relay.deliver('event.closed', closed(id), lease)).toBe(null)
    expect(await relay.ask('upload.begin', upload(id), lease)).toMatchObject({ ok: true })
    // But what it says of the camera counts no more.
    relay.report(cameraId, 'online', lease)
    expect(await relay.deliver('event.closed', closed(id), lease)).toBe(null)
    const rows = await world.query<{ status: string }>('select status from cameras where id = $1', [cameraId])
    expect(rows[0]?.status).toBe('disabled')
  })
})

const extended = (eventId: string, camera = cameraId) => ({
  event_id: eventId,
  camera_id: camera,
  absorbed_event_id: null,
  triggered_at: new Date().toISOString(),
})

describe('a stale epoch changes nothing', () => {
  it.each(['event.opened', 'event.extended', 'event.closed'] as const)('%s', async (type) => {
    const id = randomUUID()
    await relay.deliver('event.opened', opened(id))
    const { stale } = await takenOver()
    const before = await everything()
    const send = {
      'event.opened': () => stale.deliver('event.opened', opened(), lease),
      'event.extended': () => stale.deliver('event.extended', extended(id), lease),
      'event.closed': () => stale.deliver('event.closed', closed(id), lease),
    }
    expect(await send[type]()).toBe('stale_lease')
    expect(await everything()).toBe(before)
  })

  it('a status', async () => {
    const other = await world.relay(1, { capacity: 1 })
    relay.close()
    await other.untilHeld(cameraId)
    other.report(cameraId, 'online')
    await waitUntil(async () => (await rowNow())?.status === 'online')
    const stale = await world.relay(0, { relayId: relay.relayId })
    const own = await addDirectCamera(world, org, operator, { name: 'Pier' })
    await stale.untilHeld(own.id)
    const before = await rowNow()
    stale.report(cameraId, 'auth_failed', lease)
    stale.report(cameraId, 'offline', lease)
    // Reports are taken in turn: when this one has arrived, those before it were judged.
    stale.report(own.id, 'online')
    await waitUntil(async () => (await rowNow(own.id))?.status === 'online')
    expect(await rowNow()).toEqual(before)
  })

  it('an upload that begins, and one that ends', async () => {
    const id = randomUUID()
    await relay.deliver('event.opened', opened(id))
    await relay.deliver('event.closed', closed(id))
    const begun = await relay.ask('upload.begin', upload(id), lease)
    if (!begun.ok) throw new Error(begun.error.message)
    const plan = begun.value as UploadPlan
    await fetch(new URL(plan.parts[0]?.url ?? '', world.nodes.nodes[0].origin), {
      method: 'PUT',
      body: bytes,
    })
    const { stale } = await takenOver()
    const before = await everything()
    const refused = { ok: false, error: { code: 'stale_lease' } }
    expect(await stale.ask('upload.begin', upload(id), lease)).toMatchObject(refused)
    expect(await stale.ask('upload.complete', { upload_id: plan.upload_id }, lease)).toMatchObject(refused)
    expect(await everything()).toBe(before)
    expect(await eventNow(id)).toMatchObject({ clip_status: 'uploading' })
  })

  it('nor does an epoch of the future, or one of a camera that the relay never had', async () => {
    const other = await addDirectCamera(world, org, operator, { name: 'Pier' })
    await relay.untilHeld(other.id)
    const outsider = await world.relay(1)
    const before = await everything()
    const future = { camera_id: cameraId, epoch: lease.epoch + 1 }
    expect(await relay.deliver('event.opened', opened(), future)).toBe('stale_lease')
    expect(await outsider.deliver('event.opened', opened(), lease)).toBe('stale_lease')
    expect(await outsider.ask('upload.begin', upload(randomUUID()), lease)).toMatchObject({
      ok: false,
      error: { code: 'stale_lease' },
    })
    outsider.report(cameraId, 'online', lease)
    await outsider.deliver('event.opened', opened(), lease)
    expect(await everything()).toBe(before)
  })
})

const rowNow = async (id = cameraId) =>
  (await world.query<{ status: string }>('select * from cameras where id = $1', [id]))[0]

describe('a lease opens its own camera and nothing else', () => {
  it('refuses a frame whose camera is another than its lease says, or that names none', async () => {
    const other = await addDirectCamera(world, org, operator, { name: 'Pier' })
    const { lease: theirs } = await relay.untilHeld(other.id)
    const before = await everything()
    expect(await relay.deliver('event.opened', opened(randomUUID(), cameraId), theirs)).toBe('invalid')
    expect(await relay.deliver('event.opened', opened(), null)).toBe('invalid')
    expect(await everything()).toBe(before)
    expect(await relay.ask('upload.complete', { upload_id: randomUUID() }, undefined)).toMatchObject({
      ok: false,
      error: { code: 'stale_lease' },
    })
  })

  it("touches no event and no upload of another camera, in the same organisation or in another's", async () => {
    const [elsewhere, stranger] = [await world.nodes.createOrg(), await world.nodes.createOrg()]
    const theirs = await addDirectCamera(world, elsewhere, await elsewhere.signIn('operator'))
    const sibling = await addDirectCamera(world, org, operator, { name: 'Pier' })
    await Promise.all([relay.untilHeld(theirs.id), relay.untilHeld(sibling.id)])
    expect(stranger.orgId).not.toBe(elsewhere.orgId)
    for (const camera of [theirs.id, sibling.id]) {
      const id = randomUUID()
      await relay.deliver('event.opened', opened(id, camera))
      await relay.deliver('event.closed', closed(id, camera))
      const begun = await relay.ask('upload.begin', upload(id), relay.leaseOf(camera))
      if (!begun.ok) throw new Error(begun.error.message)
      const { upload_id } = begun.value as UploadPlan
      const before = await everything()
      expect(await relay.deliver('event.closed', closed(id), lease)).toBe('not_found')
      expect(await relay.deliver('event.extended', extended(id), lease)).toBe('not_found')
      const unknown = { ok: false, error: { code: 'not_found' } }
      expect(await relay.ask('upload.begin', upload(id), lease)).toMatchObject(unknown)
      expect(await relay.ask('upload.complete', { upload_id }, lease)).toMatchObject(unknown)
      // The id of an event of another organisation is free in this one, as any id is.
      if (camera === sibling.id)
        expect(await relay.deliver('event.opened', opened(id), lease)).toBe('conflict')
      expect(await everything()).toBe(before)
    }
  })

  it('lets no relay add cameras or give up a pairing, which are for gateways', async () => {
    const proposal = {
      name: 'Mine',
      connection: { type: 'onvif' as const, host: '10.0.0.9', port: 80 },
      credentials: null,
      found: {
        reachable: true as const,
        streams: [
          {
            role: 'main' as const,
            url: 'rtsp://10.0.0.9/one',
            codec: 'h264',
            width: 640,
            height: 360,
            fps: null,
            gop_sec: null,
          },
        ],
        auth_scheme: null,
        manufacturer: null,
        model: null,
        serial: null,
      },
    }
    const asked = [
      relay.send('camera.propose', proposal, undefined, lease),
      relay.send('gateway.unpair', { events_left: 0, uploads_left: 0 }),
    ]
    for (const id of asked) {
      const answer = await relay.until('result', ({ re }) => re === id)
      expect(answer.body).toMatchObject({ ok: false, error: { code: 'forbidden' } })
    }
  })

  it('gives no way to the cameras and events of a gateway', async () => {
    const gateway = randomUUID()
    await world.query(`insert into gateways (org_id, id, site_id) values ($1, $2, $3)`, [
      org.orgId,
      gateway,
      org.siteId,
    ])
    const behind = randomUUID()
    await world.query(
      `insert into cameras (org_id, id, site_id, gateway_id, name, type) values ($1, $2, $3, $4, 'Attic', 'rtsp')`,
      [org.orgId, behind, org.siteId, gateway],
    )
    const event = randomUUID()
    await world.query(
      `insert into events (org_id, id, camera_id, site_id, gateway_id, event_category, trigger_source, triggered_at)
       values ($1, $2, $3, $4, $5, 'motion', 'onvif', now())`,
      [org.orgId, event, behind, org.siteId, gateway],
    )
    const forged = { camera_id: behind, epoch: 1 }
    const before = await everything()
    expect(await relay.deliver('event.opened', opened(randomUUID(), behind), forged)).toBe('stale_lease')
    expect(await relay.deliver('event.closed', closed(event), lease)).toBe('not_found')
    relay.report(behind, 'online', forged)
    expect(await relay.ask('upload.begin', upload(event), lease)).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    })
    expect(await everything()).toBe(before)
  })
})
