import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type UploadBegin, WebhookEnvelope } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import type { TestApp } from '#testing/test-app.js'
import type { TestReceiver } from '#testing/test-receiver.js'
import type { SignedIn } from '#testing/test-user.js'
import { objectKey } from './events/media/store/blob-store.service.js'
import { DatabaseUnavailableError } from './platform/database/clients/unavailable.js'

/** What is done to a node all the while, by whom, and until when. */
export interface NodeLoad {
  readonly world: TestApp
  /** Where it listens. */
  readonly origin: string
  readonly owner: SignedIn
  readonly gateway: { readonly orgId: string; readonly gatewayId: string; readonly cameraId: string }
  readonly receiver: TestReceiver
  readonly stop: AbortSignal
  /** A step of this kind went well. */
  readonly wentWell: (kind: LoadKind) => void
}

export type LoadKind = 'make' | 'read' | 'send' | 'upload'

/** All that the node acknowledged. */
export class Acknowledged {
  /** Names of the sites whose creation was answered 201. */
  readonly sites: string[] = []
  /** Ids of the events that were confirmed. */
  readonly events: string[] = []
  /** Of the clips that were confirmed: their events, and the hashes of their bytes. */
  readonly clips = new Map<string, string>()
  /** Answers 503, all with Retry-After. */
  refused = 0

  /** Any answer but that is a fault of the node. */
  requireRefusal(status: number, retryAfter: string | null | undefined, body: string): void {
    if (status !== 503 || retryAfter !== '1') throw new Error(`answered ${status}, ${retryAfter}: ${body}`)
    this.refused += 1
  }
}

/** As people do: they make something, and look at a list. */
export async function keepMaking(load: NodeLoad, worker: number, told: Acknowledged): Promise<void> {
  const { world, owner, wentWell } = load
  for (let n = 0; !load.stop.aborted; n += 1) {
    const name = `site ${worker}-${n}`
    const answer = await world.call(owner, { method: 'POST', url: '/api/v1/sites', payload: { name } })
    if (answer.statusCode === 201) {
      told.sites.push(name)
      wentWell('make')
    } else told.requireRefusal(answer.statusCode, String(answer.headers['retry-after']), answer.body)
    const list = await world.call(owner, { url: '/api/v1/events' })
    if (list.statusCode === 200) wentWell('read')
    else told.requireRefusal(list.statusCode, String(list.headers['retry-after']), list.body)
  }
}

/** As a gateway does: an event is sent until it is confirmed, and then forgotten. */
export async function keepSending(load: NodeLoad, told: Acknowledged): Promise<void> {
  while (!load.stop.aborted) {
    await sendEvent(load, told)
    load.wentWell('send')
  }
}

/** Of each camera an event a minute has an alert: each of these is more than a minute before the last, however late it is sent. */
const lastEventMs = Date.now()
let eventsSent = 0

async function sendEvent({ world, gateway }: NodeLoad, told: Acknowledged): Promise<string> {
  const { orgId, gatewayId, cameraId } = gateway
  eventsSent += 1
  const body = {
    event_id: uuidv7(),
    camera_id: cameraId,
    event_category: 'motion' as const,
    trigger_topic: 'tns1:VideoSource/MotionAlarm',
    trigger_source: 'onvif' as const,
    raw_source: 'onvif',
    raw_data: {},
    triggered_at: new Date(lastEventMs - eventsSent * 61_000).toISOString(),
    clock_offset_ms: 0,
    clock_synced: true,
  }
  const outcome = await untilAnswered(() =>
    world.services.intake.take({ orgId, gatewayId, receivedAt: new Date() }, { type: 'event.opened', body }),
  )
  if (outcome !== 'stored' && outcome !== 'duplicate') throw new Error('the event was refused')
  told.events.push(body.event_id)
  return body.event_id
}

/** As a gateway does over its channel: what the database kept from being answered is sent again. */
async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      await sleep(5)
    }
  }
}

/** As a gateway does: a clip is planned, its part put by its link, and the whole completed, each until it is answered. */
export async function keepUploading(load: NodeLoad, told: Acknowledged): Promise<void> {
  while (!load.stop.aborted) {
    const eventId = await sendEvent(load, told)
    const bytes = randomBytes(20_000)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await uploadClip(load, told, { eventId, bytes, sha256 })
    told.clips.set(eventId, sha256)
    load.wentWell('upload')
  }
}

interface Clip {
  readonly eventId: string
  readonly bytes: Buffer
  readonly sha256: string
}

async function uploadClip(
  { world, origin, gateway }: NodeLoad,
  told: Acknowledged,
  clip: Clip,
): Promise<void> {
  const { uploads } = world.services
  const begin: UploadBegin = {
    event_id: clip.eventId,
    kind: 'clip',
    bytes: clip.bytes.length,
    sha256: clip.sha256,
    content_type: 'video/mp4',
    codec: 'h264',
    width: 640,
    height: 360,
  }
  const plan = await untilAnswered(() => uploads.beginUpload(gateway, begin))
  if (!plan.ok) throw new Error(`upload.begin: ${plan.error.code}: ${plan.error.message}`)
  for (const { url } of plan.value.parts) await putPart(`${origin}${url}`, clip.bytes, told)
  const { upload_id } = plan.value
  const done = await untilAnswered(() => uploads.completeUpload(gateway, { upload_id }))
  if (!done.ok) throw new Error(`upload.complete: ${done.error.code}: ${done.error.message}`)
}

async function putPart(url: string, bytes: Buffer, told: Acknowledged): Promise<void> {
  for (;;) {
    const answer = await fetch(url, { method: 'PUT', body: bytes })
    const said = await answer.text()
    if (answer.status === 204) return
    told.requireRefusal(answer.status, answer.headers.get('retry-after'), said)
    await sleep(5)
  }
}

/** What was acknowledged and is not there: nothing. */
export async function missingOf({ world, receiver, gateway }: NodeLoad, told: Acknowledged) {
  const namesOf = async (text: string) =>
    new Set((await world.test.query<{ name: string }>(text)).map(({ name }) => name))
  const sites = await namesOf('select name from sites')
  const events = await namesOf('select id as name from events')
  const delivered = new Set(
    receiver.received.map(({ body }) => WebhookEnvelope.parse(JSON.parse(body)).data.event_id),
  )
  const media = await world.test.query<{ id: string; event_id: string }>(
    `select id, event_id from media where kind = 'clip' and state = 'ready'`,
  )
  const clips = new Map(media.map(({ id, event_id: eventId }) => [eventId, id]))
  const damaged: string[] = []
  for (const [eventId, sha256] of told.clips) {
    const id = clips.get(eventId)
    const stream = id && (await world.services.mediaStore.read(objectKey(gateway.orgId, id)))
    const hash = createHash('sha256').update(stream ? await buffer(stream) : '')
    if (hash.digest('hex') !== sha256) damaged.push(eventId)
  }
  return {
    sites: told.sites.filter((name) => !sites.has(name)),
    events: told.events.filter((id) => !events.has(id)),
    deliveries: told.events.filter((id) => !delivered.has(id)),
    clips: damaged,
  }
}
