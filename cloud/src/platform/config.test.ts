import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.js'

test('has a default for everything, and cannot be changed', () => {
  const config = parseConfig({})
  expect(config).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: null,
    dataDir: path.resolve('.data'),
    databaseUrl: null,
    offlineGraceMs: 30_000,
    heartbeatMs: 10_000,
    allowedPrivateCidrs: [],
  })
  expect(Object.isFrozen(config)).toBe(true)
})

test('takes the agent of its own release for the newest', () => {
  const manifest = new URL('../../../agent/package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  expect(parseConfig({}).newestAgentVersion).toBe(version)
  expect(parseConfig({ NEWEST_AGENT_VERSION: '1.4.0-rc.1' }).newestAgentVersion).toBe('1.4.0-rc.1')
  expect(() => parseConfig({ NEWEST_AGENT_VERSION: 'newest' })).toThrow('NEWEST_AGENT_VERSION')
})

test('asks gateways for a sign of life three times in the silence that it bears', () => {
  const heartbeatOf = (grace: string) => parseConfig({ OFFLINE_GRACE_SEC: grace }).heartbeatMs
  expect(['3', '12', '3600'].map(heartbeatOf)).toEqual([1_000, 4_000, 10_000])
  expect(() => heartbeatOf('2')).toThrow('OFFLINE_GRACE_SEC')
})

test('reads what is set; an empty value is not set', () => {
  const config = parseConfig({
    PORT: '0',
    PUBLIC_URL: 'https://video.example.com/',
    ALLOWED_PRIVATE_CIDRS: '10.0.0.0/8, fd00::/8',
    OWNER_PASSWORD: '',
    DATA_DIR: '',
    ICE_SERVERS: '[{"urls":["stun:stun.example.com"],"username":"","credential":""}]',
  })
  expect(config.port).toBe(0)
  expect(config.publicUrl).toBe('https://video.example.com')
  expect(config.allowedPrivateCidrs).toEqual(['10.0.0.0/8', 'fd00::/8'])
  expect(config.owner.password).toBeNull()
  expect(config.dataDir).toBe(path.resolve('.data'))
  expect(config.iceServers[0]?.urls).toEqual(['stun:stun.example.com'])
})

test.each([
  [{ PORT: '70000' }, /PORT/],
  [{ PUBLIC_URL: 'ftp://x' }, /PUBLIC_URL/],
  [{ PUBLIC_URL: 'https://example.com/video' }, /PUBLIC_URL: has a path: .*root of a name/],
  [{ PUBLIC_URL: 'https://example.com/video/' }, /PUBLIC_URL: has a path/],
  [{ PUBLIC_URL: 'https://example.com:0' }, /PUBLIC_URL: .*port from 1 on/],
  [{ PUBLIC_URL: 'https://*.example.com' }, /PUBLIC_URL: .*without \*/],
  [{ SMTP_URL: 'smtp://mail.example.com:0' }, /SMTP_URL: .*port from 1 on/],
  [{ S3_ENDPOINT: 'http://127.0.0.1:0' }, /S3_ENDPOINT: .*port from 1 on/],
  [{ PUBLIC_URL: 'https://example.com/?' }, /PUBLIC_URL: has a query/],
  [{ PUBLIC_URL: 'https://example.com?a=/' }, /PUBLIC_URL: has a query/],
  [{ PUBLIC_URL: 'https://example.com/#' }, /PUBLIC_URL: has a fragment/],
  [{ PUBLIC_URL: 'https://:p@example.com' }, /PUBLIC_URL: has a user or password: (?!.*:p@)/],
  [
    { PUBLIC_URL: 'https://u@example.com/a?b#c' },
    /has a user or password, has a path, has a query, has a frag/,
  ],
  [{ OWNER_EMAIL: 'nobody' }, /OWNER_EMAIL/],
  [{ ALLOWED_PRIVATE_CIDRS: '10.0.0.0' }, /ALLOWED_PRIVATE_CIDRS/],
  [{ ICE_SERVERS: 'stun:x' }, /ICE_SERVERS/],
  [{ SMTP_URL: 'mail.example.com' }, /SMTP_URL/],
  [{ SMTP_URL: 'https://mail.example.com' }, /SMTP_URL/],
  [{ SMTP_URL: 'smtp://' }, /SMTP_URL/],
  [{ MAIL_FROM: 'Sightline' }, /MAIL_FROM/],
  [{ MAIL_FROM: 'a@example.com, b@example.com' }, /MAIL_FROM/],
  [{ MAIL_FROM: 'A <a@example.com>\r\nBcc: b@example.com' }, /MAIL_FROM/],
  [{ VAPID_SUBJECT: 'video@example.com' }, /VAPID_SUBJECT/],
  [{ VAPID_SUBJECT: 'https://%%%' }, /VAPID_SUBJECT/],
  [{ METRICS_PORT: '-1' }, /METRICS_PORT/],
  [{ METRICS_TOKEN: 'short' }, /METRICS_TOKEN/],
  [{ DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL/],
  [{ DATABASE_URL: 'postgresql://u@h/d' }, /MASTER_KEY is required/],
  // A file of settings that a shell read: an & without quotes ended the line.
  [{ statement_timeout: '1' }, /DATABASE_URL is unset, and statement_timeout .*quotes/],
  [{ sslrootcert: '/a.pem', MASTER_KEY: 'a'.repeat(64) }, /DATABASE_URL is unset, and sslrootcert .*quotes/],
  [{ DATABASE_URL: 'postgresql://u@h/d?options=-c%20role%3Dnone' }, /DATABASE_URL: options=/],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, proxy.example.com' }, /TRUSTED_PROXIES.*such as/],
  [{ CORS_ORIGINS: '*' }, /CORS_ORIGINS.*without a path/],
  [{ CORS_ORIGINS: 'https://*.example.com' }, /CORS_ORIGINS/],
  [{ CORS_ORIGINS: 'https://app.example.com/' }, /CORS_ORIGINS/],
  [{ CORS_ORIGINS: 'https://App.example.com' }, /CORS_ORIGINS/],
  [{ CORS_ORIGINS: 'https://app.example.com,null' }, /CORS_ORIGINS/],
  [{ S3_BUCKET: 'clips' }, /S3_SECRET_ACCESS_KEY: set all three/],
  [{ AI_PROVIDER: 'mistral' }, /AI_PROVIDER: openai .*or anthropic/],
  [{ AI_PROVIDER: 'openai', AI_API_KEY: 'k' }, /AI_MODEL: name the model/],
  [{ AI_PROVIDER: 'openai', AI_MODEL: 'm' }, /AI_API_KEY: needed, unless AI_BASE_URL/],
  [{ AI_MODEL: 'm', AI_API_KEY: 'k' }, /AI_MODEL, AI_API_KEY: set AI_PROVIDER/],
  [{ AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_API_KEY: 'k\r\nx: y' }, /AI_API_KEY/],
  [
    { AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_API_KEY: 'k', AI_INPUT_PRICE: '1' },
    /AI_OUTPUT_PRICE: set both/,
  ],
  [{ AI_CONCURRENCY: '0' }, /AI_CONCURRENCY/],
  [{ AI_TIMEOUT_SEC: '601' }, /AI_TIMEOUT_SEC/],
])('refuses %j by name', (env, message) => {
  expect(() => parseConfig(env)).toThrow(ConfigError)
  expect(() => parseConfig(env)).toThrow(message)
})

test.each([
  ['https://video.example.com', 'https://video.example.com'],
  ['https://video.example.com/', 'https://video.example.com'],
  ['https://video.example.com:443//', 'https://video.example.com'],
  ['HTTP://Video.Example.com:8080', 'http://video.example.com:8080'],
  ['http://[2001:DB8::1]:8080/', 'http://[2001:db8::1]:8080'],
])('people may reach the service at %s', (PUBLIC_URL, publicUrl) => {
  expect(parseConfig({ PUBLIC_URL }).publicUrl).toBe(publicUrl)
})

test('what others serve may be below a path', () => {
  const keys = { S3_BUCKET: 'clips', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' }
  const config = parseConfig({ ...keys, NODE_URL: 'http://h/a/', S3_ENDPOINT: 'http://h/s3' })
  expect([config.nodeUrl, config.s3?.endpoint]).toEqual(['http://h/a', 'http://h/s3'])
})

test.each(['video@example.com', 'Sightline <video@example.com>', 'Vidéo, Halle 3 <v+1@mail.example.com>'])(
  'e-mail may be from %s',
  (from) => {
    expect(parseConfig({ SMTP_URL: 'smtps://u:p%40@mail.example.com', MAIL_FROM: from }).mailFrom).toBe(from)
  },
)

test('the model of the operator may be on this machine, without a key', () => {
  expect(parseConfig({}).ai).toBeNull()
  const env = { AI_PROVIDER: 'openai', AI_MODEL: 'qwen', AI_BASE_URL: 'http://127.0.0.1:11434/v1/' }
  expect(parseConfig(env).ai).toEqual({
    provider: 'openai',
    model: 'qwen',
    baseUrl: 'http://127.0.0.1:11434/v1',
    apiKey: null,
    allowed: new Map([['qwen', null]]),
  })
  const priced = { ...env, AI_INPUT_PRICE: '0.15', AI_OUTPUT_PRICE: '0.6' }
  expect(parseConfig(priced).ai?.allowed.get('qwen')).toEqual({ input: 0.15, output: 0.6 })
})

test('the models on the account of the operator are those that are named, and a ceiling in money needs their prices', () => {
  const env = { AI_PROVIDER: 'openai', AI_MODEL: 'qwen2.5vl:7b', AI_API_KEY: 'k' }
  const named = { ...env, AI_MODELS_ALLOWED: 'large=2/8, small' }
  expect(parseConfig(named).ai?.allowed).toEqual(
    new Map([
      ['large', { input: 2, output: 8 }],
      ['small', null],
      ['qwen2.5vl:7b', null],
    ]),
  )
  expect(() => parseConfig({ ...named, AI_DAILY_USD: '5' })).toThrow(
    /AI_DAILY_USD: what small, qwen2.5vl:7b costs/,
  )
  const priced = { ...env, AI_DAILY_USD: '5', AI_INPUT_PRICE: '1', AI_OUTPUT_PRICE: '2' }
  expect(parseConfig(priced).aiCeiling).toEqual({ tokens: 50_000_000, usd: 5 })
  expect(() => parseConfig({ AI_MODELS_ALLOWED: 'large' })).toThrow(/set AI_PROVIDER too/)
  for (const wrong of ['large=2', '=1/2', 'a=1/2.3.4', 'x'.repeat(101)])
    expect(() => parseConfig({ ...env, AI_MODELS_ALLOWED: wrong }), wrong).toThrow(/AI_MODELS_ALLOWED/)
})

test('names every setting that cannot be used, not only the first', () => {
  expect(() => parseConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT.*LOG_LEVEL/)
})
