import { until } from '../../harness/until.js'
import { processTime } from '../measure/process-time.js'
import type { BenchService } from '../service/bench-service.js'
import type { SceneWebhook, WebhookScene } from '../webhooks/webhook-scene.js'

/** Attempts under way at once to one webhook at most: so many webhooks of ours make what is in flight. */
export const perWebhook = 10

/**
 * Webhooks to `/plain`, so many that `inFlight` attempts are under way at once: three of an organisation, because one
 * organisation has 40 places.
 */
export async function webhooksFor(scene: WebhookScene, inFlight: number): Promise<SceneWebhook[]> {
  const other = await scene.service.addOrg('Neighbour')
  const webhooks: SceneWebhook[] = []
  for (let index = 0; index < inFlight / perWebhook; index += 1)
    webhooks.push(await scene.addWebhook('/plain', index < 3 ? scene.service.org : other))
  return webhooks
}

/** What became of a backlog. */
export interface WorkedOff {
  /** Deliveries a second, from the first attempt to the last that ended. */
  readonly perSec: number
  /** Processor time of the cloud's own process, ms a delivery; without that of PostgreSQL. */
  readonly cpuMs: number
}

/**
 * Lets so many deliveries of alerts become due at one moment, spread over the webhooks, and waits until each is
 * delivered and its attempt written down.
 */
export async function deliverBacklog(
  service: BenchService,
  webhooks: readonly SceneWebhook[],
  count: number,
): Promise<WorkedOff> {
  await service.query('delete from webhook_deliveries')
  await service.query('vacuum analyze webhook_deliveries, webhook_attempts')
  const ids = [webhooks.map(({ org }) => org.orgId), webhooks.map(({ id }) => id)]
  const cpuBefore = await ownTime(service)
  await service.query('begin')
  // The alerts that they tell of are left out: what is measured begins behind them.
  await service.query('set local session_replication_role = replica')
  await service.query(insertDeliveries, [...ids, count])
  await service.query(`select pg_notify('work', 'webhook_deliveries')`)
  await service.query('commit')
  await until(
    'the backlog is worked off',
    async () => {
      const [row] = await service.query<{ open: boolean }>(
        `select exists (select from webhook_deliveries where status = 'pending') as open`,
      )
      return row?.open === false
    },
    120_000,
  )
  const [row] = await service.query<{ delivered: string; attempts: string; seconds: number }>(outcome)
  if (row === undefined || Number(row.delivered) !== count || Number(row.attempts) !== count)
    throw new Error(`not every delivery was delivered at its first attempt: ${JSON.stringify(row)}`)
  const cpuMs = (((await ownTime(service)) - cpuBefore) * 1000) / count
  return { perSec: count / row.seconds, cpuMs }
}

const ownTime = async ({ pid }: BenchService): Promise<number> =>
  process.platform === 'linux' ? processTime([pid]) : Number.NaN

const insertDeliveries = `
  insert into webhook_deliveries (org_id, id, webhook_id, event_type, alert_id, payload)
  select webhook.org_id, uuidv7(), webhook.id, 'alert', alert.id, jsonb_build_object(
    'alert_id', alert.id, 'rule_id', alert.id, 'rule_name', 'Everything', 'camera_id', alert.id,
    'camera_name', 'Front door', 'event_id', uuidv7(), 'severity', 'medium', 'description', 'Motion at Front door',
    'confidence', null, 'triggered_at', '2026-03-14T09:29:54.080Z')
  from generate_series(0, $3::integer - 1) as number
  join (select org_id, id, place from unnest($1::uuid[], $2::uuid[]) with ordinality as w (org_id, id, place)) as webhook
    on webhook.place = 1 + number % cardinality($1::uuid[])
  cross join lateral (select uuidv7() as id where number >= 0) as alert`

const outcome = `
  select count(*) filter (where status = 'delivered') as delivered,
    (select count(*) from webhook_attempts where status_code = 204) as attempts,
    extract(epoch from max(finished_at) - (select min(started_at) from webhook_attempts))::float8 as seconds
  from webhook_deliveries`
