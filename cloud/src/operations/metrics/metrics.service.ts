import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { sumQuarantined } from '../../events/intake/quarantine/quarantine.service.js'
import { readClockTrust } from '../../events/retention/retention.service.js'
import type { LiveServer } from '../../fleet/live/live.service.js'
import { pathOf } from '../../platform/http/request-target.js'
import type { Metrics } from '../../platform/metrics.js'
import type { Platform } from '../../platform/platform.js'
import { hashOfSecret, isSecret } from '../../platform/secrets/secret-token.js'
import type { Models } from '../../understanding/models/model.service.js'
import { clockOffsetSec, countWaiting, longestWaitSec } from './metrics.repository.js'

/** The parts of a node that are asked for figures. */
export interface NodeParts {
  readonly channel: { readonly size: number }
  readonly live: Pick<LiveServer, 'size'>
  readonly notices: { readonly size: number }
  readonly models: Pick<Models, 'figures'>
}

/** Adds the figures that are asked of the parts of a node when they are scraped. */
export function addNodeGauges(
  { metrics, database, clock }: Pick<Platform, 'metrics' | 'database' | 'clock'>,
  { channel, live, notices, models }: NodeParts,
): void {
  metrics.gauge(
    'gateways_connected',
    'Gateways and relays whose channel this node holds.',
    () => channel.size,
  )
  metrics.gauge('live_viewers', 'Live sockets of viewers on this node.', () => live.size.viewers)
  metrics.gauge(
    'live_subscriptions',
    'Pictures that are watched over this node.',
    () => live.size.subscriptions,
  )
  metrics.gauge('live_upstreams', 'Streams that come to this node to be watched.', () => live.size.upstreams)
  metrics.gauge(
    'live_memory_bytes',
    'Bytes of the newest GOPs of these streams.',
    () => live.size.memoryBytes,
  )
  metrics.gauge('notice_listeners', 'Streams of notices on this node.', () => notices.size)
  metrics.gauge(
    'clock_offset_seconds',
    "How far this node's clock is ahead of PostgreSQL's; beyond 60 s either way it removes nothing.",
    () => clockOffsetSec(database.worker, clock.now()),
  )
  metrics.gauge(
    'retention_clock_doubted',
    "1 while PostgreSQL's clock is not believed and nothing is removed by it, else 0.",
    async () => ((await readClockTrust(database.worker)).doubtedSince === null ? 0 : 1),
  )
  metrics.gauge(
    'intake_quarantined',
    'Frames of gateways that could not be taken yet, of all nodes; cloud doctor says why.',
    async () => (await sumQuarantined(database.worker)).reduce((sum, { count }) => sum + count, 0),
  )
  metrics.gauge(
    'webhook_deliveries_waiting',
    'Deliveries to webhooks that are not finished, of all nodes.',
    () => countWaiting(database.worker, 'webhook_deliveries'),
  )
  metrics.gauge('mails_waiting', 'Mails that are not finished, of all nodes.', () =>
    countWaiting(database.worker, 'outgoing_mail'),
  )
  metrics.gauge('pushes_waiting', 'Messages to browsers that are not finished, of all nodes.', () =>
    countWaiting(database.worker, 'outgoing_pushes'),
  )
  metrics.gauge('analyses_waiting', 'Analyses of events that wait or are under way, of all nodes.', () =>
    countWaiting(database.worker, 'event_analyses'),
  )
  metrics.gauge(
    'analyses_oldest_wait_seconds',
    'How long the longest due of them that nobody works on has waited.',
    () => longestWaitSec(database.worker, 'event_analyses'),
  )
  metrics.gauge(
    'judgements_waiting',
    'Analysed events that no compiled rule has judged yet, of all nodes.',
    () => countWaiting(database.worker, 'rule_judgements'),
  )
  metrics.gauge('judge_questions_waiting', 'Verdicts that wait for the AI judge, of all nodes.', () =>
    countWaiting(database.worker, 'rule_verdicts'),
  )
  const { figures } = models
  metrics.gauge('model_calls_running', 'Requests to models that are under way.', () => figures.running())
  metrics.gauge('model_questions_waiting', 'Questions to models that wait for a free place.', () =>
    figures.waiting(),
  )
  metrics.gauge(
    'model_endpoints_paused',
    'Endpoints of models that are left alone after many failures, counted by organisation.',
    () => figures.paused(),
  )
}

/** Compares without telling by its time where the two differ. */
export function isToken(given: string | undefined, token: string): boolean {
  return given !== undefined && isSecret(given, hashOfSecret(token))
}

/** Metrics on a port of their own, for whoever reaches it. */
interface MetricsServer extends AsyncDisposable {
  readonly port: number
}

/** @throws if the port is taken */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || pathOf(request.url ?? '') !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('GET /metrics\n')
      return
    }
    metrics.expose().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  // Where no file is free for who comes, they come again: an error that nobody hears would end the process.
  server.on('error', () => undefined)
  return {
    port: portOf(server),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('the metrics do not listen on a port')
}
