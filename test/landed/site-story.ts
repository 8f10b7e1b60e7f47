import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type FakeCamera, startCamera } from '../fakes/camera/index.js'
import { WebhookReceiver } from '../fakes/webhook-receiver/index.js'
import { ApiClient, type Program, until } from '../harness/index.js'
import type { Checkout } from './checkout.js'
import type { LandedFacts } from './landed-facts.js'
import { LoggingFront } from './logging-front.js'

/** Made up for this alone: no service has ever had them. */
const owner = { email: 'owner@example.com', password: 'Landed-Owner-1' }
const user = { email: 'guard@example.com', password: 'Landed-Guard-1' }
const cameraAccount = { username: 'admin', password: 'landed-camera-1' }

/** Tiny: what matters of a clip here are its bytes. */
const picture = { width: 160, height: 90, fps: 5, gopSec: 1, loopSec: 20 }

/** What the story left beside the data folders. */
export interface SiteStory {
  readonly facts: LandedFacts
  /** The first connection of the gateway. */
  readonly session: LoggingFront['firstSession']
}

interface Scene {
  readonly checkout: Checkout
  readonly env: Readonly<Record<string, string>>
  readonly api: ApiClient
  readonly front: LoggingFront
  readonly agent: Program
  readonly camera: FakeCamera
  readonly receiver: WebhookReceiver
  readonly siteId: string
  readonly gatewayId: string
}

/**
 * A site from its first start to the day on which its line breaks, played by the programs of a checkout: the cloud of `npm
 * start`, and an agent whose camera is a simulated one. The agent has ended in order when `whileItRuns` finds the cloud serving;
 * all have when this resolves.
 * @param dataDir of the cloud @param agentDir of the agent
 */
export async function playSite(
  checkout: Checkout,
  { dataDir, agentDir, commit }: { dataDir: string; agentDir: string; commit: string },
  whileItRuns: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<SiteStory> {
  await using receiver = await WebhookReceiver.start()
  const certificate = `${dataDir}.pem`
  await writeFile(certificate, receiver.certificate.cert)
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    ORG_NAME: 'Landed organisation',
    ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: certificate,
  }
  await using cloud = checkout.start('scripts/start.mjs', [], env)
  const urlOf = () => /^Sightline is ready at (\S+)$/m.exec(cloud.output)?.[1]
  // The first start installs and builds.
  await until('the cloud says where it is', () => cloud.ending ?? urlOf(), 600_000)
  const url = urlOf()
  if (url === undefined) throw new Error(`it ended:\n${cloud.output}`)
  await using front = await LoggingFront.start(() => Number(new URL(url).port))
  const api = new ApiClient(url)
  await api.login(owner.email, owner.password)
  const siteId = String((await api.get('/api/v1/sites')).body.data[0].id)
  const gatewayId = await pair(checkout, { api, front, siteId, agentDir })
  const camera = await startCamera({
    name: 'Gate',
    credentials: cameraAccount,
    picture,
    subPicture: picture,
    timetable: 'rest',
    onvifEvents: {},
  })
  await using agent = checkout.start('agent/dist/main.js', ['run', '--data-dir', agentDir], agentEnv)
  try {
    const scene = { checkout, env, api, front, agent, camera, receiver, siteId, gatewayId }
    const made = await setUp(scene)
    const events = await recordEvents(scene, made.cameraId)
    await sayUnknown(scene)
    const alertId = await theAlert(scene)
    const unsent = await recordWithoutLine(scene, agentDir)
    await agent.end()
    await whileItRuns(env)
    const { cameraId, organisationId, ruleId, webhookId } = made
    return {
      facts: {
        commit,
        owner,
        user,
        organisation_id: organisationId,
        site_id: siteId,
        gateway_id: gatewayId,
        camera_id: cameraId,
        rule_id: ruleId,
        alert_id: alertId,
        webhook_id: webhookId,
        events,
        unsent,
      },
      session: front.firstSession,
    }
  } finally {
    await camera.close()
  }
}

const agentEnv = { CAMERA_CIDRS: '127.0.0.0/8', RECONNECT_MAX_SEC: '1', LOG_LEVEL: 'debug' }

async function pair(
  checkout: Checkout,
  { api, front, siteId, agentDir }: { api: ApiClient; front: LoggingFront; siteId: string; agentDir: string },
): Promise<string> {
  const code = await created(api, 'gateways/generate-pairing-code', { name: 'Cupboard', site_id: siteId })
  await mkdir(agentDir, { recursive: true, mode: 0o700 })
  const args = ['pair', String(code.pairing_code), '--cloud', front.url, '--data-dir', agentDir]
  await checkout.run('agent/dist/main.js', args, agentEnv)
  return String(code.id)
}

/** One more user, a rule with its webhook, and the camera. */
async function setUp(scene: Scene) {
  const { api, receiver, gatewayId, siteId, camera } = scene
  // Kept as long as may be: nothing of this is old enough to be removed when it is looked at.
  const kept = { clip_retention_days: 3650, event_retention_days: 3650 }
  await answered(api.patch('/api/v1/organisation', kept))
  const organisationId = String((await answered(api.get('/api/v1/organisation'))).id)
  await addUser(scene, organisationId)
  const rule = { name: 'Everything', rule_kind: 'camera_event', cooldown_sec: 3600 }
  const ruleId = String((await created(api, 'alert-rules', rule)).id)
  const webhook = { name: 'Receiver', url: receiver.url, event_types: ['alert'] }
  const webhookId = String((await created(api, 'webhooks', webhook)).id)
  await until('the gateway is on line', async () => {
    const { body } = await api.get(`/api/v1/gateways/${gatewayId}`)
    return body.status === 'online' && scene.agent.output.includes('"state":"live"')
  })
  const cameraId = String((await created(api, 'cameras', cameraBody(camera, siteId, gatewayId))).id)
  await until('the camera is on line, and its events are listened to', async () => {
    const { body: shown } = await api.get(`/api/v1/cameras/${cameraId}`)
    const { body: found } = await api.get(`/api/v1/cameras/${cameraId}/diagnostics`)
    return shown.status === 'online' && found.events?.state === 'subscribed'
  })
  return { organisationId, ruleId, webhookId, cameraId }
}

async function addUser({ checkout, env, api }: Scene, organisationId: string): Promise<void> {
  await created(api, 'users', { email: user.email, display_name: 'Guard', role: 'operator' })
  const args = ['user', 'invite-link', '--org', organisationId, '--email', user.email]
  const printed = await checkout.run('cloud/dist/cli.js', args, { ...env, PUBLIC_URL: api.origin })
  const token = /token=([\w-]+)/.exec(printed)?.[1]
  await answered(api.post('/api/v1/auth/reset-password', { token, new_password: user.password }))
}

function cameraBody(camera: FakeCamera, siteId: string, gatewayId: string) {
  return {
    name: 'Gate',
    site_id: siteId,
    gateway_id: gatewayId,
    type: 'onvif',
    host: '127.0.0.1',
    port: camera.onvifPort,
    onvif_username: cameraAccount.username,
    onvif_password: cameraAccount.password,
    recording_duration_sec: 5,
    pre_event_buffer_sec: 2,
    post_event_buffer_sec: 0,
    // What the camera itself tells makes the events.
    motion_zones_json: [
      {
        name: 'Everything',
        kind: 'exclude',
        points: [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      },
    ],
  }
}

/** One that goes on when something moves again, one by hand, and one more. */
async function recordEvents({ api, camera, front }: Scene, cameraId: string): Promise<LandedFacts['events']> {
  const said = (type: string) => front.firstSession.filter(({ frame }) => frame.type === type).length
  camera.move(1)
  await until('the event is opened', () => said('event.opened') === 1)
  // The camera tells of the end of the movement first, and the recording lasts five seconds.
  await delay(2000)
  camera.move(1)
  await until('it goes on', () => said('event.extended') > 0)
  await until('it is over', () => said('event.closed') === 1)
  const trigger = { duration_sec: 5, note: 'By hand' }
  const { event_id: manualId } = await answered(api.post(`/api/v1/cameras/${cameraId}/trigger`, trigger))
  await until('the second is over', () => said('event.closed') === 2)
  camera.move(2)
  await until('the third is over', () => said('event.closed') === 3)
  const { body: page } = await api.get('/api/v1/events')
  if (page.total !== 3) throw new Error(`three events were expected: ${JSON.stringify(page)}`)
  const events: LandedFacts['events'] = []
  for (const { id } of page.data.toReversed()) {
    const shown = await until('its clip and its picture are there', async () => {
      const { body } = await api.get(`/api/v1/events/${id}`)
      return body.clip_status === 'ready' && body.snapshot_url !== null && body
    })
    const { trigger_source, clip_sha256 } = shown
    events.push({ id, trigger_source: String(trigger_source), clip_sha256: String(clip_sha256) })
  }
  if (events[1]?.id !== manualId) throw new Error('the second event is not the manual one')
  return events
}

/** A command that came after this commit, if not after a later one: its gateway goes on as if it had not come. */
async function sayUnknown({ front, agent }: Scene): Promise<void> {
  const heartbeats = () => front.firstSession.filter(({ frame }) => frame.type === 'heartbeat').length
  const before = heartbeats()
  const body = { deadline_ms: 5000, live_id: '019a8f30-0000-7000-8000-0000000000fe', stream: 'main' }
  front.sayToGateway({ v: 1, id: '019a8f30-0000-7000-8000-0000000000ff', type: 'never.known', body })
  await until('the gateway says that it knows no such thing', () => agent.output.includes('unknown type'))
  await until('it goes on', () => heartbeats() > before)
}

async function theAlert({ api, receiver }: Scene): Promise<string> {
  await receiver.waitFor(1)
  return until('the webhook has the alert', async () => {
    const { body: alerts } = await api.get('/api/v1/alerts')
    const { body: hooks } = await api.get('/api/v1/webhooks')
    const { body: sent } = await api.get(`/api/v1/webhooks/${hooks.data[0].id}/deliveries`)
    return sent.data[0]?.status === 'delivered' && alerts.total === 1 && String(alerts.data[0].id)
  })
}

/** The line breaks, and something happens. */
async function recordWithoutLine(
  { agent, camera, front }: Scene,
  agentDir: string,
): Promise<LandedFacts['unsent']> {
  front.cut()
  const before = agent.output.length
  camera.move(2)
  const id = await until('the clip is ready', () =>
    agent.output
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('"recording.closed"'))
      .map((line) => /"eventId":"([\w-]+)"/.exec(line)?.[1])
      .at(-1),
  )
  const folder = path.join(agentDir, 'recordings')
  const clips = (await readdir(folder)).filter((name) => name.startsWith(id) && name.endsWith('.mp4'))
  const [clip] = clips
  if (clip === undefined || clips.length > 1) throw new Error(`not one clip of ${id}: ${clips.join(', ')}`)
  const bytes = await readFile(path.join(folder, clip))
  return { id, clip_sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The body of what was made. @throws Error if nothing was */
async function created(api: ApiClient, where: string, body: object): Promise<Record<string, unknown>> {
  return answered(api.post(`/api/v1/${where}`, body))
}

async function answered(call: ReturnType<ApiClient['get']>): Promise<Record<string, unknown>> {
  const { status, body } = await call
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}
