import path from 'node:path'
import { channelLimits, isVersion, passwordToHash } from '@sightline/protocol'
import { z } from 'zod'
import { DatabaseUrl, parametersOfAddresses } from './database/database-url.js'
import { releasedVersion } from './process/version.js'
import {
  AllowedModel,
  addressOrRange,
  BaseUrl,
  Contact,
  cidr,
  IceServers,
  keyId,
  list,
  origin,
  PublicUrl,
  Sender,
  smtpUrl,
} from './setting-schemas.js'

/** A setting that cannot be used; the message names it and says what it takes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Three heartbeats of the shortest pace that the channel knows. */
const shortestGraceSec = 3

const unsetIfEmpty = (value: unknown): unknown => (value === '' ? undefined : value)
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(unsetIfEmpty, schema)

const Settings = z.object({
  PORT: setting(z.coerce.number().int().min(0).max(65535).default(8080)),
  HOST: setting(z.string().default('127.0.0.1')),
  KEEP_ALIVE_SEC: setting(z.coerce.number().int().min(5).max(7200).default(620)),
  PUBLIC_URL: setting(PublicUrl.optional()),
  NODE_URL: setting(BaseUrl.optional()),
  DATA_DIR: setting(z.string().default('.data')),
  DATABASE_URL: setting(DatabaseUrl.optional()),
  OWNER_EMAIL: setting(z.email().max(254).default('owner@example.com')),
  OWNER_PASSWORD: setting(passwordToHash({ least: 1, most: 256 }).optional()),
  ORG_NAME: setting(z.string().trim().min(1).max(100).default('My organisation')),
  MASTER_KEY: setting(z.string().optional()),
  LOST_MASTER_KEYS: setting(list.pipe(z.array(keyId))),
  ALLOWED_PRIVATE_CIDRS: setting(list.pipe(z.array(cidr))),
  OFFLINE_GRACE_SEC: setting(z.coerce.number().min(shortestGraceSec).max(3600).default(30)),
  EVENT_EXPORT_MAX_ROWS: setting(z.coerce.number().int().min(1).max(1_000_000).default(10_000)),
  SMTP_URL: setting(smtpUrl.optional()),
  MAIL_FROM: setting(Sender.optional()),
  VAPID_SUBJECT: setting(Contact.optional()),
  METRICS_PORT: setting(z.coerce.number().int().min(0).max(65535).optional()),
  METRICS_TOKEN: setting(z.string().min(16, { error: 'at least 16 characters' }).max(256).optional()),
  RELAY_LEASE_SEC: setting(z.coerce.number().min(3).max(120).default(15)),
  S3_BUCKET: setting(z.string().min(3).max(63).optional()),
  S3_REGION: setting(z.string().min(1).default('us-east-1')),
  S3_ENDPOINT: setting(BaseUrl.optional()),
  S3_ACCESS_KEY_ID: setting(z.string().min(1).optional()),
  S3_SECRET_ACCESS_KEY: setting(z.string().min(1).optional()),
  STORAGE_QUOTA_GB: setting(z.coerce.number().min(0.001).max(1_000_000).optional()),
  STORAGE_RESERVE_MB: setting(z.coerce.number().int().min(0).max(100_000_000).optional()),
  CORS_ORIGINS: setting(list.pipe(z.array(origin))),
  TRUSTED_PROXIES: setting(list.pipe(z.array(addressOrRange))),
  ICE_SERVERS: setting(IceServers),
  WEBHOOK_DISABLE_AFTER: setting(z.coerce.number().int().min(1).max(1000).default(10)),
  TESTS_PER_MINUTE: setting(z.coerce.number().int().min(1).max(10_000).default(60)),
  PROBES_PER_MINUTE: setting(z.coerce.number().int().min(1).max(10_000).default(60)),
  QUESTIONS_PER_MINUTE: setting(z.coerce.number().int().min(1).max(10_000).default(20)),
  LIVE_PER_PERSON: setting(z.coerce.number().int().min(1).max(10_000).default(64)),
  LIVE_PER_ORG: setting(z.coerce.number().int().min(1).max(100_000).default(200)),
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
  AI_BASE_URL: setting(BaseUrl.optional()),
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
  AI_MODELS_ALLOWED: setting(list.pipe(z.array(AllowedModel))),
  AI_DAILY_TOKENS: setting(z.coerce.number().int().min(0).max(1e15).default(50_000_000)),
  AI_DAILY_USD: setting(z.coerce.number().min(0).max(1e9).optional()),
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
 * Reads the settings of the cloud.
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
  if (settings.DATABASE_URL === undefined) refuseCutAddress(env)
  if (settings.DATABASE_URL !== undefined && settings.MASTER_KEY === undefined) {
    throw new ConfigError(
      'MASTER_KEY is required with DATABASE_URL: every process needs the same one. Make it once with: openssl rand -hex 32',
    )
  }
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    /** How long a connection without a request stays open. */
    keepAliveMs: settings.KEEP_ALIVE_SEC * 1000,
    /** Scheme, name and port alone; null: the address that the server listens on. */
    publicUrl: settings.PUBLIC_URL ?? null,
    /** Where other nodes on the same database reach this one; without a slash at the end. null: nowhere. */
    nodeUrl: settings.NODE_URL ?? null,
    dataDir: path.resolve(settings.DATA_DIR),
    /** null: the embedded server under `dataDir`. */
    databaseUrl: settings.DATABASE_URL ?? null,
    /** The owner made at the first start; without a password one is made and printed. */
    owner: Object.freeze({ email: settings.OWNER_EMAIL, password: settings.OWNER_PASSWORD ?? null }),
    orgName: settings.ORG_NAME,
    /** null: the one in `dataDir`/master.key, made at the first start. */
    masterKey: settings.MASTER_KEY ?? null,
    /** Ids of master keys that are lost: what they sealed keeps nothing from starting. */
    lostMasterKeys: Object.freeze(settings.LOST_MASTER_KEYS),
    /** Ranges that webhooks and direct cameras may reach besides public addresses. */
    allowedPrivateCidrs: Object.freeze(settings.ALLOWED_PRIVATE_CIDRS),
    /** Silence after which a gateway is off line. */
    offlineGraceMs: settings.OFFLINE_GRACE_SEC * 1000,
    /** How often a gateway gives a sign of life; three times at least before it counts as silent. */
    heartbeatMs: Math.min(channelLimits.heartbeatIntervalSec, settings.OFFLINE_GRACE_SEC / 3) * 1000,
    /** Events that one CSV export may hold. */
    eventExportMaxRows: settings.EVENT_EXPORT_MAX_ROWS,
    /** The mail server, with its user and password; null: no e-mail is sent. */
    smtpUrl: settings.SMTP_URL ?? null,
    /** Who e-mail is from; null: `sightline@` and the host of `publicUrl`. */
    mailFrom: settings.MAIL_FROM ?? null,
    /** Whom push services reach about our messages to browsers; null: `publicUrl` if it is https, at localhost the owner, else none are sent. */
    vapidSubject: settings.VAPID_SUBJECT ?? null,
    /** A port of its own for metrics, for whoever reaches it; null: none. */
    metricsPort: settings.METRICS_PORT ?? null,
    /** The bearer token that `GET /metrics` on the main port asks for; null: there is no such route. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    /** How long a relay holds a direct camera without a renewal; after it another relay takes over. */
    relayLeaseMs: settings.RELAY_LEASE_SEC * 1000,
    /** The bucket of clips and snapshots; null: files under `dataDir`. */
    s3: bucketOf(settings),
    /** What the media of one organisation may take, bytes; null: no bound. */
    storageQuotaBytes: inBytes(settings.STORAGE_QUOTA_GB, 1024 ** 3),
    /** What stays free of the disk of media, bytes; null: 5 % of it, at most 2 GiB. */
    storageReserveBytes: inBytes(settings.STORAGE_RESERVE_MB, 1024 ** 2),
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
    /** Pictures that are watched at once on each node. */
    liveLimits: Object.freeze({
      /** By one person, with the live tokens that they made; by one key of a service account, or live token that one made. */
      perPrincipal: settings.LIVE_PER_PERSON,
      perOrg: settings.LIVE_PER_ORG,
    }),
    /** The newest version of their program, as gateways are notified of it. */
    newestAgentVersion: settings.NEWEST_AGENT_VERSION,
    /** The provider of models that the operator pays for; null: only what organisations set up themselves. */
    ai: aiOf(settings),
    /** What an organisation may take of the operator's models in a day (UTC). */
    aiCeiling: Object.freeze({
      /** Tokens in and out together. */
      tokens: settings.AI_DAILY_TOKENS,
      /** US dollars; null: no ceiling in money. */
      usd: settings.AI_DAILY_USD ?? null,
    }),
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
    /** Where ffmpeg is searched for: `ffmpegPath` before all else, then along the PATH, which is the system's setting. */
    ffmpeg: Object.freeze({ ffmpegPath: settings.FFMPEG_PATH ?? null, programPath: env['PATH'] ?? null }),
    logLevel: settings.LOG_LEVEL,
  })
}

/**
 * To a shell that reads a file of settings, an & without quotes ends the command: DATABASE_URL would be unset, and the service begin
 * with an empty database of its own. What stood behind it is a variable by itself then.
 */
function refuseCutAddress(env: Readonly<Record<string, string | undefined>>): void {
  // Of several the last one alone is left.
  const left = parametersOfAddresses.find((name) => env[name] !== undefined)
  if (left !== undefined)
    throw new ConfigError(
      `DATABASE_URL is unset, and ${left} is set by itself: a shell took the & in the address for its end. Put it in quotes: ` +
        `DATABASE_URL='postgresql://user:password@host/database?sslmode=require&${left}=...'`,
    )
}

const inBytes = (count: number | undefined, unit: number): number | null =>
  count === undefined ? null : Math.round(count * unit)

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
    const others = Object.entries({
      AI_MODEL: model,
      AI_API_KEY: apiKey,
      AI_BASE_URL: baseUrl,
      AI_MODELS_ALLOWED: settings.AI_MODELS_ALLOWED.length > 0 ? '' : undefined,
      AI_DAILY_USD: settings.AI_DAILY_USD,
    })
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
  const named = settings.AI_MODELS_ALLOWED.map((one) => [one.name, one.price] as const)
  /** By name: the models that organisations may choose on the operator's account, with their prices. */
  const allowed: ReadonlyMap<string, typeof price> = new Map([
    ...named,
    [model, price ?? new Map(named).get(model) ?? null],
  ])
  const unpriced = [...allowed].flatMap(([name, one]) => (one === null ? [name] : []))
  if (settings.AI_DAILY_USD !== undefined && unpriced.length > 0)
    throw new ConfigError(
      `AI_DAILY_USD: what ${unpriced.join(', ')} costs is not known; set AI_INPUT_PRICE and AI_OUTPUT_PRICE, or name=in/out in AI_MODELS_ALLOWED`,
    )
  return Object.freeze({ provider, model, baseUrl: baseUrl ?? null, apiKey: apiKey ?? null, allowed })
}

/** The settings of this process. */
export function configOfProcess(): Config {
  return parseConfig(process.env)
}
