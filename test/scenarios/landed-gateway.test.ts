import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startWorld, type World } from '../harness/index.js'
import { LiveViewer } from '../harness/live-viewer.js'
import { type LandedFolder, landedCommits, openLanded } from '../landed/landed-folder.js'
import { ReplayedGateway } from '../landed/replayed-gateway.js'
import type { Frame, Said } from '../landed/said.js'

// Gateways are brought up to date last: those of every landed commit are served by the cloud of today.

const Paired = z.object({ gateway_id: z.string(), api_key: z.string() })

async function pair(world: World): Promise<z.infer<typeof Paired>> {
  const code = await world.api.post('/api/v1/gateways/generate-pairing-code', {
    name: 'Cupboard',
    site_id: world.siteId,
  })
  const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
  const answer = await world.api.post('/api/v1/gateways/pair', {
    pairing_code: code.body.pairing_code,
    version: '0.1.0',
    public_key: { kty: 'OKP', crv: 'X25519', x },
  })
  return Paired.parse(answer.body)
}

/** Reads every frame as a gateway of the commit does. @param questions the types of its own, by their ids */
async function expectReadable(
  landed: LandedFolder,
  frames: readonly Frame[],
  questions: ReadonlyMap<string, string>,
): Promise<void> {
  const { envelope, bodies, outcomes } = await landed.schemas()
  for (const frame of frames) {
    expect(Object.keys(bodies)).toContain(frame.type)
    const outcome = outcomes[questions.get(frame.re ?? '') ?? '']
    const readings = [
      z.fromJSONSchema(envelope).safeParse(frame),
      z.fromJSONSchema(bodies[frame.type] ?? false).safeParse(frame.body),
      z.fromJSONSchema(outcome ?? true).safeParse(frame.body['value']),
    ]
    for (const { error } of readings) expect(error, JSON.stringify(frame)).toBeUndefined()
  }
}

const questionsOf = (session: readonly Said[]) => new Map(session.map(({ frame }) => [frame.id, frame.type]))

describe.each(await landedCommits())('a gateway of %s', (commit) => {
  it('is served: what it says is acknowledged and stored, and what it hears it can read', async () => {
    const landed = await openLanded(commit)
    const session = await landed.session()
    await using world = await startWorld({ cameras: [] })
    const { gateway_id: gatewayId, api_key: apiKey } = await pair(world)
    await using gateway = await ReplayedGateway.open(world.cloud.url, gatewayId, apiKey)
    const calls: Promise<{ status: number; body: unknown }>[] = []
    let cameraId = ''
    await gateway.replay(session, {
      probe: () => calls.push(world.api.post('/api/v1/cameras', cameraBody(world.siteId, gatewayId))),
      trigger: () => {
        cameraId = gateway.nameOf(landed.facts.camera_id)
        calls.push(world.api.post(`/api/v1/cameras/${cameraId}/trigger`, { duration_sec: 5 }))
      },
      upload: async (begin, { body }) => {
        const { parts } = Begun.parse(body['value'])
        const bytes = await landed.clipOf(String(begin.body['sha256']))
        expect(parts).toHaveLength(1)
        const put = await fetch(new URL(parts[0]?.url ?? '', world.cloud.url), {
          method: 'PUT',
          body: new Uint8Array(bytes),
        })
        expect(put.status).toBeLessThan(300)
      },
    })
    for (const { status, body } of await Promise.all(calls))
      expect(status, JSON.stringify(body)).toBeLessThan(300)

    const refusals = gateway.frames.filter(({ type, body }) => type === 'ack' && !isEmpty(body['rejected']))
    expect(refusals).toEqual([])
    const { body: page } = await world.api.get('/api/v1/events')
    expect(page.total).toBe(landed.facts.events.length)
    for (const { id, clip_sha256, trigger_source } of landed.facts.events) {
      const { body: event } = await world.api.get(`/api/v1/events/${gateway.nameOf(id)}`)
      expect(event).toMatchObject({ clip_status: 'ready', clip_sha256, trigger_source, camera_id: cameraId })
      const { bytes } = await world.api.download(event.clip_url)
      expect(bytes.equals(await landed.clipOf(clip_sha256))).toBe(true)
    }

    // What came later is not asked of one that cannot do it, and whoever asks for it is told why.
    await using viewer = new LiveViewer(world.cloud.url, world.api.token)
    viewer.subscribe(1, cameraId)
    if (capabilitiesOf(session).includes('live'))
      await expect.poll(() => gateway.frames.map(({ type }) => type)).toContain('live.start')
    else await expect.poll(() => viewer.of('ended')).toMatchObject([{ id: 1, reason: 'agent_too_old' }])
    const heard = gateway.frames.length
    const changed = await world.api.patch(`/api/v1/cameras/${cameraId}`, { name: 'Gate again' })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await expect.poll(() => gateway.frames.slice(heard).map(({ type }) => type)).toContain('camera.set')
    expect(gateway.isOpen).toBe(true)
    await expectReadable(landed, gateway.frames, questionsOf(session))
  })
})

/** What the gateway says in its first frame that it can do; one of 0.1.0 says nothing of it. */
const capabilitiesOf = (session: readonly Said[]): readonly string[] =>
  z.array(z.string()).catch([]).parse(session[0]?.frame.body['capabilities'])

const Begun = z.object({ parts: z.array(z.object({ url: z.string() })) })
const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0

/** As it was added then; the widest of every setting that an older gateway has to take. */
const cameraBody = (siteId: string, gatewayId: string) => ({
  name: 'Gate',
  site_id: siteId,
  gateway_id: gatewayId,
  type: 'onvif',
  host: '127.0.0.1',
  port: 8000,
  onvif_username: 'admin',
  onvif_password: 'landed-camera-1',
  recording_duration_sec: 120,
  pre_event_buffer_sec: 10,
  post_event_buffer_sec: 10,
})
