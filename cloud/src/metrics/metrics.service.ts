import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Models } from '../models/model.service.js'
import type { Metrics } from '../platform/metrics.js'
import type { Platform } from '../platform/platform.js'
import { hashOfSecret, isSecret } from '../platform/secret-token.js'
import { countWaiting, longestWaitSec } from './metrics.repository.js'

/** Adds the figures that are asked of the parts of a node when somebody looks. */
export function addNodeGauges(
  { metrics, database }: Pick<Platform, 'metrics' | 'database'>,
  channel: { readonly size: number },
  models: Pick<Models, 'figures'>,
): void {
  metrics.gauge(
    'gateways_connected',
    'Gateways and relays whose channel this node holds.',
    () => channel.size,
  )
  metrics.gauge(
    'webhook_deliveries_waiting',
    'Deliveries to webhooks that are not finished, of all nodes.',
    () => countWaiting(database.worker, 'webhook_deliveries'),
  )
  metrics.gauge('mails_waiting', 'Mails that are not finished, of all nodes.', () =>
    countWaiting(database.worker, 'outgoing_mail'),
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
export interface MetricsServer extends AsyncDisposable {
  readonly port: number
}

/** @throws if the port is taken */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
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
