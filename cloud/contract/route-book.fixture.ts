import { browserWithKeys } from '#testing/push-browser.js'
import type { Scene } from '#testing/scene.js'
import type { Access } from '../src/platform/http/route-access.js'

/** What the contract says of one route, with an example that it accepts. */
export interface BookedRoute {
  readonly access: Exclude<Access, { atLeast: unknown }> | 'viewer' | 'operator' | 'admin' | 'owner'
  /** What the example is answered to somebody who may. */
  readonly status: number
  /** The resource that the path names. */
  readonly path?: (scene: Scene) => Record<string, string>
  readonly body?: (scene: Scene) => Record<string, unknown>
  /** The body with one resource in it that is another organisation's. */
  readonly bodiesNaming?: (other: Scene) => Record<string, unknown>[]
  /** Spoken by our own programs, or served to a browser: it is not in the OpenAPI document. */
  readonly undescribed?: true
  /** What it answers where there is nothing to see, if not an empty list. */
  readonly nothing?: Record<string, unknown>
  /** It answers events without an end; where there is nothing to see, none of them names anything. */
  readonly stream?: true
  /** Filters that name a resource. */
  readonly filters?: (scene: Scene) => Record<string, string>[]
}

const organisation = ({ orgId }: Scene) => ({ org_id: orgId })
const person = ({ personId }: Scene) => ({ id: personId })
const serviceAccount = ({ serviceAccountId }: Scene) => ({ id: serviceAccountId })
const site = ({ siteId }: Scene) => ({ id: siteId })
const gateway = ({ gatewayId }: Scene) => ({ id: gatewayId })
const gatewayById = ({ gatewayId }: Scene) => ({ gateway_id: gatewayId })
const camera = ({ cameraId }: Scene) => ({ id: cameraId })
const view = ({ viewId }: Scene) => ({ id: viewId })
const promptPack = ({ promptPackId }: Scene) => ({ id: promptPackId })
const event = ({ eventId }: Scene) => ({ id: eventId })
const share = ({ eventId, shareId }: Scene) => ({ eventId, shareId })
const shareToken = ({ shareToken: token }: Scene) => ({ token })
const rule = ({ ruleId }: Scene) => ({ id: ruleId })
const recipient = ({ ruleId, recipientId }: Scene) => ({ id: ruleId, recipientId })
const compiledRule = ({ compiledRuleId }: Scene) => ({ rule_id: compiledRuleId })
const spareVersion = ({ compiledRuleId, spareVersionId }: Scene) => ({
  rule_id: compiledRuleId,
  version_id: spareVersionId,
})
const seesPerson = { version: 1, where: { op: 'object', label: 'person' } }
const suggestion = ({ ruleId, suggestionId }: Scene) => ({ id: ruleId, sid: suggestionId })
const alert = ({ alertId }: Scene) => ({ id: alertId })
const notification = ({ notificationId }: Scene) => ({ id: notificationId })
const pushSubscription = ({ pushSubscriptionId }: Scene) => ({ id: pushSubscriptionId })
const session = ({ sessionId }: Scene) => ({ id: sessionId })
const notificationGroup = ({ notificationGroupId }: Scene) => ({ id: notificationGroupId })
const webhook = ({ webhookId }: Scene) => ({ id: webhookId })
const delivery = ({ webhookId, deliveryId }: Scene) => ({ id: webhookId, deliveryId })

// A recipient who is not of the organisation is a 400, as the interface says (alert-rule.service.test.ts).
const ruleNaming = (other: Scene) => [
  { scope_type: 'site', site_ids: [other.siteId] },
  { scope_type: 'cameras', camera_ids: [other.cameraId] },
]

const alertFilters = ({ ruleId, siteId, cameraId }: Scene) => [
  { rule_id: ruleId },
  { site_id: siteId },
  { camera_id: cameraId },
]

/** What a session is good for that must set up a second factor first. */
export const routesToSetUp: ReadonlySet<string> = new Set([
  'POST /api/v1/auth/logout',
  'GET /api/v1/auth/me',
  'GET /api/v1/auth/second-factors',
  'POST /api/v1/auth/second-factors/totp',
  'POST /api/v1/auth/second-factors/:id/confirm',
  'POST /api/v1/auth/second-factors/passkey/options',
  'POST /api/v1/auth/second-factors/passkey',
])

/** Every route of the service. A route that is missing here, or stands here and is gone, fails the contract test. */
export const routeBook: Readonly<Record<string, BookedRoute>> = {
  'GET /api/health': { access: 'public', status: 200 },
  'GET /api/v1/health': { access: 'public', status: 200 },
  'GET /api/v1/health/ready': { access: 'public', status: 200 },
  'GET /api/v1/openapi.json': { access: 'public', status: 200, undescribed: true },

  'POST /api/v1/auth/login': {
    access: 'public',
    // Wrong, as any password is for people of a test, who have none.
    status: 401,
    body: () => ({ email: 'nobody@example.com', password: 'wrong' }),
  },
  // Nobody holds this token.
  'POST /api/v1/auth/refresh': {
    access: 'public',
    status: 401,
    body: () => ({ refresh_token: 'nobodys', client_type: 'mobile' }),
  },
  'POST /api/v1/auth/logout': { access: 'user', status: 200 },
  'POST /api/v1/auth/forgot-password': {
    access: 'public',
    status: 200,
    body: () => ({ email: 'nobody@example.com' }),
  },
  'POST /api/v1/auth/reset-password': {
    access: 'public',
    status: 401,
    body: () => ({ token: 'nobodys', new_password: 'Correct-Horse-1' }),
  },
  'POST /api/v1/auth/change-password': {
    access: 'user',
    // People of a test have no password.
    status: 400,
    body: () => ({ old_password: 'wrong', new_password: 'Correct-Horse-1' }),
  },
  'GET /api/v1/auth/me': { access: 'user', status: 200 },
  'PATCH /api/v1/auth/me': { access: 'user', status: 200, body: () => ({ display_name: 'Olive' }) },
  'PATCH /api/v1/auth/me/preferences': {
    access: 'user',
    status: 200,
    body: () => ({ locale: 'de-CH', timezone: 'Europe/Zurich' }),
  },
  'GET /api/v1/auth/sessions': { access: 'user', status: 200 },
  // Somebody else's.
  'DELETE /api/v1/auth/sessions/:id': { access: 'user', status: 404, path: session },
  'GET /api/v1/auth/second-factors': { access: 'user', status: 200 },
  'POST /api/v1/auth/second-factors/totp': { access: 'user', status: 201, body: () => ({ name: 'Phone' }) },
  'POST /api/v1/auth/second-factors/passkey/options': { access: 'user', status: 200 },
  // Nobody was asked.
  'POST /api/v1/auth/second-factors/passkey': {
    access: 'user',
    status: 400,
    body: () => ({
      name: 'Laptop',
      response: {
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'AAAA' },
      },
    }),
  },
  // People of a test have none.
  'POST /api/v1/auth/second-factors/:id/confirm': {
    access: 'user',
    status: 404,
    path: session,
    body: () => ({ code: '123456' }),
  },
  'POST /api/v1/auth/second-factors/:id/remove': {
    access: 'user',
    status: 404,
    path: session,
    body: () => ({ password: 'wrong' }),
  },
  // People of a test have no password.
  'POST /api/v1/auth/recovery-codes': { access: 'user', status: 400, body: () => ({ password: 'wrong' }) },

  // None is set.
  'GET /api/v1/auth/single-sign-on/:org_id': { access: 'public', status: 404, path: organisation },
  // For browsers, which are led on to a page that says so.
  'GET /api/v1/auth/single-sign-on/:org_id/start': {
    access: 'public',
    status: 303,
    path: organisation,
    undescribed: true,
  },
  'GET /api/v1/auth/single-sign-on/:org_id/callback': {
    access: 'public',
    status: 303,
    path: organisation,
    undescribed: true,
  },

  'GET /api/v1/users': { access: 'admin', status: 200 },
  'POST /api/v1/users': {
    access: 'admin',
    status: 201,
    body: ({ siteId }) => ({
      email: 'ada@example.com',
      display_name: 'Ada',
      role: 'viewer',
      site_ids: [siteId],
    }),
    bodiesNaming: (other) => [{ site_ids: [other.siteId] }],
  },
  'GET /api/v1/users/:id': { access: 'admin', status: 200, path: person },
  'PATCH /api/v1/users/:id': {
    access: 'admin',
    status: 200,
    path: person,
    body: () => ({ display_name: 'Ada', role: 'operator' }),
  },
  'DELETE /api/v1/users/:id': { access: 'admin', status: 200, path: person },
  'GET /api/v1/users/:id/sessions': { access: 'admin', status: 200, path: person },
  'DELETE /api/v1/users/:id/sessions/:sid': {
    access: 'admin',
    status: 200,
    path: ({ personId, sessionId }) => ({ id: personId, sid: sessionId }),
  },
  'POST /api/v1/users/:id/reset-password': { access: 'admin', status: 200, path: person },
  'POST /api/v1/users/:id/invitation-link': { access: 'admin', status: 200, path: person },
  'GET /api/v1/users/:id/second-factors': { access: 'admin', status: 200, path: person },
  'POST /api/v1/users/:id/reset-second-factor': { access: 'admin', status: 200, path: person },
  'GET /api/v1/users/:id/site-access': { access: 'admin', status: 200, path: person },
  'PUT /api/v1/users/:id/site-access': {
    access: 'admin',
    status: 200,
    path: person,
    body: ({ siteId }) => ({ site_ids: [siteId] }),
    bodiesNaming: (other) => [{ site_ids: [other.siteId] }],
  },

  'GET /api/v1/service-accounts': { access: 'admin', status: 200 },
  'POST /api/v1/service-accounts': {
    access: 'admin',
    status: 201,
    body: ({ siteId }) => ({ name: 'Importer', role: 'viewer', site_ids: [siteId] }),
    bodiesNaming: (other) => [{ site_ids: [other.siteId] }],
  },
  'GET /api/v1/service-accounts/:id': { access: 'admin', status: 200, path: serviceAccount },
  'POST /api/v1/service-accounts/:id/rotate-key': { access: 'admin', status: 200, path: serviceAccount },
  'DELETE /api/v1/service-accounts/:id': { access: 'admin', status: 200, path: serviceAccount },
  'GET /api/v1/service-accounts/:id/site-access': { access: 'admin', status: 200, path: serviceAccount },
  'PUT /api/v1/service-accounts/:id/site-access': {
    access: 'admin',
    status: 200,
    path: serviceAccount,
    body: ({ siteId }) => ({ site_ids: [siteId] }),
    bodiesNaming: (other) => [{ site_ids: [other.siteId] }],
  },

  'GET /api/v1/organisation': { access: 'admin', status: 200 },
  'GET /api/v1/organisation/ai-usage': {
    access: 'admin',
    status: 200,
    nothing: {
      total: {
        calls: 0,
        failed_calls: 0,
        unpriced_calls: 0,
        input_tokens: null,
        output_tokens: null,
        cost_usd: null,
      },
      days: [],
      events: { analysed: 0, skipped: 0, failed: 0, pending: 0 },
    },
  },
  'GET /api/v1/organisation/retention-preview': {
    access: 'admin',
    status: 200,
    nothing: { clips: 0, events: 0 },
  },
  'GET /api/v1/organisation/ai-usage/cameras': { access: 'admin', status: 200 },
  'POST /api/v1/organisation/ai-try': { access: 'admin', status: 200 },
  'PATCH /api/v1/organisation': {
    access: 'admin',
    status: 200,
    body: () => ({ name: 'Shop', ai_settings: { model: 'small' } }),
  },
  'GET /api/v1/organisation/single-sign-on': { access: 'owner', status: 200 },
  'PUT /api/v1/organisation/single-sign-on': {
    access: 'owner',
    status: 200,
    body: ({ siteId }) => ({
      enabled: false,
      name: 'Example ID',
      issuer: 'https://127.0.0.1:9',
      client_id: 'sightline',
      groups: [{ group: 'guards', role: 'viewer', site_ids: [siteId] }],
    }),
    bodiesNaming: (other) => [{ groups: [{ group: 'guards', role: 'viewer', site_ids: [other.siteId] }] }],
  },
  'DELETE /api/v1/organisation/single-sign-on': { access: 'owner', status: 200 },
  'POST /api/v1/organisation/single-sign-on/test': {
    access: 'owner',
    status: 200,
    body: () => ({ issuer: 'https://127.0.0.1:9' }),
  },
  'GET /api/v1/audit-log': {
    access: 'admin',
    status: 200,
    filters: ({ userId, ruleId }) => [{ actor_id: userId }, { target_id: ruleId }],
  },
  'GET /api/v1/audit-log/export': {
    access: 'admin',
    status: 200,
    filters: ({ userId, ruleId }) => [{ actor_id: userId }, { target_id: ruleId }],
  },

  'GET /api/v1/sites': { access: 'authenticated', status: 200 },
  'POST /api/v1/sites': { access: 'admin', status: 201, body: () => ({ name: 'Warehouse' }) },
  'GET /api/v1/sites/:id': { access: 'authenticated', status: 200, path: site },
  'PATCH /api/v1/sites/:id': { access: 'admin', status: 200, path: site, body: () => ({ name: 'Yard' }) },
  'DELETE /api/v1/sites/:id': {
    access: 'admin',
    status: 204,
    path: ({ emptySiteId }) => ({ id: emptySiteId }),
  },

  'GET /api/v1/fleet-health': {
    access: 'viewer',
    status: 200,
    filters: ({ siteId }) => [{ site_id: siteId }],
    nothing: {
      needs_somebody: 0,
      gateways: [],
      cameras: {
        total: 0,
        off: 0,
        behind_gateways: 0,
        need_somebody: 0,
        could_be_better: 0,
        troubled: [],
      },
    },
  },
  'GET /api/v1/fleet-health/count': {
    access: 'viewer',
    status: 200,
    filters: ({ siteId }) => [{ site_id: siteId }],
    nothing: { needs_somebody: 0 },
  },
  'GET /api/v1/gateways': { access: 'viewer', status: 200 },
  'POST /api/v1/gateways/generate-pairing-code': {
    access: 'operator',
    status: 201,
    body: ({ siteId }) => ({ name: 'Box', site_id: siteId }),
    bodiesNaming: (other) => [{ site_id: other.siteId }, { gateway_id: other.gatewayId }],
  },
  'POST /api/v1/gateways/pair': {
    access: 'public',
    // Nobody has made this code.
    status: 404,
    body: () => ({ pairing_code: '234567' }),
  },
  'GET /api/v1/gateways/:id': { access: 'viewer', status: 200, path: gateway },
  'GET /api/v1/gateways/:id/telemetry': { access: 'viewer', status: 200, path: gateway },
  'GET /api/v1/gateways/:id/telemetry/history': { access: 'viewer', status: 200, path: gateway },
  'GET /api/v1/gateways/:id/audit-log': { access: 'admin', status: 200, path: gateway },
  'PATCH /api/v1/gateways/:id': {
    access: 'operator',
    status: 200,
    path: gateway,
    body: () => ({ name: 'Attic' }),
    bodiesNaming: (other) => [{ site_id: other.siteId }],
  },
  'GET /api/v1/gateways/:id/commissioning': { access: 'operator', status: 200, path: gateway },
  'POST /api/v1/gateways/:id/commissioning': {
    access: 'operator',
    status: 200,
    path: gateway,
    body: () => ({ hours: 1 }),
  },
  'DELETE /api/v1/gateways/:id': {
    access: 'operator',
    // Its camera keeps it.
    status: 400,
    path: gateway,
  },
  'POST /api/v1/gateways/:gateway_id/discovery': {
    access: 'admin',
    // Off line.
    status: 409,
    path: gatewayById,
  },
  'GET /api/v1/gateways/:gateway_id/discovery/cameras': { access: 'admin', status: 200, path: gatewayById },
  // The key is asked for at the upgrade (channel.test.ts); a plain request is told to upgrade.
  'GET /api/v1/gateways/:id/ws': { access: 'public', status: 426, path: gateway },
  // As above, for the operator's relays.
  'GET /api/v1/relays/ws': { access: 'public', status: 426, undescribed: true },
  // Tokens and keys of live view are asked for at the upgrade (fleet/live).
  'GET /api/v1/live': { access: 'public', status: 426 },
  'GET /api/v1/gateways/:id/live/:live_id': {
    access: 'public',
    status: 426,
    path: ({ gatewayId }) => ({ id: gatewayId, live_id: gatewayId }),
  },
  'GET /api/v1/relays/live/:live_id': {
    access: 'public',
    status: 426,
    undescribed: true,
    path: ({ gatewayId }) => ({ live_id: gatewayId }),
  },

  'GET /api/v1/cameras': {
    access: 'viewer',
    status: 200,
    filters: ({ siteId, gatewayId }) => [{ site_id: siteId }, { gateway_id: gatewayId }],
  },
  'POST /api/v1/cameras': {
    access: 'operator',
    // The gateway that should look at the camera is off line.
    status: 400,
    body: ({ siteId, gatewayId }) => ({
      name: 'Back door',
      type: 'rtsp',
      site_id: siteId,
      gateway_id: gatewayId,
      rtsp_url: 'rtsp://192.168.1.20/stream',
    }),
    bodiesNaming: (other) => [
      { site_id: other.siteId },
      { gateway_id: other.gatewayId },
      { prompt_pack_id: other.promptPackId },
    ],
  },
  'POST /api/v1/cameras/validate-connection': {
    access: 'operator',
    status: 200,
    body: ({ gatewayId }) => ({
      gateway_id: gatewayId,
      type: 'rtsp',
      rtsp_url: 'rtsp://192.168.1.20/stream',
    }),
    bodiesNaming: (other) => [{ gateway_id: other.gatewayId }],
  },
  'GET /api/v1/cameras/:id': { access: 'viewer', status: 200, path: camera },
  'PATCH /api/v1/cameras/:id': {
    access: 'operator',
    status: 200,
    path: camera,
    body: () => ({ name: 'Gate' }),
    bodiesNaming: (other) => [{ site_id: other.siteId }, { prompt_pack_id: other.promptPackId }],
  },
  'DELETE /api/v1/cameras/:id': { access: 'operator', status: 204, path: camera },
  'POST /api/v1/cameras/:id/trigger': {
    access: 'operator',
    // Off line.
    status: 409,
    path: camera,
    body: () => ({ duration_sec: 15 }),
  },
  'POST /api/v1/cameras/:id/snapshot': {
    access: 'viewer',
    // Off line.
    status: 409,
    path: camera,
  },
  'POST /api/v1/cameras/:id/ptz': {
    access: 'operator',
    // It is of type rtsp.
    status: 409,
    path: camera,
    body: () => ({ direction: 'pan_left', magnitude: 0.5 }),
  },
  'POST /api/v1/cameras/:id/unpair': { access: 'operator', status: 200, path: camera },
  'POST /api/v1/cameras/:id/pair': {
    access: 'operator',
    // With the gateway that it has.
    status: 200,
    path: camera,
    body: ({ gatewayId }) => ({ gateway_id: gatewayId }),
    bodiesNaming: (other) => [{ gateway_id: other.gatewayId }],
  },
  'GET /api/v1/cameras/:id/diagnostics': { access: 'viewer', status: 200, path: camera },
  'GET /api/v1/cameras/:id/health': { access: 'viewer', status: 200, path: camera },
  'GET /api/v1/cameras/:id/thumbnail': { access: 'viewer', status: 200, path: camera },
  // What browsers ask ahead of it, for pages with a live token.
  'OPTIONS /api/v1/cameras/:id/thumbnail': { access: 'public', status: 204, path: camera, undescribed: true },
  'POST /api/v1/cameras/:id/live-token': {
    access: 'viewer',
    status: 201,
    path: camera,
    body: () => ({ origins: ['https://portal.example.net'] }),
  },
  'GET /api/v1/cameras/:id/live-tokens': { access: 'admin', status: 200, path: camera },
  'DELETE /api/v1/cameras/:id/live-tokens/:token_id': {
    access: 'viewer',
    // Of somebody else: viewers revoke their own.
    status: 403,
    path: ({ cameraId, liveToken }) => ({ id: cameraId, token_id: liveToken.id }),
  },
  'GET /api/v1/cameras/:id/recording-coverage': { access: 'viewer', status: 200, path: camera },
  'GET /api/v1/cameras/:id/timeline': { access: 'viewer', status: 200, path: camera },
  'GET /api/v1/cameras/:id/recordings': { access: 'viewer', status: 200, path: camera },
  'GET /api/v1/cameras/:id/clip-at': {
    access: 'viewer',
    // There is no clip near now.
    status: 404,
    path: camera,
  },
  'GET /streams/:camera_id/status': {
    access: 'authenticated',
    status: 200,
    path: ({ cameraId }) => ({ camera_id: cameraId }),
  },

  'GET /api/v1/cameras/:id/analysis-focus': { access: 'authenticated', status: 200, path: camera },
  'PUT /api/v1/cameras/:id/analysis-focus': {
    access: 'authenticated',
    status: 200,
    path: camera,
    body: () => ({ focus_text: 'Somebody at the door' }),
  },
  'GET /api/v1/cameras/:id/analysis-focus/history': { access: 'authenticated', status: 200, path: camera },
  'GET /api/v1/analysis-focus-presets': { access: 'authenticated', status: 200 },
  'GET /api/v1/views': { access: 'user', status: 200 },
  'POST /api/v1/views': {
    access: 'user',
    status: 201,
    body: ({ cameraId }) => ({
      name: 'Doors',
      layout: 'by_hand',
      cameras: [{ camera_id: cameraId, size: 2 }],
    }),
    bodiesNaming: (other) => [{ cameras: [{ camera_id: other.cameraId }] }],
  },
  'GET /api/v1/views/:id': { access: 'user', status: 200, path: view },
  // It is the organisation's, which takes an operator.
  'PATCH /api/v1/views/:id': {
    access: 'user',
    status: 403,
    path: view,
    body: () => ({ name: 'Doors and gates', rotate_sec: 10 }),
    bodiesNaming: (other) => [{ cameras: [{ camera_id: other.cameraId }] }],
  },
  'DELETE /api/v1/views/:id': { access: 'user', status: 403, path: view },

  'GET /api/v1/prompt-packs': { access: 'operator', status: 200 },
  'POST /api/v1/prompt-packs': {
    access: 'admin',
    status: 201,
    body: () => ({ name: 'Night', instructions: 'Look for torches.' }),
  },
  'GET /api/v1/prompt-packs/:id': { access: 'operator', status: 200, path: promptPack },
  'PATCH /api/v1/prompt-packs/:id': {
    access: 'admin',
    status: 200,
    path: promptPack,
    body: () => ({ name: 'Day' }),
  },
  'DELETE /api/v1/prompt-packs/:id': { access: 'admin', status: 204, path: promptPack },

  'GET /api/v1/events': {
    access: 'viewer',
    status: 200,
    filters: ({ siteId, cameraId }) => [
      { site_id: siteId },
      { camera_id: cameraId },
      { camera_ids: cameraId },
    ],
  },
  'GET /api/v1/events/export': {
    access: 'operator',
    status: 200,
    filters: ({ siteId, cameraId }) => [
      { site_id: siteId },
      { camera_id: cameraId },
      { camera_ids: cameraId },
    ],
  },
  'GET /api/v1/events/timeline': {
    access: 'viewer',
    status: 200,
    filters: ({ siteId, cameraId }) => [
      { site_id: siteId },
      { camera_id: cameraId },
      { camera_ids: cameraId },
    ],
  },
  'POST /api/v1/events/bulk-acknowledge': {
    access: 'operator',
    status: 200,
    body: ({ eventId }) => ({ ids: [eventId] }),
  },
  'POST /api/v1/events/bulk-delete': {
    access: 'admin',
    status: 200,
    body: ({ eventId }) => ({ ids: [eventId] }),
  },
  'GET /api/v1/events/:id/clip-url': { access: 'viewer', status: 200, path: event },
  'GET /api/v1/events/:id/snapshot-url': { access: 'viewer', status: 200, path: event },
  'GET /api/v1/events/:id/clip-preview': {
    access: 'viewer',
    // The bytes of its clip are not there.
    status: 404,
    path: event,
  },
  'GET /api/v1/events/:id/analysis': { access: 'viewer', status: 200, path: event },
  'POST /api/v1/events/:id/analyze': {
    access: 'admin',
    // Its clip is on the way.
    status: 409,
    path: event,
    body: () => ({ mode: 'multi_frame' }),
  },
  'GET /api/v1/events/:id/objects': { access: 'viewer', status: 200, path: event },
  'GET /api/v1/events/:id/faces': { access: 'viewer', status: 200, path: event },
  'GET /api/v1/events/:id/ai-evidence': { access: 'viewer', status: 200, path: event },
  'POST /api/v1/events/:eventId/shares': {
    access: 'operator',
    status: 201,
    path: ({ eventId }) => ({ eventId }),
    body: () => ({ password: 'correct horse' }),
  },
  'GET /api/v1/events/:eventId/shares': {
    access: 'operator',
    status: 200,
    path: ({ eventId }) => ({ eventId }),
  },
  'DELETE /api/v1/events/:eventId/shares/:shareId': { access: 'operator', status: 200, path: share },
  'GET /api/v1/events/:eventId/shares/:shareId/audit': { access: 'operator', status: 200, path: share },
  'GET /api/v1/shared/:token': { access: 'public', status: 200, path: shareToken },
  'POST /api/v1/shared/:token': {
    access: 'public',
    status: 200,
    path: shareToken,
    // The share of the scene has none.
    body: () => ({ password: 'correct horse' }),
  },
  'GET /api/v1/object-categories': { access: 'authenticated', status: 200 },
  'GET /api/v1/events/:id/similar': { access: 'viewer', status: 200, path: event },
  'POST /api/v1/events/chat': {
    access: 'viewer',
    status: 200,
    body: () => ({ question: 'Who was at the gate last night?' }),
    bodiesNaming: (other) => [{ camera_id: other.cameraId }, { site_id: other.siteId }],
    nothing: { found: [], citations: [] },
  },
  'POST /api/v1/events/:eventId/feedback': {
    access: 'viewer',
    status: 201,
    path: ({ eventId }) => ({ eventId }),
    body: ({ alertId }) => ({ verdict: 'no_big_deal', comment: 'The cat', alert_id: alertId }),
    bodiesNaming: (other) => [{ alert_id: other.alertId }, { alert_id: undefined, rule_id: other.ruleId }],
  },
  'GET /api/v1/events/:eventId/feedback': {
    access: 'viewer',
    status: 200,
    path: ({ eventId }) => ({ eventId }),
  },
  'GET /api/v1/events/:id': { access: 'viewer', status: 200, path: event },
  'PATCH /api/v1/events/:id': {
    access: 'operator',
    status: 200,
    path: event,
    body: () => ({ starred: true }),
  },
  'DELETE /api/v1/events/:id': { access: 'admin', status: 204, path: event },

  // Their credential is the signed link (media.routes.test.ts); a bare one opens nothing.
  'GET /media/:org/:id': {
    access: 'signed',
    status: 403,
    path: ({ orgId, mediaId }) => ({ org: orgId, id: mediaId }),
  },
  'PUT /api/v1/uploads/:id/parts/:number': {
    access: 'signed',
    status: 403,
    path: ({ mediaId }) => ({ id: mediaId, number: '1' }),
  },

  'GET /reset': { access: 'public', status: 200, undescribed: true },
  // The console: one page, whatever stands below its addresses.
  'GET /': { access: 'public', status: 200, undescribed: true },
  'GET /live': { access: 'public', status: 200, undescribed: true },
  'GET /live/*': { access: 'public', status: 200, undescribed: true },
  'GET /gateways': { access: 'public', status: 200, undescribed: true },
  'GET /gateways/*': { access: 'public', status: 200, undescribed: true },
  'GET /health': { access: 'public', status: 200, undescribed: true },
  'GET /health/*': { access: 'public', status: 200, undescribed: true },
  'GET /alerts': { access: 'public', status: 200, undescribed: true },
  'GET /alerts/*': { access: 'public', status: 200, undescribed: true },
  'GET /events': { access: 'public', status: 200, undescribed: true },
  'GET /events/*': { access: 'public', status: 200, undescribed: true },
  'GET /me': { access: 'public', status: 200, undescribed: true },
  'GET /me/*': { access: 'public', status: 200, undescribed: true },
  'GET /settings': { access: 'public', status: 200, undescribed: true },
  'GET /settings/*': { access: 'public', status: 200, undescribed: true },
  'GET /sites': { access: 'public', status: 200, undescribed: true },
  'GET /sites/*': { access: 'public', status: 200, undescribed: true },
  'GET /cameras': { access: 'public', status: 200, undescribed: true },
  'GET /cameras/*': { access: 'public', status: 200, undescribed: true },
  'GET /inbox': { access: 'public', status: 200, undescribed: true },
  'GET /inbox/*': { access: 'public', status: 200, undescribed: true },
  'GET /login': { access: 'public', status: 200, undescribed: true },
  'GET /login/*': { access: 'public', status: 200, undescribed: true },
  'GET /rules': { access: 'public', status: 200, undescribed: true },
  'GET /rules/*': { access: 'public', status: 200, undescribed: true },
  'GET /ask': { access: 'public', status: 200, undescribed: true },
  'GET /ask/*': { access: 'public', status: 200, undescribed: true },
  // No file is called so; console.routes.test.ts asks for those that are there.
  'GET /assets/*': { access: 'public', status: 404, undescribed: true },
  'GET /icon.svg': { access: 'public', status: 200, undescribed: true },
  'GET /icon-192.png': { access: 'public', status: 200, undescribed: true },
  'GET /icon-512.png': { access: 'public', status: 200, undescribed: true },
  'GET /icon-maskable-512.png': { access: 'public', status: 200, undescribed: true },
  'GET /badge-96.png': { access: 'public', status: 200, undescribed: true },
  'GET /manifest.webmanifest': { access: 'public', status: 200, undescribed: true },
  'GET /service-worker.js': { access: 'public', status: 200, undescribed: true },
  'GET /shared/:token': {
    access: 'public',
    // The page is the same for every token; the API judges it.
    status: 200,
    path: () => ({ token: 'x'.repeat(43) }),
    undescribed: true,
  },
  'GET /cameras/:id/live': { access: 'public', status: 200, path: camera, undescribed: true },
  'GET /player/v1/:file': {
    access: 'public',
    status: 200,
    path: () => ({ file: 'player.js' }),
    undescribed: true,
  },
  'GET /pages/:file': { access: 'public', status: 200, path: () => ({ file: 'api.js' }), undescribed: true },

  'GET /api/v1/alert-rules': { access: 'viewer', status: 200 },
  'POST /api/v1/alert-rules': {
    access: 'operator',
    status: 201,
    body: () => ({ name: 'Anything', rule_kind: 'camera_event' }),
    bodiesNaming: ruleNaming,
  },
  'GET /api/v1/alert-rules/:id': { access: 'viewer', status: 200, path: rule },
  'PATCH /api/v1/alert-rules/:id': {
    access: 'operator',
    status: 200,
    path: rule,
    body: () => ({ cooldown_sec: 60 }),
    bodiesNaming: ruleNaming,
  },
  'DELETE /api/v1/alert-rules/:id': { access: 'operator', status: 200, path: rule },
  'POST /api/v1/alert-rules/:id/activate': { access: 'operator', status: 200, path: rule },
  'POST /api/v1/alert-rules/:id/test': { access: 'operator', status: 200, path: rule },
  'GET /api/v1/alert-rules/:id/recipients': { access: 'operator', status: 200, path: rule },
  'POST /api/v1/alert-rules/:id/recipients': {
    access: 'operator',
    status: 201,
    path: rule,
    body: ({ personId }) => ({ user_id: personId, channels: ['in_app'] }),
  },
  'DELETE /api/v1/alert-rules/:id/recipients/:recipientId': {
    access: 'operator',
    status: 200,
    path: recipient,
  },
  'GET /api/v1/alert-rules/budget': { access: 'viewer', status: 200, nothing: { used: 0 } },
  'PATCH /api/v1/alert-rules/budget': {
    access: 'admin',
    status: 200,
    body: () => ({ daily_limit: 50, when_spent: 'no_alert' }),
  },
  'POST /api/v1/alert-rules/compile': {
    access: 'operator',
    status: 200,
    body: () => ({ sentence: 'a person at the front door at night', timezone: 'Europe/Zurich' }),
  },
  'POST /api/v1/alert-rules/test-compiled': {
    access: 'operator',
    status: 200,
    body: () => ({ predicate: seesPerson }),
    bodiesNaming: (other) => [
      { predicate: undefined, version_id: other.activeVersionId },
      { rule_id: other.ruleId },
      { camera_id: other.cameraId },
      { site_id: other.siteId },
      { predicate: { version: 1, where: { op: 'camera', in: [other.cameraId] } } },
    ],
  },
  'GET /api/v1/alert-rules/:rule_id/compiled-versions': {
    access: 'viewer',
    status: 200,
    path: compiledRule,
  },
  'POST /api/v1/alert-rules/:rule_id/compiled-versions': {
    access: 'operator',
    status: 201,
    path: compiledRule,
    body: () => ({ predicate: seesPerson, note: 'Without the time' }),
    bodiesNaming: (other) => [
      { predicate: { version: 1, where: { op: 'camera', in: [other.cameraId] } } },
      { predicate: { version: 1, where: { op: 'site', in: [other.siteId] } } },
    ],
  },
  'GET /api/v1/alert-rules/:rule_id/compiled-versions/active': {
    access: 'viewer',
    status: 200,
    path: compiledRule,
  },
  'POST /api/v1/alert-rules/:rule_id/compiled-versions/:version_id/activate': {
    access: 'operator',
    status: 200,
    path: spareVersion,
  },
  'POST /api/v1/alert-rules/:rule_id/compiled-versions/:version_id/deactivate': {
    access: 'operator',
    status: 200,
    path: spareVersion,
  },
  'DELETE /api/v1/alert-rules/:rule_id/compiled-versions/:version_id': {
    access: 'operator',
    status: 200,
    path: spareVersion,
  },
  'GET /api/v1/alert-rules/:rule_id/verdicts': { access: 'viewer', status: 200, path: compiledRule },

  'GET /api/v1/alerts': {
    access: 'viewer',
    status: 200,
    filters: alertFilters,
  },
  'GET /api/v1/alerts/stats': {
    access: 'viewer',
    status: 200,
    nothing: { total: 0, by_rule: [], by_camera: [], by_day: [] },
    filters: alertFilters,
  },
  'POST /api/v1/alerts/bulk-acknowledge': {
    access: 'operator',
    status: 200,
    body: ({ alertId }) => ({ ids: [alertId] }),
  },
  'POST /api/v1/alerts/bulk-resolve': {
    access: 'operator',
    status: 200,
    body: ({ alertId }) => ({ ids: [alertId] }),
  },
  'GET /api/v1/alerts/:id': { access: 'viewer', status: 200, path: alert },
  'GET /api/v1/alert-rules/:id/nbd': { access: 'operator', status: 200, path: rule },
  'PATCH /api/v1/alert-rules/:id/nbd': {
    access: 'operator',
    status: 200,
    path: rule,
    body: () => ({
      min_severity: 'low',
      suppressed_tags: ['cat'],
      quiet_hours: [{ days: ['sat'], from: '22:00', to: '06:00' }],
      repeat_window_sec: 600,
    }),
  },
  'GET /api/v1/alert-rules/:id/nbd/held-back': { access: 'viewer', status: 200, path: rule },
  'GET /api/v1/alert-rules/:id/nbd/suggestions': { access: 'operator', status: 200, path: rule },
  'POST /api/v1/alert-rules/:id/nbd/suggestions/:sid/apply': {
    access: 'operator',
    status: 200,
    path: suggestion,
  },
  'POST /api/v1/alert-rules/:id/nbd/suggestions/:sid/dismiss': {
    access: 'operator',
    status: 200,
    path: suggestion,
  },
  'GET /api/v1/cameras/:id/nbd-override': { access: 'operator', status: 200, path: camera },
  'PATCH /api/v1/cameras/:id/nbd-override': {
    access: 'operator',
    status: 200,
    path: camera,
    body: () => ({ min_confidence: 0.5, suppressed_categories: ['audio'], repeat_window_sec: null }),
  },
  'DELETE /api/v1/cameras/:id/nbd-override': { access: 'operator', status: 200, path: camera },
  'GET /api/v1/events/:id/held-back': { access: 'viewer', status: 200, path: event },
  'GET /api/v1/events/:id/why': { access: 'viewer', status: 200, path: event },
  'GET /api/v1/alerts/:id/timeline': { access: 'viewer', status: 200, path: alert },
  'GET /api/v1/notices': { access: 'viewer', status: 200, stream: true },
  'GET /api/v1/notifications': {
    access: 'user',
    status: 200,
    filters: ({ siteId }) => [{ site_id: siteId }],
  },
  'GET /api/v1/admin/notification-groups': {
    access: 'admin',
    status: 200,
    filters: ({ ruleId, cameraId, siteId }) => [
      { rule_id: ruleId },
      { camera_id: cameraId },
      { site_id: siteId },
    ],
  },
  'GET /api/v1/admin/notification-groups/:id/decisions': {
    access: 'admin',
    status: 200,
    path: notificationGroup,
  },
  'GET /api/v1/push/settings': { access: 'user', status: 200 },
  'GET /api/v1/push/subscriptions': { access: 'user', status: 200 },
  'POST /api/v1/push/subscriptions': { access: 'user', status: 201, body: () => browserWithKeys() },
  // Somebody else's.
  'DELETE /api/v1/push/subscriptions/:id': { access: 'user', status: 404, path: pushSubscription },
  'POST /api/v1/push/subscriptions/:id/test': { access: 'user', status: 404, path: pushSubscription },
  'GET /api/v1/notifications/unread-count': { access: 'user', status: 200 },
  'POST /api/v1/notifications/read-all': { access: 'user', status: 200 },
  // Somebody else's.
  'POST /api/v1/notifications/:id/read': { access: 'user', status: 404, path: notification },
  'PATCH /api/v1/alerts/:id/acknowledge': { access: 'operator', status: 200, path: alert },
  'PATCH /api/v1/alerts/:id/status': {
    access: 'operator',
    status: 200,
    path: alert,
    body: () => ({ status: 'resolved' }),
  },

  'GET /api/v1/webhooks': { access: 'operator', status: 200 },
  'POST /api/v1/webhooks': {
    access: 'operator',
    status: 201,
    body: () => ({ name: 'Hook', url: 'https://127.0.0.1:9/hook', event_types: ['alert'] }),
  },
  'GET /api/v1/webhooks/:id': { access: 'operator', status: 200, path: webhook },
  'PATCH /api/v1/webhooks/:id': {
    access: 'operator',
    status: 200,
    path: webhook,
    body: () => ({ name: 'Alarm desk' }),
  },
  'DELETE /api/v1/webhooks/:id': { access: 'operator', status: 204, path: webhook },
  'POST /api/v1/webhooks/:id/rotate-secret': { access: 'admin', status: 200, path: webhook },
  'POST /api/v1/webhooks/:id/test': { access: 'operator', status: 200, path: webhook },
  'POST /api/v1/webhooks/:id/redeliver-failed': { access: 'operator', status: 200, path: webhook },
  'GET /api/v1/webhooks/:id/deliveries': { access: 'operator', status: 200, path: webhook },
  'GET /api/v1/webhooks/:id/deliveries/:deliveryId': { access: 'operator', status: 200, path: delivery },
  'POST /api/v1/webhooks/:id/deliveries/:deliveryId/redeliver': {
    access: 'operator',
    // Still on its way.
    status: 409,
    path: delivery,
  },
}

/** Routes that show nothing of any site: a viewer's key without sites may call them too (`alsoWithoutSites`). */
export const routesForAllKeys: ReadonlySet<string> = new Set<string>([
  'GET /api/v1/analysis-focus-presets',
  'GET /api/v1/object-categories',
])

/** Routes of the table that the book need not list: HEAD goes with its GET, the reference is a library's. */
export function isBooked({ method, url }: { method: string; url: string }): boolean {
  return method !== 'HEAD' && !url.startsWith('/docs')
}

type BookedMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'

/** The request of a route's example. */
export function exampleOf(
  name: string,
  scene: Scene,
): { method: BookedMethod; url: string; payload?: Record<string, unknown> } {
  const [method = '', pattern = ''] = name.split(' ')
  const params = routeBook[name]?.path?.(scene) ?? {}
  const url = pattern.replaceAll(/:(\w+)/g, (_, param: string) => params[param] ?? `missing-${param}`)
  const payload = routeBook[name]?.body?.(scene)
  return { method: methodOf(method), url, ...(payload && { payload }) }
}

function methodOf(text: string): BookedMethod {
  switch (text) {
    case 'GET':
    case 'POST':
    case 'PATCH':
    case 'PUT':
    case 'DELETE':
    case 'OPTIONS':
      return text
    default:
      throw new Error(`the book has no example for ${text}`)
  }
}
