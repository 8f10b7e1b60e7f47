import { createSightlineClient, errorOf, itemsOf, valueOf } from '@sightline/client'

declare const process: { argv: string[] }
declare const console: { log(text: string): void }

/**
 * An integrator's program, written against the package of the client and nothing else. Arguments: where the service is,
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

let credential: string | undefined
const client = createSightlineClient({ origin, credential: () => credential })

const signedIn = await valueOf(client.POST('/api/v1/auth/login', { body: { email, password } }))
credential = signedIn.access_token

const sites = await valueOf(client.GET('/api/v1/sites', { params: { query: { limit: 1 } } }))
const [site] = sites.data
if (!site) throw new Error('there is no site')

const camera = await valueOf(
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

const rule = await valueOf(
  client.POST('/api/v1/alert-rules', { body: { name: 'Everything', rule_kind: 'camera_event' } }),
)
/** The same call twice, as a program that lost the first answer sends it: one webhook is made. */
const makeWebhook = () =>
  valueOf(
    client.POST('/api/v1/webhooks', {
      params: { header: { 'idempotency-key': 'story-webhook' } },
      body: { name: 'Receiver', url: hook, event_types: ['alert'], enabled: true },
    }),
  )
const webhook = await makeWebhook()
const repeated = await makeWebhook()

const nothing = { params: { path: { id: '00000000-0000-4000-8000-000000000000' } } }
const refused = errorOf(await client.GET('/api/v1/cameras/{id}', nothing))

const byId = { params: { path: { id: camera.id } } }
while ((await valueOf(client.GET('/api/v1/cameras/{id}', byId))).status !== 'online') {
  await new Promise((resolve) => globalThis.setTimeout(resolve, 200))
}
const trigger = await valueOf(
  client.POST('/api/v1/cameras/{id}/trigger', { ...byId, body: { duration_sec: 5, note: 'by a program' } }),
)
const listed: string[] = []
const query = { camera_id: camera.id, trigger_source: 'manual', limit: 1 } as const
for await (const event of itemsOf((place) =>
  client.GET('/api/v1/events', { params: { query: { ...query, ...place } } }),
)) {
  listed.push(event.id)
}

console.log(
  JSON.stringify({
    camera_id: camera.id,
    rule_id: rule.id,
    secret: webhook.secret,
    repeated: repeated.id === webhook.id && repeated.secret === webhook.secret,
    refused: refused?.code,
    event_id: trigger.event_id,
    listed,
  }),
)
