import {
  cameraInputs,
  cameraUpdates,
  eventFilters,
  fields,
  pageQuery,
  ruleInputs,
} from './published-shapes.fixture.js'
import type { BookedRoute } from './route-book.fixture.js'

/**
 * What a success answers:
 * - a list of names: a JSON object that has at least these fields;
 * - `list`: `{data: [object with these fields]}`, with `total` or as a page with `next_cursor` and `total`;
 * - `within`: an object with these fields under each name;
 * - `array`: a JSON array; `any`: JSON whose shape the interface leaves open;
 * - `empty`, `csv`: no body, text/csv.
 */
export type Shape =
  | readonly string[]
  | { readonly list: readonly string[]; readonly also?: 'total' | 'page' }
  | { readonly within: Readonly<Record<string, readonly string[]>> }
  | 'any'
  | 'empty'
  | 'csv'

/** A route as the published interface has it, read by hand from that page and from nothing else. */
export interface PublishedRoute {
  readonly access: BookedRoute['access']
  readonly status: number
  readonly answer: Shape
  /** Names that the body takes. */
  readonly body?: readonly string[]
  readonly query?: readonly string[]
}

type Role = BookedRoute['access']
const route = (
  access: Role,
  status: number,
  answer: Shape,
  inputs: Pick<PublishedRoute, 'body' | 'query'> = {},
): PublishedRoute => ({ access, status, answer, ...inputs })
const page = (names: readonly string[]): Shape => ({ list: names, also: 'page' })
const message = ['message'] as const
const apiKey = { api_key: ['full_key', 'key_prefix', 'warning'] }

/** Every route of the published interface. Paths are written with `{}` for a parameter, whatever its name. */
export const publishedInterface: Readonly<Record<string, PublishedRoute>> = {
  'GET /api/health': route('public', 200, 'any'),
  'GET /api/v1/health': route('public', 200, 'any'),
  'GET /api/v1/health/ready': route('public', 200, 'any'),

  'POST /api/v1/auth/login': route(
    'public',
    200,
    { within: { user: fields.sessionUser } },
    { body: ['email', 'password', 'remember_me', 'client_type'] },
  ),
  'POST /api/v1/auth/refresh': route('public', 200, ['access_token', 'expires_at'], {
    body: ['refresh_token', 'client_type'],
  }),
  'POST /api/v1/auth/logout': route('user', 200, message),
  'POST /api/v1/auth/forgot-password': route('public', 200, message, { body: ['email'] }),
  'POST /api/v1/auth/reset-password': route('public', 200, message, { body: ['token', 'new_password'] }),
  'GET /api/v1/auth/me': route('user', 200, [...fields.sessionUser, 'preferences']),
  'PATCH /api/v1/auth/me': route('user', 200, [...fields.sessionUser, 'preferences'], {
    body: ['display_name'],
  }),
  'POST /api/v1/auth/change-password': route('user', 200, message, {
    body: ['old_password', 'new_password'],
  }),
  'PATCH /api/v1/auth/me/preferences': route('user', 200, 'any', { body: ['locale', 'timezone'] }),

  'POST /api/v1/service-accounts': route(
    'admin',
    201,
    { within: { service_account: ['id', 'name', 'role', 'created_at'], ...apiKey } },
    { body: ['name', 'role', 'site_ids'] },
  ),
  'GET /api/v1/service-accounts': route('admin', 200, { list: fields.serviceAccount }),
  'GET /api/v1/service-accounts/{}': route('admin', 200, fields.serviceAccount),
  'POST /api/v1/service-accounts/{}/rotate-key': route('admin', 200, {
    within: { service_account: ['id', 'name'], ...apiKey },
  }),
  'DELETE /api/v1/service-accounts/{}': route('admin', 200, message),
  'GET /api/v1/service-accounts/{}/site-access': route('admin', 200, ['site_ids']),
  'PUT /api/v1/service-accounts/{}/site-access': route('admin', 200, ['site_ids'], { body: ['site_ids'] }),

  'GET /api/v1/users': route('admin', 200, page(fields.user), { query: pageQuery }),
  'POST /api/v1/users': route(
    'admin',
    201,
    { within: { user: fields.changedUser } },
    { body: ['email', 'display_name', 'role', 'site_ids'] },
  ),
  'GET /api/v1/users/{}': route('admin', 200, fields.user),
  'PATCH /api/v1/users/{}': route('admin', 200, fields.changedUser, {
    body: ['display_name', 'role', 'enabled'],
  }),
  'DELETE /api/v1/users/{}': route('admin', 200, message),
  'GET /api/v1/users/{}/sessions': route('admin', 200, { list: ['id'] }),
  'DELETE /api/v1/users/{}/sessions/{}': route('admin', 200, message),
  'POST /api/v1/users/{}/reset-password': route('admin', 200, message),
  'GET /api/v1/users/{}/site-access': route('admin', 200, ['site_ids']),
  'PUT /api/v1/users/{}/site-access': route('admin', 200, ['site_ids'], { body: ['site_ids'] }),

  'GET /api/v1/cameras': route('viewer', 200, page(fields.camera), {
    query: ['site_id', 'gateway_id', 'status', 'type', 'connection_mode', ...pageQuery],
  }),
  'POST /api/v1/cameras': route('operator', 201, fields.camera, { body: cameraInputs }),
  'GET /api/v1/cameras/{}': route('viewer', 200, fields.camera),
  'PATCH /api/v1/cameras/{}': route('operator', 200, fields.camera, { body: cameraUpdates }),
  'DELETE /api/v1/cameras/{}': route('operator', 204, 'empty'),
  'POST /api/v1/cameras/{}/trigger': route('operator', 202, fields.trigger, {
    body: ['duration_sec', 'note'],
  }),
  'POST /api/v1/cameras/validate-connection': route('operator', 200, 'any', { body: ['type', 'rtsp_url'] }),
  'GET /api/v1/cameras/{}/diagnostics': route('viewer', 200, 'any'),
  'GET /api/v1/cameras/{}/health': route('viewer', 200, 'any'),
  'GET /api/v1/cameras/{}/thumbnail': route('viewer', 200, 'any'),
  'POST /api/v1/cameras/{}/snapshot': route('viewer', 200, 'any'),
  'POST /api/v1/cameras/{}/unpair': route('operator', 200, fields.camera),
  'POST /api/v1/cameras/{}/ptz': route('operator', 200, 'any', { body: ['direction', 'magnitude'] }),
  'GET /api/v1/cameras/{}/analysis-focus': route('authenticated', 200, ['version']),
  'PUT /api/v1/cameras/{}/analysis-focus': route('authenticated', 200, ['version']),
  'GET /api/v1/cameras/{}/analysis-focus/history': route('authenticated', 200, 'any', { query: ['limit'] }),
  'GET /api/v1/analysis-focus-presets': route('authenticated', 200, 'any'),
  'GET /api/v1/cameras/{}/nbd-override': route('operator', 200, 'any'),
  'PATCH /api/v1/cameras/{}/nbd-override': route('operator', 200, 'any'),
  'DELETE /api/v1/cameras/{}/nbd-override': route('operator', 200, 'any'),
  'GET /api/v1/cameras/{}/recording-coverage': route('viewer', 200, 'any', { query: ['from', 'to'] }),
  'GET /api/v1/cameras/{}/recordings': route('viewer', 200, 'any', { query: ['from', 'to'] }),
  'GET /api/v1/cameras/{}/clip-at': route('viewer', 200, 'any', { query: ['at'] }),
  'GET /streams/{}/status': route('authenticated', 200, fields.streamStatus),

  'GET /api/v1/gateways': route('viewer', 200, { list: fields.gateway, also: 'total' }),
  'POST /api/v1/gateways/generate-pairing-code': route(
    'operator',
    201,
    ['id', 'pairing_code', 'expires_at', 'status'],
    { body: ['name', 'site_id'] },
  ),
  'POST /api/v1/gateways/pair': route('public', 200, ['gateway_id', 'api_key', 'org_id', 'ice_servers'], {
    body: ['pairing_code', 'name', 'version', 'local_ip'],
  }),
  'GET /api/v1/gateways/{}': route('viewer', 200, fields.gateway),
  'GET /api/v1/gateways/{}/telemetry': route('viewer', 200, fields.telemetry),
  'PATCH /api/v1/gateways/{}': route('operator', 200, fields.gateway, {
    body: ['name', 'site_id', 'status'],
  }),
  'DELETE /api/v1/gateways/{}': route('operator', 204, 'empty'),
  'GET /api/v1/gateways/{}/audit-log': route('admin', 200, 'any'),
  'POST /api/v1/gateways/{}/discovery': route('admin', 202, 'any'),
  'GET /api/v1/gateways/{}/discovery/cameras': route('admin', 200, 'any'),

  'GET /api/v1/events': route('viewer', 200, page(fields.eventItem), {
    query: [...eventFilters, ...pageQuery],
  }),
  'GET /api/v1/events/{}': route('viewer', 200, fields.event),
  'PATCH /api/v1/events/{}': route('operator', 200, fields.event, {
    body: ['acknowledged', 'starred', 'notes'],
  }),
  'DELETE /api/v1/events/{}': route('admin', 204, 'empty'),
  'GET /api/v1/events/export': route('operator', 200, 'csv', { query: eventFilters }),

  'GET /api/v1/alerts': route('viewer', 200, page(fields.alert), {
    query: ['rule_id', 'status', 'date_from', 'date_to', ...pageQuery],
  }),
  'GET /api/v1/alerts/{}/timeline': route('viewer', 200, ['alert_id', 'entries']),
  'GET /api/v1/alerts/stats': route('viewer', 200, 'any'),
  'PATCH /api/v1/alerts/{}/acknowledge': route('operator', 200, fields.alert),
  'PATCH /api/v1/alerts/{}/status': route('operator', 200, fields.alert, { body: ['status'] }),
  'GET /api/v1/alert-rules': route('viewer', 200, { list: fields.rule, also: 'total' }),
  'POST /api/v1/alert-rules': route('operator', 201, fields.rule, { body: ruleInputs }),
  'GET /api/v1/alert-rules/{}': route('viewer', 200, fields.rule),
  'PATCH /api/v1/alert-rules/{}': route('operator', 200, fields.rule, { body: ruleInputs }),
  'DELETE /api/v1/alert-rules/{}': route('operator', 200, message),
  'POST /api/v1/alert-rules/{}/test': route('operator', 200, 'any'),
  'POST /api/v1/alert-rules/{}/recipients': route('operator', 201, 'any', { body: ['user_id', 'channels'] }),
  'GET /api/v1/alert-rules/{}/recipients': route('operator', 200, 'any'),
  'DELETE /api/v1/alert-rules/{}/recipients/{}': route('operator', 200, message),
  'POST /api/v1/alert-rules/{}/activate': route('operator', 200, fields.rule),
  'GET /api/v1/alert-rules/{}/nbd': route('operator', 200, 'any'),
  'PATCH /api/v1/alert-rules/{}/nbd': route('operator', 200, 'any'),

  'POST /api/v1/webhooks': route('operator', 201, [...fields.webhook, 'secret'], {
    body: ['name', 'url', 'event_types', 'enabled'],
  }),
  'POST /api/v1/webhooks/{}/test': route('operator', 200, 'any'),

  'GET /api/v1/events/{}/clip-url': route('viewer', 200, 'any'),
  'GET /api/v1/events/{}/snapshot-url': route('viewer', 200, 'any'),
  'GET /api/v1/events/{}/similar': route('viewer', 200, page(fields.eventItem), { query: pageQuery }),
  'GET /api/v1/events/{}/objects': route('viewer', 200, 'any'),
  'GET /api/v1/events/{}/faces': route('viewer', 200, 'any'),
  'GET /api/v1/events/{}/ai-evidence': route('viewer', 200, 'any'),
  'GET /api/v1/events/{}/analysis': route('viewer', 200, 'any'),
  'POST /api/v1/events/{}/analyze': route('admin', 202, 'any'),
  'GET /api/v1/events/timeline': route('viewer', 200, 'any'),
  'POST /api/v1/events/{}/feedback': route('viewer', 201, 'any'),
  'GET /api/v1/events/{}/feedback': route('viewer', 200, 'any'),
  'POST /api/v1/events/chat': route('viewer', 200, 'any', { body: ['question'] }),
  'POST /api/v1/events/{}/shares': route('operator', 201, 'any'),
  'GET /api/v1/events/{}/shares': route('operator', 200, 'any'),
  'DELETE /api/v1/events/{}/shares/{}': route('operator', 200, message),
  'GET /api/v1/events/{}/shares/{}/audit': route('operator', 200, 'any'),
  'GET /api/v1/object-categories': route('authenticated', 200, 'any'),

  'POST /api/v1/alert-rules/compile': route('operator', 200, 'any', { body: ['sentence'] }),
  'POST /api/v1/alert-rules/test-compiled': route('operator', 200, 'any'),
  'POST /api/v1/alert-rules/{}/compiled-versions': route('operator', 201, 'any'),
  'GET /api/v1/alert-rules/{}/compiled-versions': route('viewer', 200, 'any'),
  'GET /api/v1/alert-rules/{}/compiled-versions/active': route('viewer', 200, 'any'),
  'POST /api/v1/alert-rules/{}/compiled-versions/{}/activate': route('operator', 200, 'any'),
  'DELETE /api/v1/alert-rules/{}/compiled-versions/{}': route('operator', 200, message),
  'GET /api/v1/alert-rules/budget': route('viewer', 200, 'any'),
  'PATCH /api/v1/alert-rules/budget': route('admin', 200, 'any'),
  'GET /api/v1/admin/notification-groups': route('admin', 200, 'any'),
  'GET /api/v1/admin/notification-groups/{}/decisions': route('admin', 200, 'any'),
}
