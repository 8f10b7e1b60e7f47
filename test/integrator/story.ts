import createClient from 'openapi-fetch'
import type { paths } from './dist/api.js'

declare const process: { argv: string[] }
declare const console: { log(text: string): void }

/**
 * An integrator's program, written against the generated types and nothing else. Arguments: where the service is,
 * a person's address and password, the gateway, the camera's address, user and password, the receiver of webhooks.
 */
const [
  ,
  ,
  origin = '',
  email = '',
  password = '',
  gatewayId = '',
  rtspUrl = '',
  user = '',
  secret = '',
  hook = '',
] = process.argv

const client = createClient<paths>({ baseUrl: origin })

/** What a call answered, or an error that says which call failed and why. */
async function done<T>(
  what: string,
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call
  if (data === undefined) throw new Error(`${what}: ${response.status} ${JSON.stringify(error)}`)
  return data
}

const signedIn = await done('login', client.POST('/api/v1/auth/login', { body: { email, password } }))
client.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${signedIn.access_token}`)
    return request
  },
})

const sites = await done('sites', client.GET('/api/v1/sites', { params: { query: { limit: 1 } } }))
const [site] = sites.data
if (!site) throw new Error('there is no site')

const camera = await done(
  'camera',
  client.POST('/api/v1/cameras', {
    body: {
      name: 'Front door',
      type: 'rtsp',
      site_id: site.id,
      gateway_id: gatewayId,
      rtsp_url: rtspUrl,
      rtsp_username: user,
      rtsp_password: secret,
    },
  }),
)

const rule = await done(
  'rule',
  client.POST('/api/v1/alert-rules', { body: { name: 'Everything', rule_kind: 'camera_event' } }),
)
const webhook = await done(
  'webhook',
  client.POST('/api/v1/webhooks', {
    body: { name: 'Receiver', url: hook, event_types: ['alert'], enabled: true },
  }),
)

const byId = { params: { path: { id: camera.id } } }
while ((await done('status', client.GET('/api/v1/cameras/{id}', byId))).status !== 'online') {
  await new Promise((resolve) => globalThis.setTimeout(resolve, 200))
}
const trigger = await done(
  'trigger',
  client.POST('/api/v1/cameras/{id}/trigger', { ...byId, body: { duration_sec: 5, note: 'by a program' } }),
)
const events = await done(
  'events',
  client.GET('/api/v1/events', {
    params: { query: { camera_id: camera.id, trigger_source: 'manual', limit: 10 } },
  }),
)

console.log(
  JSON.stringify({
    camera_id: camera.id,
    rule_id: rule.id,
    secret: webhook.secret,
    event_id: trigger.event_id,
    listed: events.data.map((event) => event.id),
    total: events.total,
  }),
)
