import { LiveToken, ShareWithLink } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { createImmediateAlerts } from '#cloud/alerting/alerts/immediate-alerts.service.js'
import { RuleIndexCache } from '#cloud/alerting/rules/rule-index-cache.service.js'
import { objectKey } from '#cloud/events/media/store/blob-store.service.js'
import { browserWithKeys } from './push-browser.js'
import type { TestApp, TestOrg } from './test-app.js'
import type { SignedIn } from './test-user.js'

const ruleIndexes = new RuleIndexCache()

/** An organisation with one of everything, all of it at its first site. */
export interface Scene {
  readonly org: TestOrg
  readonly orgId: string
  readonly siteId: string
  /** A site with nothing at it. */
  readonly emptySiteId: string
  readonly gatewayId: string
  readonly cameraId: string
  readonly eventId: string
  readonly mediaId: string
  readonly ruleId: string
  /** The row by which the user is a recipient of the rule; told by no channel. */
  readonly recipientId: string
  /** A draft that is judged by its first compiled version and has a second one. */
  readonly compiledRuleId: string
  readonly activeVersionId: string
  readonly spareVersionId: string
  readonly alertId: string
  readonly webhookId: string
  /** Of the alert to the webhook; still on its way. */
  readonly deliveryId: string
  readonly userId: string
  /** A viewer of the site, with a session. */
  readonly personId: string
  readonly sessionId: string
  readonly serviceAccountId: string
  /** Used by no camera. */
  readonly promptPackId: string
  /** Of the organisation, with the camera alone. */
  readonly viewId: string
  /** In the inbox of the user. */
  readonly notificationId: string
  /** Of a browser of the user. */
  readonly pushSubscriptionId: string
  /** Of the alert; nobody was told. */
  readonly notificationGroupId: string
  /** An alert of another kind that the rule would have made of the event. */
  readonly heldBackId: string
  /** An open one, for the rule and the camera. */
  readonly suggestionId: string
  /** Of the event, without a password. */
  readonly shareId: string
  readonly shareToken: string
  /** Of the camera, made by the owner. */
  readonly liveToken: LiveToken
}

/** Every id by which a scene could show in an answer of another organisation, or to a viewer elsewhere. */
export function idsOf(scene: Scene): string[] {
  const { orgId, siteId, gatewayId, cameraId, eventId, mediaId, ruleId, alertId } = scene
  const { webhookId, deliveryId, userId, personId, sessionId, serviceAccountId, notificationId } = scene
  const ids = [orgId, siteId, gatewayId, cameraId, eventId, mediaId, ruleId, alertId]
  return [
    ...ids,
    scene.promptPackId,
    scene.viewId,
    scene.recipientId,
    scene.compiledRuleId,
    scene.activeVersionId,
    scene.spareVersionId,
    webhookId,
    deliveryId,
    userId,
    personId,
    sessionId,
    serviceAccountId,
    notificationId,
    scene.pushSubscriptionId,
    scene.notificationGroupId,
    scene.heldBackId,
    scene.suggestionId,
    scene.shareId,
    scene.liveToken.id,
  ]
}

export async function setScene(world: TestApp): Promise<Scene> {
  const org = await world.createOrg()
  const { orgId, siteId } = org
  const emptySiteId = await org.addSite('Empty site')
  const owner = await org.signIn('owner')
  const ids = { gatewayId: uuidv7(), cameraId: uuidv7(), eventId: uuidv7(), mediaId: uuidv7() }
  await insertThings(world, orgId, siteId, ids)
  const ruleId = await made(world, owner, '/api/v1/alert-rules', {
    name: 'At the front door',
    rule_kind: 'camera_event',
    scope_type: 'cameras',
    camera_ids: [ids.cameraId],
  })
  const recipientId = await made(world, owner, `/api/v1/alert-rules/${ruleId}/recipients`, {
    user_id: owner.caller.userId,
    channels: [],
  })
  const compiled = await makeCompiled(world, owner, ids.cameraId)
  const webhookId = await made(world, owner, '/api/v1/webhooks', {
    name: 'Receiver',
    url: 'https://127.0.0.1:9/hook',
    event_types: ['alert'],
  })
  const promptPackId = await made(world, owner, '/api/v1/prompt-packs', {
    name: 'Night',
    instructions: 'Look for torches.',
  })
  const viewId = await made(world, owner, '/api/v1/views', {
    name: 'Everything',
    shared: true,
    cameras: [{ camera_id: ids.cameraId }],
  })
  await fire(world, orgId, siteId, ids)
  const [alert] = await world.test.query<{ id: string }>('select id from alerts where org_id = $1', [orgId])
  if (!alert) throw new Error('no alert fired')
  const [delivery] = await world.test.query<{ id: string }>(
    'select id from webhook_deliveries where org_id = $1',
    [orgId],
  )
  if (!delivery) throw new Error('no delivery is on its way')
  const [group] = await world.test.query<{ id: string }>(
    'select id from notification_groups where org_id = $1',
    [orgId],
  )
  if (!group) throw new Error('the alert is in no notification group')
  const userId = owner.caller.userId
  const person = (await org.signIn('viewer', [siteId])).caller
  const notificationId = await notified(world, orgId, userId, ids.eventId)
  const browser = browserWithKeys()
  const pushSubscriptionId = await made(world, owner, '/api/v1/push/subscriptions', browser)
  const { serviceAccountId } = await org.makeKey('viewer', [siteId])
  const quiet = await quieted(world, { orgId, siteId, ruleId, ...ids })
  const share = await shared(world, owner, ids.eventId)
  return {
    org,
    orgId,
    siteId,
    emptySiteId,
    ...ids,
    ruleId,
    recipientId,
    ...compiled,
    webhookId,
    promptPackId,
    viewId,
    deliveryId: delivery.id,
    alertId: alert.id,
    userId,
    personId: person.userId,
    sessionId: person.sessionId,
    serviceAccountId,
    notificationId,
    pushSubscriptionId,
    notificationGroupId: group.id,
    ...quiet,
    shareId: share.id,
    shareToken: share.token,
    liveToken: await watchedBy(world, owner, ids.cameraId),
  }
}

async function makeCompiled(world: TestApp, owner: SignedIn, cameraId: string) {
  const compiledRuleId = await made(world, owner, '/api/v1/alert-rules', {
    name: 'People at the front door',
    rule_kind: 'camera_event',
    scope_type: 'cameras',
    camera_ids: [cameraId],
    enabled: false,
  })
  const versions = `/api/v1/alert-rules/${compiledRuleId}/compiled-versions`
  const predicate = { version: 1, where: { op: 'object', label: 'person' } }
  const activeVersionId = await made(world, owner, versions, { predicate })
  const spareVersionId = await made(world, owner, versions, { predicate })
  const activated = await world.call(owner, {
    method: 'POST',
    url: `${versions}/${activeVersionId}/activate`,
  })
  if (activated.statusCode !== 200) throw new Error(activated.body)
  return { compiledRuleId, activeVersionId, spareVersionId }
}

type Things = Pick<Scene, 'gatewayId' | 'cameraId' | 'eventId' | 'mediaId'>

async function insertThings({ test }: TestApp, orgId: string, siteId: string, ids: Things): Promise<void> {
  await test.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Cupboard', $3)`, [
    orgId,
    ids.gatewayId,
    siteId,
  ])
  await test.query(
    `insert into cameras (org_id, id, site_id, gateway_id, name, type) values ($1, $2, $3, $4, 'Front door', 'rtsp')`,
    [orgId, ids.cameraId, siteId, ids.gatewayId],
  )
  await test.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
     values ($1, $2, $3, $4, 'motion', 'onvif', now())`,
    [orgId, ids.eventId, ids.cameraId, siteId],
  )
  await test.query(
    `insert into event_counts (org_id, site_id, event_category, count) values ($1, $2, 'motion', 1)`,
    [orgId, siteId],
  )
  await test.query(
    `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256)
     values ($1, $2, $3, $4, $5, 'snapshot', 'ready', 'none', 'image/jpeg', 1234, repeat('a', 64))`,
    [orgId, ids.mediaId, ids.eventId, ids.cameraId, siteId],
  )
  const clipId = uuidv7()
  await test.query(
    `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256)
     values ($1, $2, $3, $4, $5, 'clip', 'ready', $6, 'video/mp4', 1234, repeat('a', 64))`,
    [orgId, clipId, ids.eventId, ids.cameraId, siteId, objectKey(orgId, clipId)],
  )
  await test.query(
    `update events set snapshot_id = $3, clip_status = 'ready' where org_id = $1 and id = $2`,
    [orgId, ids.eventId, ids.mediaId],
  )
}

function fire({ platform }: TestApp, orgId: string, siteId: string, ids: Things) {
  const event = {
    id: ids.eventId,
    camera_id: ids.cameraId,
    camera_name: 'Front door',
    site_id: siteId,
    event_category: 'motion' as const,
    trigger_topic: '',
    trigger_source: 'onvif',
    triggered_at: new Date(),
    late: false,
  }
  return platform.database.inOrg(orgId, (tx) => createImmediateAlerts(ruleIndexes, tx, orgId, [event]))
}

async function notified({ test }: TestApp, orgId: string, userId: string, eventId: string): Promise<string> {
  const id = uuidv7()
  await test.query(
    `insert into notifications (org_id, id, user_id, kind, title, event_id) values ($1, $2, $3, 'alert', 'Door', $4)`,
    [orgId, id, userId, eventId],
  )
  return id
}

/** An alert that No-Big-Deal held back, and a suggestion to hold back more. */
async function quieted(
  { test }: TestApp,
  { orgId, siteId, ruleId, cameraId, eventId }: Pick<Scene, 'orgId' | 'siteId' | 'ruleId'> & Things,
) {
  const [heldBackId, suggestionId] = [uuidv7(), uuidv7()]
  await test.query(
    `insert into held_back_alerts (org_id, id, rule_id, rule_name, event_id, camera_id, site_id, knob, value, origin,
       reason, severity, category, tags, kind, triggered_at)
     values ($1, $2, $3, 'At the front door', $4, $5, $6, 'min_severity', '"high"', 'rule', 'its severity is low', 'low',
       'motion', '{}', 'motion', now())`,
    [orgId, heldBackId, ruleId, eventId, cameraId, siteId],
  )
  await test.query(
    `insert into nbd_suggestions (org_id, id, rule_id, camera_id, kind, knob, value, reason, no_big_deal, useful, status)
     values ($1, $2, $3, $4, 'motion', 'repeat_window_sec', '600', 'they came close together', 3, 0, 'open')`,
    [orgId, suggestionId, ruleId, cameraId],
  )
  return { heldBackId, suggestionId }
}

async function shared(world: TestApp, owner: SignedIn, eventId: string): Promise<ShareWithLink> {
  const answer = await world.call(owner, { method: 'POST', url: `/api/v1/events/${eventId}/shares` })
  return ShareWithLink.parse(answer.json())
}

async function watchedBy(world: TestApp, owner: SignedIn, cameraId: string): Promise<LiveToken> {
  const payload = { origins: ['https://portal.example.net'] }
  const url = `/api/v1/cameras/${cameraId}/live-token`
  return LiveToken.parse((await world.call(owner, { method: 'POST', url, payload })).json())
}

async function made(
  world: TestApp,
  owner: Awaited<ReturnType<TestOrg['signIn']>>,
  url: string,
  payload: object,
): Promise<string> {
  const answer = await world.call(owner, { method: 'POST', url, payload })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<{ id: string }>().id
}
