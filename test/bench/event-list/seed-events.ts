import pg from 'pg'

/** What the list is asked of. */
export interface Seed {
  /** postgresql://… of the owner, past row-level security. */
  readonly databaseUrl: string
  readonly orgId: string
  readonly siteId: string
  readonly events: number
  /** Of which the first is deleted. */
  readonly cameras?: number
}

const usualCameras = 20

/**
 * Fills an organisation with events of 20 cameras or so many as are asked for, one deleted, each event with its snapshot, and sets the
 * counters that the totals come from. @returns the version of PostgreSQL
 */
export async function seedEvents({
  databaseUrl,
  orgId,
  siteId,
  events,
  cameras = usualCameras,
}: Seed): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // The rows fit together by how they are made; checking each foreign key would double the time.
    await client.query(`set session_replication_role = replica`)
    await client.query('set synchronous_commit = off')
    await client.query(keepAll, [orgId])
    await client.query(insertCameras, [orgId, siteId, cameras])
    await client.query(insertEvents, [orgId, events])
    await client.query(insertSnapshots, [orgId])
    await client.query(insertCounts, [orgId])
    for (const table of ['cameras', 'events', 'media', 'event_counts']) {
      await client.query(`vacuum (analyze) ${table}`)
    }
    await client.query('checkpoint')
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    return rows[0]?.version ?? 'unknown'
  } finally {
    await client.end()
  }
}

/** Else retention would begin to clear up what is old, while lists are measured. */
const keepAll = `update organisations set event_retention_days = 3650, clip_retention_days = 3650 where id = $1`

const insertCameras = `
  insert into cameras (org_id, id, site_id, name, type, deleted_at)
  select $1, gen_random_uuid(), $2, 'Camera ' || number, 'rtsp', case when number = 1 then now() end
  from generate_series(1, $3::integer) as number`

/**
 * An event each 25 seconds, in turn from each camera: 290 days for a million. The oldest first and with ids that
 * grow, as they come in life.
 */
const insertEvents = `
  insert into events (org_id, id, camera_id, site_id, event_category, trigger_topic, trigger_source, triggered_at,
    clip_status, snapshot_id, duration_sec, summary, tags, ai_status)
  select $1, uuidv7(), camera.id, camera.site_id,
    (array['motion', 'intrusion', 'line_crossing', 'other'])[1 + number % 4],
    'tns1:VideoSource/MotionAlarm', 'onvif', now() - ($2::integer - number) * interval '25 seconds',
    'ready', uuidv7(), 15, 'A person walks from the gate to the front door and waits there.', array['person', 'door'],
    'completed'
  from generate_series(1, $2::integer) as number
  join (select id, site_id, row_number() over (order by id) as place, count(*) over () as many from cameras
    where org_id = $1) as camera on camera.place = 1 + number % camera.many
  order by number`

const insertSnapshots = `
  insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256,
    width, height, ready_at)
  select $1, snapshot_id, id, camera_id, site_id, 'snapshot', 'ready', 'snapshot/' || id, 'image/jpeg',
    40000, encode(sha256(id::text::bytea), 'hex'), 1280, 720, now()
  from events where org_id = $1 order by id`

const insertCounts = `
  insert into event_counts (org_id, site_id, event_category, count)
  select org_id, site_id, event_category, count(*) from events where org_id = $1
  group by org_id, site_id, event_category
  on conflict (org_id, site_id, event_category) do update set count = excluded.count`
