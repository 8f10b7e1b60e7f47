import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createTestOrg, type TestOrg } from '#testing/test-app.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { buildApp } from '../src/app.js'
import { createMailLoop } from '../src/delivery/notifications/mail/mail-loop.js'
import { createDeliveryLoop } from '../src/delivery/webhooks/deliveries/delivery-loop.js'
import { codeAt } from '../src/identity/auth/second-factors/second-factor.fixture.js'
import { createLog } from '../src/platform/log.js'
import { queuedMails } from '../src/platform/mail/queued-mail.fixture.js'
import type { Platform } from '../src/platform/platform.js'
import { createServices, type Services } from '../src/services.js'
import { type Canary, dumpOf, type Heard, sightings } from './canary.fixture.js'

let scene: TestDatabase
let platform: Platform
let services: Services
let app: Awaited<ReturnType<typeof buildApp>>
let org: TestOrg
const lines: string[] = []
const heard: Heard[] = []
const canaries: Canary[] = []

beforeAll(async () => {
  scene = await createTestDatabase()
  const secrets = {
    smtp: plant('the password of the mail server', 'canary-Smtp-1-5f1d9a'),
    s3: plant('the secret of the bucket', 'canary-Bucket-1-77ce02'),
    metrics: plant('the token of the metrics', 'canary-Metrics-1-aa81'),
    ai: plant("the operator's key of an AI provider", 'canary-sk-Operator-1-3c1'),
  }
  platform = {
    ...createTestPlatform(scene, {
      config: {
        smtpUrl: `smtp://video:${secrets.smtp}@127.0.0.1:9`,
        metricsToken: secrets.metrics,
        allowedPrivateCidrs: ['127.0.0.0/8'],
        ai: {
          provider: 'anthropic',
          model: 'seer',
          baseUrl: 'http://127.0.0.1:9',
          apiKey: secrets.ai,
          allowed: new Map([['seer', null]]),
        },
        aiLimits: { firstByteMs: 5_000, retries: 0, perOrg: 4, perEndpoint: 4 },
        s3: {
          bucket: 'clips',
          region: 'us-east-1',
          endpoint: 'http://127.0.0.1:9',
          accessKeyId: 'id',
          secretAccessKey: secrets.s3,
        },
      },
    }),
    log: createLog('trace', { write: (line) => void lines.push(line) }),
  }
  services = createServices(platform)
  app = await buildApp(platform, services)
  org = await createTestOrg(platform)
})
afterAll(async () => {
  await app.close()
  await services[Symbol.asyncDispose]()
  await scene.close()
})

function plant(name: string, text: string, ...shownBy: string[]): string {
  canaries.push({ name, text, shownBy })
  return text
}

/** Calls the API, and remembers all that it answered. */
async function call(
  exchange: string,
  token: string | null,
  request: InjectOptions,
): Promise<LightMyRequestResponse> {
  const answer = await app.inject({
    ...request,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...request.headers },
  })
  heard.push({ exchange, text: `${JSON.stringify(answer.headers)}\n${answer.body}` })
  return answer
}

const post = (exchange: string, token: string | null, path: string, payload: object, headers = {}) =>
  call(exchange, token, { method: 'POST', url: `/api/v1${path}`, payload, headers })
const patch = (exchange: string, token: string, path: string, payload: object) =>
  call(exchange, token, { method: 'PATCH', url: `/api/v1${path}`, payload })

/** An owner who was invited, chose a password, and signed in; with all that is secret on the way. */
async function signInOwner(): Promise<string> {
  const admin = await org.signIn('owner')
  const email = 'olive@example.com'
  const person = { email, display_name: 'Olive', role: 'owner' }
  expect((await post('invite', admin.token, '/users', person)).statusCode).toBe(201)
  const [mail] = await queuedMails({ test: scene, platform }, { recipient: email })
  const token = plant('the token of an invitation', /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'none')
  expect(token).toHaveLength(43)
  const first = plant('a first password', 'canary-Password-1-ab')
  const second = plant('a second password', 'canary-Password-2-cd')
  const wrong = plant('a mistyped password', 'canary-Password-0-xx')
  await post('reset with a weak password', null, '/auth/reset-password', {
    token,
    new_password: wrong.toLowerCase(),
  })
  expect((await post('reset', null, '/auth/reset-password', { token, new_password: first })).statusCode).toBe(
    200,
  )
  await post('reset twice', null, '/auth/reset-password', { token, new_password: first })
  await post('login wrong', null, '/auth/login', { email, password: wrong })
  // People type their password where the address belongs.
  const misplaced = plant('a password typed as address', 'canary-misplaced-3-ef')
  await post('login with the password as address', null, '/auth/login', { email: misplaced, password: first })
  const mobile = await post('login', null, '/auth/login', { email, password: first, client_type: 'mobile' })
  expect(mobile.statusCode).toBe(200)
  const { access_token, refresh_token } = mobile.json<{ access_token: string; refresh_token: string }>()
  plant('a refresh token', refresh_token, 'login')
  const renewed = await post('refresh', null, '/auth/refresh', { refresh_token })
  plant('the next refresh token', renewed.json<{ refresh_token: string }>().refresh_token, 'refresh')
  const web = await post('login web', null, '/auth/login', { email, password: first })
  const cookie = /sl_refresh=([\w-]+)/.exec(String(web.headers['set-cookie']))?.[1] ?? 'none'
  plant('a refresh cookie', cookie, 'login web')
  await call('refresh web', null, {
    method: 'POST',
    url: '/api/v1/auth/refresh',
    headers: { cookie: `sl_refresh=${cookie}x` },
  })
  const change = { old_password: first, new_password: second }
  expect((await post('change password', access_token, '/auth/change-password', change)).statusCode).toBe(200)
  await setUpSecondFactor(access_token, { email, password: second })
  await post('forgot', null, '/auth/forgot-password', { email })
  await services.passwordRequests.workOff()
  const reset = (await queuedMails({ test: scene, platform }, { recipient: email })).at(-1)
  plant('the token of a reset', /token=([\w-]{43})/.exec(reset?.text ?? '')?.[1] ?? 'none')
  plant('an access token', access_token, 'login')
  return access_token
}

async function setUpSecondFactor(token: string, login: { email: string; password: string }): Promise<void> {
  const made = await post('make a totp secret', token, '/auth/second-factors/totp', { name: 'Phone' })
  const { id, secret } = made.json<{ id: string; secret: string }>()
  plant('the secret of an authenticator app', secret, 'make a totp secret')
  const code = codeAt(secret, platform.clock.now())
  const confirmed = await post('confirm', token, `/auth/second-factors/${id}/confirm`, { code })
  const { recovery_codes: codes } = confirmed.json<{ recovery_codes: string[] }>()
  for (const one of codes) plant('a recovery code', one, 'confirm')
  await post('login without a code', null, '/auth/login', login)
  const second_factor = { recovery_code: codes[0] }
  expect(
    (await post('login with a recovery code', null, '/auth/login', { ...login, second_factor })).statusCode,
  ).toBe(200)
  expect((await post('the same again', null, '/auth/login', { ...login, second_factor })).statusCode).toBe(
    401,
  )
}

async function makeThings(token: string): Promise<void> {
  const hook = { name: 'Desk', url: 'https://127.0.0.1:9/hook', event_types: ['alert'] }
  const headers = { 'idempotency-key': 'hook' }
  const made = await post('make a webhook', token, '/webhooks', hook, headers)
  await post('make a webhook again', token, '/webhooks', hook, headers)
  const { id, secret } = made.json<{ id: string; secret: string }>()
  plant('the secret of a webhook', secret, 'make a webhook', 'make a webhook again')
  const rotated = await post('rotate', token, `/webhooks/${id}/rotate-secret`, {})
  plant('the next secret of a webhook', rotated.json<{ secret: string }>().secret, 'rotate')
  expect((await post('test the webhook', token, `/webhooks/${id}/test`, {})).statusCode).toBe(200)

  const account = { name: 'Desk', role: 'operator' }
  const key = (await post('make a key', token, '/service-accounts', account)).json<Key>()
  plant('the key of a program', key.api_key.full_key, 'make a key')
  await call('use the key', key.api_key.full_key, { url: '/api/v1/cameras' })
  const again = await post(
    'rotate the key',
    token,
    `/service-accounts/${key.service_account.id}/rotate-key`,
    {},
  )
  plant('the next key of a program', again.json<Key>().api_key.full_key, 'rotate the key')
  await call('use the old key', key.api_key.full_key, { url: '/api/v1/cameras' })

  const ai = plant('the key of an AI provider', 'canary-sk-Provider-1-99e')
  const settings = { ai_settings: { provider_keys: { openai: ai } } }
  expect((await patch('store an AI key', token, '/organisation', settings)).statusCode).toBe(200)
  await patch('store it wrongly', token, '/organisation', {
    ai_settings: { provider_keys: { 'Open AI': ai } },
  })
  const clientSecret = plant('the secret of a client of an issuer', 'canary-Client-1-7b3')
  const issuer = { name: 'ID', issuer: 'https://127.0.0.1:9', client_id: 'desk', groups: [] }
  const put = (exchange: string, more: object) =>
    call(exchange, token, {
      method: 'PUT',
      url: '/api/v1/organisation/single-sign-on',
      payload: { ...issuer, client_secret: clientSecret, ...more },
    })
  expect((await put('store a client secret', {})).statusCode).toBe(200)
  await put('store a client secret wrongly', { groups: clientSecret })
  await call('begin a sign-in', null, { url: `/api/v1/auth/single-sign-on/${org.orgId}/start` })
}

interface Key {
  service_account: { id: string }
  api_key: { full_key: string }
}

async function makeCameras(token: string): Promise<void> {
  const rtsp = plant('the password of a camera', 'canary-Rtsp:1/ä-4d1')
  const onvif = plant('the password of an ONVIF camera', 'canary-Onvif-1-b2c')
  const camera = { site_id: org.siteId, name: 'Yard', connection_mode: 'direct' }
  const inUrl = `rtsp://viewer:${encodeURIComponent(rtsp)}@8.8.8.8/stream`
  const made = await post('make a camera', token, '/cameras', { ...camera, type: 'rtsp', rtsp_url: inUrl })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: string }>()
  const withHost = {
    ...camera,
    type: 'onvif',
    host: '8.8.8.8',
    onvif_username: 'admin',
    onvif_password: onvif,
  }
  expect((await post('make an ONVIF camera', token, '/cameras', withHost)).statusCode).toBe(201)
  for (const [exchange, payload] of [
    ['a private address', { rtsp_url: `rtsp://viewer:${encodeURIComponent(rtsp)}@192.168.0.9/` }],
    ['no address', { rtsp_url: `http://viewer:${encodeURIComponent(rtsp)}@8.8.8.8/` }],
    ['another host', { rtsp_url: 'rtsp://9.9.9.9/' }],
    ['a password of a wrong type', { rtsp_password: [rtsp] }],
    ['a password too long', { rtsp_password: rtsp.repeat(100) }],
  ] as const)
    await patch(exchange, token, `/cameras/${id}`, payload)
  const body = { type: 'rtsp', connection_mode: 'direct', rtsp_url: inUrl }
  await post('validate', token, '/cameras/validate-connection', body)
  for (const path of ['', '/diagnostics', '/health', '/thumbnail', '/recordings'])
    await call(`camera${path}`, token, { url: `/api/v1/cameras/${id}${path}` })
  const code = { name: 'Cupboard', site_id: org.siteId }
  const gateway = await post('make a code', token, '/gateways/generate-pairing-code', code)
  const shown = gateway.json<{ pairing_code: string }>().pairing_code
  const paired = await post('pair', null, '/gateways/pair', { pairing_code: shown })
  expect(paired.statusCode, paired.body).toBe(200)
  plant('the key of a gateway', /gw_[\w-]+/.exec(paired.body)?.[0] ?? 'none', 'pair')
  expect(paired.body).toContain('gw_')
}

async function shareAnEvent(token: string): Promise<void> {
  const [cameraId, eventId] = [uuidv7(), uuidv7()]
  const values = [org.orgId, cameraId, org.siteId, eventId]
  await scene.query(
    `insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, 'Door', 'rtsp')`,
    values.slice(0, 3),
  )
  await scene.query(
    `insert into events (org_id, camera_id, site_id, id, event_category, trigger_source, triggered_at, clip_status)
     values ($1, $2, $3, $4, 'motion', 'onvif', now(), 'ready')`,
    values,
  )
  await scene.query(
    `insert into media (org_id, camera_id, site_id, event_id, id, kind, state, key, content_type, bytes, sha256)
     values ($1, $2, $3, $4, $4, 'clip', 'ready', 'k', 'video/mp4', 9, repeat('a', 64))`,
    values,
  )
  const password = plant('the password of a share', 'canary share ü password 7')
  const guess = plant('a guess at the password of a share', 'canary-guess-7aa1-share')
  const made = await post('share', token, `/events/${eventId}/shares`, { password })
  const share = plant('the token of a share', made.json<{ token: string }>().token, 'share')
  const url = `/api/v1/shared/${share}`
  const given = (text: string) => ({ 'x-share-password': encodeURIComponent(text) })
  await call('open with a guess', null, { url, headers: given(guess) })
  await post('open with a guess in the body', null, `/shared/${share}`, { password: guess })
  const opened = await call('open', null, { url, headers: given(password) })
  expect(opened.statusCode, opened.body).toBe(200)
  await call('the page of a share', null, { url: `/shared/${share}` })
  // The bucket is away: what goes wrong is logged in full.
  const clip = new URL(opened.json<{ clip_url: string }>().clip_url)
  expect((await call('the shared clip', null, { url: clip.pathname + clip.search })).statusCode).toBe(503)
  plant('the signature of a link', clip.searchParams.get('sig') ?? 'none', 'open')
  await call('the clip', token, { url: `/api/v1/events/${eventId}/clip-url` })
}

/** Asks models that are away, with the key of the operator and with the organisation's. */
async function askModels(token: string): Promise<void> {
  const ask = async () => {
    const chosen = await services.models.choose(org.orgId)
    if (chosen.kind === 'none') throw new Error(chosen.reason)
    const question = {
      purpose: 'chat' as const,
      eventId: null,
      instructions: 'Answer.',
      content: ['What happened?'],
      answer: z.object({ text: z.string() }),
      maxOutputTokens: 100,
    }
    const outcome = await services.models.ask(org.orgId, chosen, question, AbortSignal.timeout(20_000))
    expect(outcome).toMatchObject({ kind: 'failed', usage: { provider: chosen.provider } })
    heard.push({ exchange: `asking ${chosen.account}`, text: JSON.stringify(outcome) })
    return chosen.account
  }
  expect(await ask()).toBe('operator')
  const key = plant('the key of an own endpoint', 'canary-sk-Own-1-71e')
  const settings = {
    provider: 'openai',
    model: 'm',
    base_url: 'https://127.0.0.1:9/v1',
    provider_keys: { openai: key },
  }
  expect((await patch('set an endpoint', token, '/organisation', { ai_settings: settings })).statusCode).toBe(
    200,
  )
  expect(await ask()).toBe('organisation')
  const wrong = { ...settings, base_url: `https://${key}@127.0.0.1:9/v1` }
  await patch('set it wrongly', token, '/organisation', { ai_settings: wrong })
}

/** Lets the workers meet a mail server and a receiver that are away. */
async function letWorkersTry(): Promise<void> {
  const stop = new AbortController()
  const running = [
    createMailLoop(platform, services.mailer).run(stop.signal),
    createDeliveryLoop(platform, services.outbound).run(stop.signal),
  ]
  await vi.waitFor(
    async () => {
      const [tried] = await scene.query<{ mails: number; attempts: number }>(
        `select (select count(*)::int from outgoing_mail where last_error is not null) as mails,
           (select count(*)::int from webhook_attempts) as attempts`,
      )
      expect(tried?.mails).toBeGreaterThan(0)
      expect(tried?.attempts).toBeGreaterThan(0)
    },
    { timeout: 20_000, interval: 50 },
  )
  stop.abort()
  await Promise.all(running)
}

test('no secret is seen but where it is shown once: answers, logs at trace, database, audit, exports', async () => {
  const token = await signInOwner()
  await makeThings(token)
  await makeCameras(token)
  await shareAnEvent(token)
  await askModels(token)
  await letWorkersTry()
  for (const path of [
    '/audit-log?limit=100',
    '/audit-log/export?format=jsonl',
    '/webhooks',
    '/service-accounts',
    '/organisation',
    '/organisation/ai-usage',
    '/organisation/single-sign-on',
    '/users',
    '/events/export',
  ])
    expect((await call(path, token, { url: `/api/v1${path}` })).statusCode, path).toBe(200)
  for (const url of ['/api/v1/openapi.json', '/nowhere']) await call(url, token, { url })
  await call('metrics', platform.config.metricsToken, { url: '/metrics' })
  await call('metrics, refused', 'another token of sixteen', { url: '/metrics' })

  const log: Heard = { exchange: 'the log', text: lines.join('') }
  expect(lines.length).toBeGreaterThan(50)
  expect(log.text).toContain('request.unavailable')
  expect(sightings(canaries, [...heard, log, ...(await dumpOf(scene))])).toEqual([])
  expect(canaries.length).toBeGreaterThanOrEqual(24)
})

test('what looks for them finds them, however they are encoded', () => {
  const canary = { name: 'it', text: 'canary-Rtsp:1/ä-4d1' }
  const seen = (text: string) => sightings([canary], [{ exchange: 'here', text }]).length
  const { text } = canary
  for (const place of [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString('hex'),
    ...['', 'x', 'xx', 'viewer:'].map((before) => Buffer.from(`${before}${text}`).toString('base64')),
  ])
    expect(seen(`before ${place} after`)).toBe(1)
  expect(seen('nothing')).toBe(0)
})
