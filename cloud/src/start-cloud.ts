import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { buildApp } from './app.js'
import { type FirstOwner, makeFirstOrganisation } from './first-start.js'
import { writeRelayKeyFile } from './fleet/relays/relay-key.service.js'
import { openFittingKeys } from './operations/key-rotation/open-keys.service.js'
import { addNodeGauges, startMetricsServer } from './operations/metrics/metrics.service.js'
import type { Config } from './platform/config.js'
import { openDatabase } from './platform/database/database.js'
import { createListener } from './platform/database/listener.js'
import { migrate } from './platform/database/migrating/migrate.js'
import { openPostgresServer } from './platform/database/postgres-server.js'
import { ClientAddresses } from './platform/http/client-address.js'
import { createLog, type Log } from './platform/log.js'
import { createMetrics, watchEventLoop } from './platform/metrics.js'
import type { Platform } from './platform/platform.js'
import { Lifetime } from './platform/process/lifetime.js'
import { dataDirFailure, listenFailure } from './platform/process/start-failure.js'
import { createSecretBox } from './platform/secrets/secret-box.js'
import { systemClock } from './platform/time/clock.js'
import { createServices } from './services.js'
import { startWorkers } from './workers.js'

const clock = systemClock

/** What a drain may take: requests first, then the work of the workers, then their last statements. */
const drainMs = { requests: 7_000, workers: 3_000, statements: 2_000 }

/** A running cloud node, in a process of its own or within another program. */
export interface RunningCloud extends AsyncDisposable {
  /** Where it listens; no slash at the end. */
  readonly url: string
  /** Where people reach it; no slash at the end. */
  readonly publicUrl: string
  /** Where metrics are on a port of their own; null if that is not set. */
  readonly metricsPort: number | null
  /** What the first start made; undefined at every later one. */
  readonly firstOwner: FirstOwner | undefined
  /** The file that holds the key of relays, for one on the same machine. */
  readonly relayKeyFile: string
  /** Ends it in order, within 15 s: not ready, no new requests, work in hand, database. */
  close(): Promise<void>
}

export interface StartOptions {
  /** Default: JSON lines on standard error at the level of the configuration. */
  log?: Log
  /** Certificates that webhook receivers may have besides the runtime's own, PEM. */
  trustedCa?: readonly string[]
}

/**
 * Starts a whole node: database, migrations, first organisation, workers, API. What was opened before a
 * failure is closed again.
 * @throws AlreadyRunningError, DatabaseSetupError, OtherVersionError, BinariesMissingError, ConfigError
 */
export async function startCloud(config: Config, options: StartOptions = {}): Promise<RunningCloud> {
  const lifetime = new Lifetime()
  try {
    return await open(config, options, lifetime)
  } catch (error) {
    // What cannot be closed either says less than why it is closed.
    await lifetime.close().catch(() => {})
    throw dataDirFailure(error, config.dataDir)
  }
}

/** Opens one part after the other; each one's end is the reverse, so that what others stand on goes last. */
async function open(config: Config, options: StartOptions, lifetime: Lifetime): Promise<RunningCloud> {
  const log = options.log ?? createLog(config.logLevel)
  const own = await openPostgresServer(config, { log, clock })
  lifetime.defer(() => own.close())
  const migrations = await migrate(own.address)
  if (migrations.length > 0) log.info({ migrations }, 'database.migrated')
  const database = openDatabase(own.address, { log })
  lifetime.defer(() => atMost(drainMs.statements, database.close()))
  await database.ping()

  const keys = await openFittingKeys({ config, database, clock, log })
  let listening = ''
  const platform: Platform = {
    config,
    database,
    clock,
    keys,
    secretBox: createSecretBox(keys),
    log,
    clientAddresses: new ClientAddresses(config.trustedProxies, log),
    listener: createListener(own.address, { clock, log }),
    metrics: createMetrics(),
    nodeId: uuidv7(),
    publicUrl: () => config.publicUrl ?? asBrowsersKnow(listening),
  }
  const stopWatching = watchEventLoop(platform.metrics)
  lifetime.defer(async () => stopWatching())
  const relayKeyFile = await writeRelayKeyFile(config.dataDir, keys)
  const services = createServices(platform, { trustedCa: options.trustedCa ?? [] })
  lifetime.defer(async () => services[Symbol.asyncDispose]())
  addNodeGauges(platform, services)
  const metricsPort = await serveMetrics(platform, lifetime)
  const firstOwner = await makeFirstOrganisation(platform, own.address, services.passwords)
  const stopWorkers = await startWorkers(platform, services, own)
  lifetime.defer(() => stopWorkers(drainMs.workers))
  const app = await buildApp(platform, services)
  lifetime.defer(() => drain(app))

  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw listenFailure(error, { ...config, setting: 'PORT' })
  })
  listening = urlOf(app)
  services.readiness.serving()
  lifetime.defer(async () => services.readiness.stopping())
  log.info({ url: listening, nodeId: platform.nodeId }, 'cloud.serving')
  return {
    url: listening,
    publicUrl: platform.publicUrl(),
    firstOwner,
    relayKeyFile,
    metricsPort,
    close: () => lifetime.close(),
    [Symbol.asyncDispose]: () => lifetime.close(),
  }
}

async function serveMetrics({ config, metrics }: Platform, lifetime: Lifetime): Promise<number | null> {
  if (config.metricsPort === null) return null
  const listening = { host: config.host, port: config.metricsPort }
  const server = await startMetricsServer(metrics, listening).catch((error: unknown) => {
    throw listenFailure(error, { ...listening, setting: 'METRICS_PORT' })
  })
  lifetime.defer(async () => server[Symbol.asyncDispose]())
  return server.port
}

/** Waits for `ending`, but no longer than `ms`: what it waits for ends with the process. */
async function atMost(ms: number, ending: Promise<void>): Promise<void> {
  const late = new AbortController()
  await Promise.race([ending, clock.delay(ms, { signal: late.signal }).catch(() => {})])
  late.abort()
}

/** Takes no new connection, lets requests end, and cuts what does not. */
async function drain(app: FastifyInstance): Promise<void> {
  const cancel = clock.after(drainMs.requests, () => app.server.closeAllConnections())
  try {
    await app.close()
  } finally {
    cancel()
  }
}

/**
 * The name under which every browser grants a secure context without a certificate (W3C Secure Contexts, 3.1), where a server
 * listens on this machine alone: service workers and what needs a lock of the browser work there.
 */
function asBrowsersKnow(listening: string): string {
  return listening.replace(/^http:\/\/127\.0\.0\.1:/, 'http://localhost:')
}

/** Where a server listens, as this machine reaches it. */
function urlOf(app: FastifyInstance): string {
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port')
  const anywhere = ['0.0.0.0', '::'].includes(address.address)
  const host = anywhere ? 'localhost' : address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
