import path from 'node:path'
import { IceServer, isVersion } from '@sightline/protocol'
import { z } from 'zod'
import { releasedVersion } from './version.js'

/** A setting that cannot be used; the message names it and says what it takes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const unsetIfEmpty = (value: unknown): unknown => (value === '' ? undefined : value)
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(unsetIfEmpty, schema)

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )

const cidr = z.union([z.cidrv4(), z.cidrv6()], { error: 'a list of CIDR ranges such as 10.0.0.0/8,fd00::/8' })

const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'a list of addresses and CIDR ranges such as 10.0.0.7,10.1.0.0/16',
})

/** As a browser names it in `Origin`: scheme, host in lower case, and a port that is not the scheme's own. */
const origin = z.string().refine(isOrigin, {
  error: 'a list of origins such as https://app.example.com,https://desk.example.com:8443, without a path',
})

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*]+$/.test(text) || !URL.canParse(text)) return false
  return new URL(text).origin === text
}

const PublicUrl = z
  .url({ protocol: /^https?$/, error: 'an address such as https://video.example.com' })
  .transform((url) => url.replace(/\/+$/, ''))

const IceServers = z
  .string()
  .default('[]')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'a JSON array of {urls, username, credential}' })
      return z.NEVER
    }
  })
  .pipe(z.array(IceServer))

const smtpUrl = z.url({
  protocol: /^smtps?$/,
  hostname: /./,
  error: 'an address such as smtp://user:password@mail.example.com:587',
})

/** `name@host` or `Name <name@host>`; one mailbox, nothing that could begin another header. */
const Sender = z
  .string()
  .max(320)
  .regex(
    /^(?:[^<>"\p{Cc}]+ <[^\s<>@,;"\p{Cc}]+@[^\s<>@,;"\p{Cc}]+>|[^\s<>@,;"\p{Cc}]+@[^\s<>@,;"\p{Cc}]+)$/u,
    {
      error: 'one mailbox such as video@example.com or Sightline <video@example.com>',
    },
  )

const Settings = z.object({
  PORT: setting(z.coerce.number().int().min(0).max(65535).default(8080)),
  HOST: setting(z.string().default('127.0.0.1')),
  PUBLIC_URL: setting(PublicUrl.optional()),
  DATA_DIR: setting(z.string().default('.data')),
  DATABASE_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/, error: 'postgresql://user:password@host/database' }).optional(),
  ),
  OWNER_EMAIL: setting(z.email().max(254).default('owner@example.com')),
  OWNER_PASSWORD: setting(z.string().min(1).max(256).optional()),
  ORG_NAME: setting(z.string().trim().min(1).max(100).default('My organisation')),
  MASTER_KEY: setting(z.string().optional()),
  ALLOWED_PRIVATE_CIDRS: setting(list.pipe(z.array(cidr))),
  OFFLINE_GRACE_SEC: setting(z.coerce.number().min(1).max(3600).default(30)),
  EVENT_EXPORT_MAX_ROWS: setting(z.coerce.number().int().min(1).max(1_000_000).default(10_000)),
  SMTP_URL: setting(smtpUrl.optional()),
  MAIL_FROM: setting(Sender.optional()),
  METRICS_PORT: setting(z.coerce.number().int().min(0).max(65535).optional()),
  METRICS_TOKEN: setting(z.string().min(16, { error: 'at least 16 characters' }).max(256).optional()),
  RELAY_LEASE_SEC: setting(z.coerce.number().min(3).max(120).default(15)),
  S3_BUCKET: setting(z.string().min(3).max(63).optional()),
  S3_REGION: setting(z.string().min(1).default('us-east-1')),
  S3_ENDPOINT: setting(PublicUrl.optional()),
  S3_ACCESS_KEY_ID: setting(z.string().min(1).optional()),
  S3_SECRET_ACCESS_KEY: setting(z.string().min(1).optional()),
  CORS_ORIGINS: setting(list.pipe(z.array(origin))),
  TRUSTED_PROXIES: setting(list.pipe(z.array(addressOrRange))),
  ICE_SERVERS: setting(IceServers),
  WEBHOOK_DISABLE_AFTER: setting(z.coerce.number().int().min(1).max(1000).default(10)),
  TESTS_PER_MINUTE: setting(z.coerce.number().int().min(1).max(10_000).default(60)),
  PROBES_PER_MINUTE: setting(z.coerce.number().int().min(1).max(10_000).default(60)),
  QUESTIONS_PER_MINUTE: setting(z.coerce.number().int().min(1).max(10_000).default(20)),
  NEWEST_AGENT_VERSION: setting(
    z.string().max(64).refine(isVersion, { error: 'a version such as 1.4.0' }).default(releasedVersion),
  ),
  AI_PROVIDER: setting(
    z
      .enum(['openai', 'anthropic'], {
        error: 'openai (any endpoint that speaks alike, such as vLLM or Ollama) or anthropic',
      })
      .optional(),
  ),
  AI_BASE_URL: setting(PublicUrl.optional()),
  AI_MODEL: setting(z.string().trim().min(1).max(100).optional()),
  AI_API_KEY: setting(
    z
      .string()
      .min(1)
      .max(1000)
      .regex(/^[\x21-\x7e]+$/, { error: 'a key without spaces' })
      .optional(),
  ),
  AI_INPUT_PRICE: setting(z.coerce.number().min(0).max(100_000).optional()),
  AI_OUTPUT_PRICE: setting(z.coerce.number().min(0).max(100_000).optional()),
  AI_TIMEOUT_SEC: setting(z.coerce.number().min(1).max(600).default(90)),
  AI_RETRIES: setting(z.coerce.number().int().min(0).max(10).default(3)),
  AI_CONCURRENCY: setting(z.coerce.number().int().min(1).max(1000).default(4)),
  AI_ENDPOINT_CONCURRENCY: setting(z.coerce.number().int().min(1).max(10_000).default(32)),
  FFMPEG_PATH: setting(z.string().optional()),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
})

/** The settings of a cloud process, read once and never changed. */
export type Config = ReturnType<typeof parseConfig>

/**
 * Reads the settings of DESIGN section 1 whose parts exist.
 * @throws ConfigError that names every setting that cannot be used.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>) {
  const parsed = Settings.safeParse(env)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path: name, message }) => `${name.join('.')}: ${message}`).join('; '),
    )
  }
  const settings = parsed.data
  if (settings.DATABASE_URL !== undefined && settings.MASTER_KEY === undefined) {
    throw new ConfigError(
      'MASTER_KEY is required with DATABASE_URL: every process needs the same one. Make it once with: openssl rand -hex 32',
    )
  }
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    /** Without a slash at the end; null: the address that the server listens on. */
    publicUrl: settings.PUBLIC_URL ?? null,
    dataDir: path.resolve(settings.DATA_DIR),
    /** null: the embedded server under `dataDir`. */
    databaseUrl: settings.DATABASE_URL ?? null,
    /** The owner made at the first start; without a password one is made and printed. */
    owner: Object.freeze({ email: settings.OWNER_EMAIL, password: settings.OWNER_PASSWORD ?? null }),
    orgName: settings.ORG_NAME,
    /** null: the one in `dataDir`/master.key, made at the first start. */
    masterKey: settings.MASTER_KEY ?? null,
    /** Ranges that webhooks and direct cameras may reach besides public addresses. */
    allowedPrivateCidrs: Object.freeze(settings.ALLOWED_PRIVATE_CIDRS),
    /** Silence after which a gateway is off line. */
    offlineGraceMs: settings.OFFLINE_GRACE_SEC * 1000,
    /** Events that one CSV export may hold. */
    eventExportMaxRows: settings.EVENT_EXPORT_MAX_ROWS,
    /** The mail server, with its user and password; null: no e-mail is sent. */
    smtpUrl: settings.SMTP_URL ?? null,
    /** Who e-mail is from; null: `sightline@` and the host of `publicUrl`. */
    mailFrom: settings.MAIL_FROM ?? null,
    /** A port of its own for metrics, for whoever reaches it; null: none. */
    metricsPort: settings.METRICS_PORT ?? null,
    /** The bearer token that `GET /metrics` on the main port asks for; null: there is no such route. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    /** How long a relay holds a direct camera without a renewal; after it another relay takes over. */
    relayLeaseMs: settings.RELAY_LEASE_SEC * 1000,
    /** The bucket of clips and snapshots; null: files under `dataDir`. */
    s3: bucketOf(settings),
    /** Origins whose pages may call the API from a browser. */
    corsOrigins: Object.freeze(settings.CORS_ORIGINS),
    /** Addresses or ranges whose X-Forwarded-For is believed. */
    trustedProxies: Object.freeze(settings.TRUSTED_PROXIES),
    iceServers: Object.freeze(settings.ICE_SERVERS),
    /** Deliveries given up in a row after which a webhook is disabled. */
    webhookDisableAfter: settings.WEBHOOK_DISABLE_AFTER,
    /** Test notifications of rules, and test deliveries and redeliveries of webhooks, each a minute an organisation. */
    testsPerMinute: settings.TESTS_PER_MINUTE,
    /** Checks of cameras and scans of networks, each a minute an organisation. */
    probesPerMinute: settings.PROBES_PER_MINUTE,
    /** Questions about events, a minute an organisation. */
    questionsPerMinute: settings.QUESTIONS_PER_MINUTE,
    /** What gateways are told to be the newest version of their program. */
    newestAgentVersion: settings.NEWEST_AGENT_VERSION,
    /** The provider of models that the operator pays for; null: only what organisations set up themselves. */
    ai: aiOf(settings),
    /** How models are asked, the operator's and the organisations'. */
    aiLimits: Object.freeze({
      /** Milliseconds until the first byte of an answer. */
      firstByteMs: settings.AI_TIMEOUT_SEC * 1000,
      /** Tries after the first that failed. */
      retries: settings.AI_RETRIES,
      /** Requests of one organisation at once, on this node. */
      perOrg: settings.AI_CONCURRENCY,
      /** Requests to one endpoint at once, on this node. */
      perEndpoint: settings.AI_ENDPOINT_CONCURRENCY,
    }),
    /** Where ffmpeg is looked for: `ffmpegPath` before all else, then along the PATH, which is the system's setting. */
    ffmpeg: Object.freeze({ ffmpegPath: settings.FFMPEG_PATH ?? null, programPath: env['PATH'] ?? null }),
    logLevel: settings.LOG_LEVEL,
  })
}

/** @throws ConfigError if a bucket is named without its keys, or keys without a bucket */
function bucketOf(settings: z.infer<typeof Settings>) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (bucket === undefined && accessKeyId === undefined && secretAccessKey === undefined) return null
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set all three, or none')
  const { S3_REGION: region, S3_ENDPOINT: endpoint = null } = settings
  return Object.freeze({ bucket, region, endpoint, accessKeyId, secretAccessKey })
}

/** @throws ConfigError if what belongs together is not all there */
function aiOf(settings: z.infer<typeof Settings>) {
  const { AI_PROVIDER: provider, AI_MODEL: model, AI_API_KEY: apiKey, AI_BASE_URL: baseUrl } = settings
  const { AI_INPUT_PRICE: input, AI_OUTPUT_PRICE: output } = settings
  if (provider === undefined) {
    const others = Object.entries({ AI_MODEL: model, AI_API_KEY: apiKey, AI_BASE_URL: baseUrl })
    const lonely = others.flatMap(([name, value]) => (value === undefined ? [] : [name]))
    if (lonely.length > 0)
      throw new ConfigError(`${lonely.join(', ')}: set AI_PROVIDER too, openai or anthropic`)
    return null
  }
  if (model === undefined) throw new ConfigError('AI_MODEL: name the model that AI_PROVIDER is to use')
  if (apiKey === undefined && baseUrl === undefined)
    throw new ConfigError('AI_API_KEY: needed, unless AI_BASE_URL names a server that asks for none')
  if ((input === undefined) !== (output === undefined))
    throw new ConfigError('AI_INPUT_PRICE and AI_OUTPUT_PRICE: set both, or none')
  const price = input === undefined || output === undefined ? null : Object.freeze({ input, output })
  return Object.freeze({ provider, model, baseUrl: baseUrl ?? null, apiKey: apiKey ?? null, price })
}

/** The settings of this process. */
export function configOfProcess(): Config {
  return parseConfig(process.env)
}
