import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'

let scene: TestDatabase
beforeAll(async () => {
  scene = await createTestDatabase()
})
afterAll(() => scene.close())

/** `table.column: may` of a role, of all that it was granted, column by column. */
async function grantsOf(role: string): Promise<Record<string, string>> {
  const rows = await scene.query<{ table: string; right: string; columns: string[]; all: number }>(
    `select table_name as table, lower(privilege_type) as right, array_agg(column_name::text order by column_name) as columns,
       (select count(*)::int from information_schema.columns all_of
        where all_of.table_schema = 'public' and all_of.table_name = granted.table_name) as all
     from information_schema.column_privileges granted
     where grantee = $1 and table_schema = 'public' group by 1, 2`,
    [role],
  )
  const named = rows.map(({ table, right, columns, all }): [string, string] => [
    `${right} ${table}`,
    columns.length === all ? 'all' : columns.join(' '),
  ])
  return Object.fromEntries(named.toSorted(([one], [other]) => one.localeCompare(other)))
}

const lease = 'attempt id lease_until next_at org_id status worker'
const moved = 'attempt lease_until worker'

test('the workers find and lease rows of all organisations, and read nothing that is in them', async () => {
  expect(await grantsOf('sightline_worker')).toEqual({
    'insert nodes': 'all',
    'insert periodic_tasks': 'all',
    'insert relays': 'all',
    'select access_changes': 'org_id principal_id principal_kind xid',
    'select camera_leases': 'all',
    'select cameras': 'config_revision connection_mode deleted_at enabled id observed_status org_id',
    'select changes': 'org_id xid',
    'select restricted_changes': 'org_id xid',
    'select event_analyses': 'attempt id lease_until next_at org_id status worker',
    'select gateway_commands': 'created_at deadline gateway_id id node_id org_id relay_id status',
    'select gateway_sessions': 'closed_at epoch gateway_id node_id org_id seen_at',
    'select gateways': 'clock_offset_ms clock_synced deleted_at last_heartbeat_at',
    'select live_streams': 'live_id node_id',
    'select live_watchings': 'camera_id changed_at node_id open org_id',
    'select nodes': 'all',
    'select organisations': 'id',
    'select outage_watch': lease,
    'select outgoing_mail': lease,
    'select outgoing_pushes': lease,
    'select periodic_tasks': 'all',
    'select presence_watch': 'all',
    'select quarantined_frames': 'created_at org_id reason',
    'select relays': 'all',
    'select retention_clock': 'all',
    'select rule_judgements': lease,
    'select rule_verdicts': lease,
    'select webhook_deliveries': 'attempt id lease_until next_at org_id status webhook_id worker',
    'update camera_leases': 'epoch lease_until relay_id',
    'update event_analyses': 'attempt lease_until worker',
    'update nodes': 'all',
    'update outage_watch': moved,
    'update outgoing_mail': moved,
    'update outgoing_pushes': moved,
    'update periodic_tasks': 'all',
    'update presence_watch': 'all',
    'update relays': 'all',
    'update retention_clock': 'all',
    'update rule_judgements': moved,
    'update rule_verdicts': moved,
    'update webhook_deliveries': moved,
  })
  // Rights on whole rows have no columns.
  const deletes = await scene.query<{ name: string }>(
    `select table_name as name from information_schema.table_privileges
     where grantee = 'sightline_worker' and privilege_type not in ('SELECT', 'INSERT', 'UPDATE') order by 1`,
  )
  expect(deletes.map(({ name }) => name)).toEqual(['nodes', 'periodic_tasks', 'relays'])
})

test('the application changes no history, and neither role owns, truncates or makes anything', async () => {
  const app = await grantsOf('sightline_app')
  for (const table of ['audit_log', 'analysis_focus_versions'])
    expect([app[`select ${table}`], app[`insert ${table}`], app[`update ${table}`]]).toEqual([
      'all',
      'all',
      undefined,
    ])
  expect(app['insert relays'] ?? app['update relays']).toBeUndefined()
  expect(
    await scene.query(
      `select table_name, privilege_type from information_schema.table_privileges
       where grantee in ('sightline_app', 'sightline_worker')
         and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`,
    ),
  ).toEqual([])
  expect(
    await scene.query(
      `select relname from pg_class join pg_roles on pg_roles.oid = relowner
       where rolname in ('sightline_app', 'sightline_worker')`,
    ),
  ).toEqual([])
  const [may] = await scene.query<{ makes: boolean }>(
    `select bool_or(has_schema_privilege(role, 'public', 'create')) as makes
     from unnest(array['sightline_app', 'sightline_worker']) as role`,
  )
  expect(may?.makes).toBe(false)
  // A function with the rights of its owner would walk around row-level security.
  expect(
    await scene.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
    ),
  ).toEqual([])
})

test('what is open to every organisation is nothing but lookups and what belongs to the operator', async () => {
  const open = await scene.query<{ name: string }>(
    `select distinct table_name as name from information_schema.table_privileges p
     join pg_class c on c.relname = p.table_name and c.relnamespace = 'public'::regnamespace
     where grantee = 'sightline_app' and c.relkind = 'r' and not c.relrowsecurity order by 1`,
  )
  expect(open.map(({ name }) => name)).toEqual([
    'api_key_lookup',
    'change_lineage',
    'live_token_lookup',
    'login_failures',
    'nodes',
    'pairing_code_lookup',
    'password_requests',
    'password_token_lookup',
    'rate_buckets',
    'refresh_token_lookup',
    'relays',
    'share_token_lookup',
    'unknown_logins',
    'user_email_lookup',
  ])
})
