import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { DatabaseSetupError } from '../tenancy/roles.js'
import type { DatabaseRole } from './client-config.js'

/**
 * Takes the role on a new connection and proves, in a second round trip, that the role and the organisation that were set
 * stand: all of tenancy below the program hangs on these two.
 * @throws DatabaseSetupError with what to do, if they do not
 */
export async function verifyClient(client: pg.ClientBase, role: DatabaseRole): Promise<void> {
  await refusePooler(client)
  const org = randomUUID()
  await client.query(`set role ${role}; select set_config('app.org_id', '${org}', false)`)
  const { rows } = await client.query<{ role: string; powerful: boolean; org: string | null }>(
    `select current_user as role, current_setting('app.org_id', true) as org,
            (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as powerful`,
  )
  const [found] = rows
  if (found?.org !== org) throw new DatabaseSetupError(poolerBetween)
  if (found.role !== role) {
    throw new DatabaseSetupError(
      `the connections of DATABASE_URL do not keep the role ${role}: they work as ${found.role}`,
    )
  }
  if (found.powerful) {
    throw new DatabaseSetupError(
      `the role ${role} must not be a superuser and must not bypass row-level security: ` +
        `run ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS`,
    )
  }
  await client.query(`select set_config('app.org_id', '', false)`)
}

/**
 * Asks which backend answers. A server names its own when the connection is made; a pooler names none that answers, for
 * it hands them round, in transaction mode between any two statements: one organisation's setting would meet another's
 * statement, and locks and LISTEN would be a stranger's.
 * @throws DatabaseSetupError where a pooler stands between
 */
export async function refusePooler(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend')
  // The driver does not type what the server named.
  const named: unknown = 'processID' in client ? client.processID : undefined
  if (rows[0]?.backend !== named) throw new DatabaseSetupError(poolerBetween)
}

/** What a connection could not be made for: in words, where a pooler refused it for a parameter that it does not know. */
export function explainConnectError(error: unknown): unknown {
  return error instanceof pg.DatabaseError && /unsupported startup parameter/.test(error.message)
    ? new DatabaseSetupError(poolerBetween, { cause: error })
    : error
}

const poolerBetween =
  'a connection pooler such as PgBouncer stands between Sightline and PostgreSQL. Sightline has pools of its own, and ' +
  'keeps a role, an organisation, locks and LISTEN on its connections, which a pooler hands round: let DATABASE_URL ' +
  'lead to PostgreSQL itself'
