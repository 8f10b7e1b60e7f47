import path from 'node:path'
import { WebhookEnvelope } from '@sightline/protocol'
import type { FakeCamera } from '../fakes/camera/index.js'
import { type Answer, ApiClient } from '../harness/api-client.js'
import { boxesOf } from '../harness/clip.js'
import { LiveViewer } from '../harness/live-viewer.js'
import { SiteAgent } from '../harness/site-agent.js'
import { until } from '../harness/until.js'
import type { Narrator } from './narrator.js'
import { owner, type Stage } from './stage.js'

/** Seconds that the demo's cameras record after a trigger, and before it. */
const recording = { duration_sec: 5, pre_event_buffer_sec: 3, post_event_buffer_sec: 1 } as const

/** Plays the loop of the product once: from pairing to a verified webhook and a clip that plays. */
export async function play(stage: Stage, tell: Narrator): Promise<void> {
  const api = new ApiClient(stage.cloud.url)
  await api.login(owner.email, owner.password)
  const siteId = String(expectStatus(await api.get('/api/v1/sites'), 200).data[0].id)
  const gatewayId = await pairAndRun(stage, api, siteId, tell)
  await discover(api, gatewayId, stage.cameras, tell)
  const cameraId = await addCameras(stage, api, { siteId, gatewayId }, tell)
  const secret = await alertIntegrator(stage, api, tell)
  const eventId = await trigger(api, cameraId, tell)
  await receiveWebhook(stage, api, { secret, eventId }, tell)
  await showClip(api, eventId, tell)
  await understand(api, eventId, tell)
  await watchLive(stage, api, cameraId, tell)
  await noticeMovement(stage, api, tell)
  await ruleInWords(api, tell)
}

/** What the event's analysis says; without a model, what is known of it and why there is no more. */
async function understand(api: ApiClient, eventId: string, tell: Narrator): Promise<void> {
  const event = await until('the event is understood', async () => {
    const { body } = await api.get(`/api/v1/events/${eventId}`)
    return body.ai_status === 'pending' ? null : body
  })
  const { ai_status: status, ai_reason: reason } = event
  tell.step(
    `"${event.summary}"`,
    status === 'completed' ? `tags: ${event.tags.join(', ')}` : `${status}: ${reason}`,
  )
}

/** The camera as it is now, as a page of the console gets it. */
async function watchLive({ cloud }: Stage, api: ApiClient, cameraId: string, tell: Narrator): Promise<void> {
  await using viewer = new LiveViewer(cloud.url, api.token)
  viewer.subscribe(1, cameraId)
  await viewer.untilFrames(1, 50)
  const [format] = viewer.of('format')
  const delays = viewer.latencies(1).toSorted((a, b) => a - b)
  const usual = delays[Math.floor(delays.length / 2)] ?? 0
  tell.step(
    `Watch it live: ${cloud.publicUrl}/cameras/${cameraId}/live`,
    `${format?.width}x${format?.height} ${format?.codec}, from the agent to a viewer in ${Math.round(usual)} ms`,
    `sign in as ${owner.email} with ${owner.password}`,
  )
}

/** A rule as one would tell a guard, tried on what happened before. */
async function ruleInWords(api: ApiClient, tell: Narrator): Promise<void> {
  const sentence = 'motion in the yard'
  const compiled = expectStatus(await api.post('/api/v1/alert-rules/compile', { sentence }), 200)
  const tried = expectStatus(
    await api.post('/api/v1/alert-rules/test-compiled', { predicate: compiled.predicate }),
    200,
  )
  tell.step(
    `A rule in plain words: "${sentence}"`,
    `understood as: ${compiled.explanation}`,
    `of ${tried.scanned} events so far it is met by ${tried.counts.match}`,
  )
}

/** Somebody walks by both cameras: one tells of it itself, by ONVIF; in the picture of the other the agent sees it. */
async function noticeMovement(
  { cameras: [front, yard] }: Stage,
  api: ApiClient,
  tell: Narrator,
): Promise<void> {
  for (const camera of [front, yard]) camera.move(6)
  const noticed = (source: 'onvif' | 'software') =>
    until(`an event of movement, ${source}`, async () => {
      const { body } = await api.get(`/api/v1/events?event_category=motion&trigger_source=${source}`)
      return body.data[0] ?? null
    })
  const [told, seen] = await Promise.all([noticed('onvif'), noticed('software')])
  tell.step(
    'Somebody walks by, and nobody triggers anything',
    `${told.camera_name} says so itself (${told.trigger_topic}): event ${told.id}`,
    `${seen.camera_name} does not; the agent sees it in the picture: event ${seen.id}`,
  )
}

async function pairAndRun(stage: Stage, api: ApiClient, siteId: string, tell: Narrator): Promise<string> {
  const code = expectStatus(
    await api.post('/api/v1/gateways/generate-pairing-code', { name: 'Demo gateway', site_id: siteId }),
    201,
  )
  tell.step(`Pairing code ${code.pairing_code}`, `agent pair ${code.pairing_code} --cloud ${stage.cloud.url}`)
  const agent = await SiteAgent.pair({
    dataDir: path.join(stage.folder, 'agent'),
    gatewayId: code.id,
    code: code.pairing_code,
    cloudUrl: stage.cloud.url,
    // The demo's cameras are on this machine, where an agent looks for none by itself.
    env: { CAMERA_CIDRS: '127.0.0.0/8' },
  })
  stage.agent = agent
  agent.run()
  await until(`the gateway is on line\n${agent.log}`, async () => {
    return (await api.get(`/api/v1/gateways/${code.id}`)).body.status === 'online'
  })
  tell.step('The gateway is on line', `${stage.cloud.url}/api/v1/gateways/${code.id}`)
  return String(code.id)
}

async function discover(
  api: ApiClient,
  gatewayId: string,
  cameras: Stage['cameras'],
  tell: Narrator,
): Promise<void> {
  expectStatus(await api.post(`/api/v1/gateways/${gatewayId}/discovery`))
  const found = await until('both cameras are discovered', async () => {
    const { body } = await api.get(`/api/v1/gateways/${gatewayId}/discovery/cameras`)
    const devices = body.data as { name: string; address: string; port: number; sources: string[] }[]
    return cameras.every((camera) => devices.some((device) => device.name === camera.options.name))
      ? devices
      : null
  })
  tell.step(
    `${found.length} cameras discovered`,
    ...found.map(
      ({ name, address, port, sources }) => `${name} at ${address}:${port} (${sources.join(', ')})`,
    ),
  )
}

interface Place {
  readonly siteId: string
  readonly gatewayId: string
}

/** Adds one camera by its RTSP address and one by ONVIF; gives the id of the first. */
async function addCameras(stage: Stage, api: ApiClient, place: Place, tell: Narrator): Promise<string> {
  const [front, yard] = stage.cameras
  const common = (camera: FakeCamera) => ({
    name: camera.options.name,
    site_id: place.siteId,
    gateway_id: place.gatewayId,
    recording_duration_sec: recording.duration_sec,
    pre_event_buffer_sec: recording.pre_event_buffer_sec,
    post_event_buffer_sec: recording.post_event_buffer_sec,
  })
  const wrong = await api.post('/api/v1/cameras', {
    ...common(front),
    type: 'rtsp',
    rtsp_url: front.rtspUrl(),
    rtsp_username: front.options.credentials.username,
    rtsp_password: 'not the password',
  })
  expectStatus(wrong, 400)
  tell.step('A wrong password is refused before anything is kept', `400: ${wrong.body.error.message}`)
  const first = expectStatus(
    await api.post('/api/v1/cameras', {
      ...common(front),
      type: 'rtsp',
      rtsp_url: front.rtspUrl(),
      rtsp_username: front.options.credentials.username,
      rtsp_password: front.options.credentials.password,
    }),
    201,
  )
  const second = expectStatus(
    await api.post('/api/v1/cameras', {
      ...common(yard),
      type: 'onvif',
      host: yard.host,
      port: yard.onvifPort,
      onvif_username: yard.options.credentials.username,
      onvif_password: yard.options.credentials.password,
    }),
    201,
  )
  for (const { id } of [first, second])
    await until('the camera is on line', async () => {
      return (await api.get(`/api/v1/cameras/${id}`)).body.status === 'online'
    })
  tell.step('Both cameras are added and on line', `${first.name} by RTSP`, `${second.name} by ONVIF`)
  return String(first.id)
}

async function alertIntegrator(stage: Stage, api: ApiClient, tell: Narrator): Promise<string> {
  expectStatus(
    await api.post('/api/v1/alert-rules', { name: 'Anything at any camera', rule_kind: 'camera_event' }),
    201,
  )
  const webhook = expectStatus(
    await api.post('/api/v1/webhooks', {
      name: 'Alarm desk',
      url: stage.receiver.url,
      event_types: ['alert'],
    }),
    201,
  )
  tell.step('A rule and a webhook stand', `"Anything at any camera" tells ${stage.receiver.url}`)
  return String(webhook.secret)
}

async function trigger(api: ApiClient, cameraId: string, tell: Narrator): Promise<string> {
  const answer = await api.post(`/api/v1/cameras/${cameraId}/trigger`, {
    duration_sec: recording.duration_sec,
    note: 'Demo',
  })
  const { event_id: eventId, expected_clip_duration_sec: seconds } = expectStatus(answer, 202)
  tell.step('Recording triggered', `event ${eventId}, a clip of about ${seconds} s with its pre-roll`)
  return String(eventId)
}

async function receiveWebhook(
  stage: Stage,
  api: ApiClient,
  { secret, eventId }: { secret: string; eventId: string },
  tell: Narrator,
): Promise<void> {
  await until('the webhook arrives', () => stage.receiver.received.length > 0)
  const [delivery] = stage.receiver.received
  if (!delivery) throw new Error('no delivery was kept')
  const fault = stage.receiver.whatIsWrong(delivery, secret)
  if (fault) throw new Error(`the webhook was refused: ${fault}`)
  const { data } = WebhookEnvelope.parse(JSON.parse(delivery.body.toString('utf8')))
  if (data.event_id !== eventId) throw new Error(`the webhook is about ${data.event_id}, not ${eventId}`)
  const alerts = expectStatus(await api.get('/api/v1/alerts'), 200)
  tell.step(`Alert: ${data.description}`, `rule "${data.rule_name}", status ${alerts.data[0].status}`)
  tell.step(
    'Webhook received, signature valid',
    `X-Webhook-Signature ${String(delivery.headers['x-webhook-signature'])}`,
  )
}

async function showClip(api: ApiClient, eventId: string, tell: Narrator): Promise<void> {
  const event = await until('the clip is ready', async () => {
    const { body } = await api.get(`/api/v1/events/${eventId}`)
    if (body.clip_status === 'failed') throw new Error(`the clip failed: ${body.clip_error}`)
    return body.clip_status === 'ready' ? body : null
  })
  const clip = await api.download(event.clip_url)
  const boxes = boxesOf(clip.bytes)
  const range = await api.download(event.clip_url, { range: 'bytes=0-1023' })
  if (
    clip.bytes.length !== event.clip_bytes ||
    range.status !== 206 ||
    boxes.indexOf('moov') > boxes.indexOf('mdat')
  )
    throw new Error('the clip is not whole, or not fit to be played from its link')
  const megabytes = (event.clip_bytes / 1e6).toFixed(1)
  tell.step(
    `Clip ready: ${event.duration_sec} s of ${event.clip_codec}, ${megabytes} MB, index first`,
    event.clip_url,
  )
  if (event.snapshot_url) tell.step('Snapshot', event.snapshot_url)
}

function expectStatus(answer: Answer, status?: number): Answer['body'] {
  const right = status === undefined ? answer.status < 300 : answer.status === status
  if (!right) throw new Error(`the API answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
