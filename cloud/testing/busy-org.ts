import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { AlertEvent } from '#cloud/alerting/alerts/event-alert.js'
import { createImmediateAlerts } from '#cloud/alerting/alerts/immediate-alerts.service.js'
import { RuleIndexCache } from '#cloud/alerting/rules/rule-index-cache.service.js'
import type { Config } from '#cloud/platform/config.js'
import type { Database } from '#cloud/platform/database/database.js'
import type { TestDatabase } from './test-database.js'

/** How many there are of everything that an organisation may have so many of. */
const count = 10_000

/** An organisation that makes whatever is computed as long as it may be. */
export interface BusyOrg {
  readonly orgId: string
  /** What its people may ask that computes. */
  readonly requests: readonly (readonly [string, InjectOptions])[]
  /** An event of a topic as long as it may be, held against a thousand rules with patterns as long as they may be. */
  judgeLongTopic(database: Database): Promise<void>
  /** An event that many rules match and that goes on from others, each of another topic as long as it may be that they do not. */
  judgeLongChain(database: Database): Promise<void>
}

/** Nobody waits for a limit, and an export holds all events. */
export const busySettings = (modelUrl: string): Partial<Config> => ({
  ai: {
    provider: 'openai',
    model: 'm',
    baseUrl: modelUrl,
    apiKey: null,
    allowed: new Map([['m', null]]),
  },
  questionsPerMinute: 10_000,
  eventExportMaxRows: 2 * count,
})

/** What the model of such an organisation answers, whatever is asked. */
export const busyModel = { kind: 'answer', value: { answer: 'Nothing.', event_ids: [] } } as const

/**
 * Fills an organisation with ten thousand cameras, gateways, sites, described events and lines of its audit, and as many rules as there
 * may be, many as long as they may be.
 */
export async function fillBusyOrg(
  { query }: Pick<TestDatabase, 'query'>,
  { orgId, siteId }: { readonly orgId: string; readonly siteId: string },
): Promise<BusyOrg> {
  const cameraId = await addPlaces(query, orgId, siteId)
  await addEvents(query, orgId, siteId, cameraId)
  await addRules(query, orgId)
  await query(
    `insert into audit_log (org_id, id, actor_kind, actor_name, action, target_kind, data)
     select $1, gen_random_uuid(), 'user', 'Somebody with a name', 'site.updated', 'site', jsonb_build_object('name', repeat('b ', 50) || n)
     from generate_series(1, $2::int) n`,
    [orgId, count],
  )
  await query('analyze events, cameras, sites, event_texts, event_analyses, alert_rules, audit_log')
  const [event] = await query<{ id: string }>(
    `update events set trigger_topic = repeat('a', 1024)
     where org_id = $1 and id = (select id from events where org_id = $1 limit 1) returning id`,
    [orgId],
  )
  const eventId = event?.id ?? ''
  return {
    orgId,
    requests: requestsAbout(eventId, cameraId),
    judgeLongTopic: (database) =>
      judge(
        database,
        { orgId, siteId, cameraId, eventId },
        [1, 2, 3].map(() => ({ trigger_topic: 'a'.repeat(1024) })),
      ),
    async judgeLongChain(database) {
      const last = await addChain(query, orgId, { siteId, cameraId })
      await judge(database, { orgId, siteId, cameraId, eventId: last }, [
        { trigger_topic: topicOfManyRules, is_continuation: true },
      ])
    },
  }
}

type Query = TestDatabase['query']

async function addPlaces(query: Query, orgId: string, siteId: string): Promise<string> {
  await query(
    `insert into sites (org_id, id, name) select $1, gen_random_uuid(), 'b b b' from generate_series(1, $2::int)`,
    [orgId, count],
  )
  await query(
    `insert into gateways (org_id, id, site_id, name, version, local_ip, last_heartbeat_at)
     select $1, gen_random_uuid(), $2, 'Gateway ' || n, '0.1.0', '192.0.2.1', now() from generate_series(1, $3::int) n`,
    [orgId, siteId, count],
  )
  await query(
    `insert into gateway_telemetry (org_id, gateway_id, cpu_percent, memory_mb, upstream_mbps, downstream_mbps, reported_at,
       waiting_clips, waiting_mb)
     select $1, id, 12, 512, 2.5, 20, now(), 0, 0 from gateways where org_id = $1`,
    [orgId],
  )
  await query(
    `insert into service_accounts (org_id, id, name, role) select $1, gen_random_uuid(), 'Program ' || n, 'operator'
     from generate_series(1, $2::int) n`,
    [orgId, count],
  )
  await query(
    `insert into cameras (org_id, id, site_id, name, type)
     select $1, gen_random_uuid(), $2, case when n % 2 = 0 then 'b b b' else repeat('a b ', 24) || n end, 'rtsp'
     from generate_series(1, $3::int) n`,
    [orgId, siteId, count],
  )
  const [camera] = await query<{ id: string }>('select id from cameras where org_id = $1 limit 1', [orgId])
  return camera?.id ?? ''
}

/**
 * The newest 800 are as long as they may be. Finding their words takes PostgreSQL seconds and the process nothing, so all are
 * found by the same few.
 */
async function addEvents(query: Query, orgId: string, siteId: string, cameraId: string): Promise<void> {
  await query('alter table events disable trigger event_text_of_new')
  await query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_topic, trigger_source, triggered_at,
       clip_status, clip_start_at, clip_end_at, duration_sec, summary, narrative, tags, ai_status, notes)
     select $1, gen_random_uuid(), $2, $3, 'motion', 'tns1:RuleEngine/CellMotionDetector/Motion', 'onvif',
       now() - n * interval '1 second', 'ready', now() - n * interval '1 second', now() - (n - 0.5) * interval '1 second', 14, 'A red car ' || n, repeat('a man climbs over the fence ', case when n <= 800 then 140 else 2 end),
       array(select 'tag ' || t from generate_series(1, 38) t) || array['person', 'red car'], 'completed',
       repeat('somebody noted this ', case when n <= 800 then 90 else 1 end)
     from generate_series(1, $4::int) n`,
    [orgId, cameraId, siteId, count],
  )
  await query('alter table events enable trigger event_text_of_new')
  await query(
    `insert into event_texts (org_id, event_id, site_id, camera_id, event_category, triggered_at, document)
     select org_id, id, site_id, camera_id, event_category, triggered_at, words.document
     from events, document_of('A red car', 'a man climbs over the fence', array['person'], 'somebody noted this', 'motion') as words(document)
     where org_id = $1`,
    [orgId],
  )
  // Triggers of what follows look events up, by a plan that is made once.
  await query('analyze events')
  await query(
    `insert into event_analyses (org_id, id, event_id, version, cause, actor_kind, actor_name, mode, pass_mode, status, result)
     select org_id, gen_random_uuid(), id, 1, 'clip_stored', 'system', 'x', 'multi_frame', 'one_pass', 'completed',
       jsonb_build_object('summary', 's', 'narrative', 'n', 'tags', '[]'::jsonb, 'severity', 'low', 'confidence', 0.9,
         'faces', '[]'::jsonb, 'evidence', '[]'::jsonb, 'objects', (select jsonb_agg(jsonb_build_object(
           'label', 'thing number ' || o, 'count', 1, 'confidence', 0.9, 'picture', null, 'box', null))
           from generate_series(1, case when n <= 800 then 50 else 5 end) o))
     from (select *, row_number() over (order by triggered_at desc) as n from events where org_id = $1) as e`,
    [orgId],
  )
}

async function addRules(query: Query, orgId: string): Promise<void> {
  await query(
    `insert into alert_rules (org_id, id, name, rule_kind, scope_type, schedule_type, trigger_topic_pattern,
       created_by_kind, created_by_name)
     select $1, gen_random_uuid(), 'Rule ' || n, 'camera_event', 'all_cameras', 'always',
       rpad('%a' || n, 250, '%_a'), 'user', 'x'
     from generate_series(1, 1000) n`,
    [orgId],
  )
}

const manyObjects = {
  version: 1,
  where: {
    op: 'any',
    of: Array.from({ length: 60 }, (_, n) => ({ op: 'object', label: `thing number ${n}`, at_least: 2 })),
  },
}

function requestsAbout(eventId: string, cameraId: string): BusyOrg['requests'] {
  const post = (url: string, payload: Record<string, unknown>): InjectOptions => ({
    method: 'POST',
    url: `/api/v1${url}`,
    payload,
  })
  const get = (url: string): InjectOptions => ({ method: 'GET', url: `/api/v1${url}` })
  const compile = (sentence: string, further: Record<string, unknown> = {}) =>
    post('/alert-rules/compile', { sentence, ...further })
  return [
    ['a sentence of places', compile('at b '.repeat(199), { use_model: false })],
    ['a sentence of parts of names', compile('at a b a b '.repeat(90), { use_model: false })],
    ['a sentence for the model', compile('at b '.repeat(199))],
    ['a trial', post('/alert-rules/test-compiled', { predicate: manyObjects })],
    ['similar events', get(`/events/${eventId}/similar?min_score=0&limit=100`)],
    ['why nobody was told', get(`/events/${eventId}/why`)],
    ['a question', post('/events/chat', { question: 'b a tag car person fence '.repeat(30) })],
    ['an export of events', get('/events/export')],
    ['an export of the audit', get('/audit-log/export')],
    ['the timeline of a camera', get(`/cameras/${cameraId}/timeline`)],
    ['when there are clips of a camera', get(`/cameras/${cameraId}/recording-coverage`)],
    ['all gateways', get('/gateways')],
    ['all keys of programs', get('/service-accounts')],
    ['all rules', get('/alert-rules')],
    ['the health of the fleet', get('/fleet-health')],
    ['a page of cameras', get('/cameras?limit=100')],
    ['a page of sites', get('/sites?limit=100')],
    ['a page of users', get('/users?limit=100')],
    ['a page of the audit', get('/audit-log?limit=100')],
    ['a LIKE over topics', get(`/events?trigger_topic_like=${'%25_'.repeat(60)}&limit=100`)],
    ['the words of events', get('/events?q=man%20fence%20car&limit=100')],
  ]
}

/** Matched by the first two hundred rules. */
const topicOfManyRules = Array.from({ length: 200 }, (_, n) => `a${n + 1}`)
  .join('')
  .padEnd(1024, 'a')

/** @returns the id of the last event of a chain */
async function addChain(
  query: Query,
  orgId: string,
  at: Readonly<Record<'siteId' | 'cameraId', string>>,
): Promise<string> {
  const ids = Array.from({ length: 40 }, () => randomUUID())
  await query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_topic, trigger_source, triggered_at, raw_data)
     select $1, id, $2, $3, 'motion', rpad('b' || n, 1024, 'a'), 'onvif', now(),
       case when n > 1 then jsonb_build_object('continues', ($4::uuid[])[n - 1]) else '{}' end
     from unnest($4::uuid[]) with ordinality as one(id, n)`,
    [orgId, at.cameraId, at.siteId, ids],
  )
  return ids.at(-1) ?? ''
}

async function judge(
  database: Database,
  of: Readonly<Record<'orgId' | 'siteId' | 'cameraId' | 'eventId', string>>,
  events: readonly Pick<AlertEvent, 'trigger_topic' | 'is_continuation'>[],
): Promise<void> {
  const event = {
    id: of.eventId,
    camera_id: of.cameraId,
    camera_name: 'b b b',
    site_id: of.siteId,
    event_category: 'motion' as const,
    trigger_source: 'onvif' as const,
    triggered_at: new Date(),
    late: false,
  }
  await database.inOrg(of.orgId, (tx) =>
    createImmediateAlerts(
      new RuleIndexCache(),
      tx,
      of.orgId,
      events.map((one) => ({ ...event, ...one })),
    ),
  )
}
