import type pg from 'pg'
import { isSqlState } from '../sqlstate.js'

/** PostgreSQL cannot be used as it is; the message says what an operator has to do. */
export class DatabaseSetupError extends Error {
  override readonly name = 'DatabaseSetupError'
}

const roles = ['sightline_app', 'sightline_worker'] as const

/**
 * Makes the two roles where they are missing and lets the connected user take them. The user needs
 * CREATEROLE the first time only, no superuser.
 * @throws DatabaseSetupError with the statements to run, if the user may not.
 */
export async function ensureRoles(
  owner: pg.ClientBase,
  { rolesLogIn }: { rolesLogIn: boolean },
): Promise<void> {
  try {
    for (const role of roles) await ensureRole(owner, role, rolesLogIn)
  } catch (error) {
    if (!isPermissionError(error)) throw error
    throw new DatabaseSetupError(await howToSetUp(owner), { cause: error })
  }
}

async function ensureRole(owner: pg.ClientBase, role: string, logsIn: boolean): Promise<void> {
  // Since version 16 membership and the right to take a role are two things.
  const mayBeSet = (await serverVersion(owner)) >= 160_000
  const found = await owner.query<{ can_log_in: boolean; powerful: boolean; usable: boolean }>(
    `select rolcanlogin as can_log_in, rolsuper or rolbypassrls as powerful,
            pg_has_role(current_user, oid, $2) as usable
     from pg_roles where rolname = $1`,
    [role, mayBeSet ? 'set' : 'member'],
  )
  const known = found.rows[0]
  if (known?.powerful) {
    throw new DatabaseSetupError(
      `the role ${role} must not be a superuser and must not bypass row-level security: ` +
        `run ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS`,
    )
  }
  const login = logsIn ? 'login' : 'nologin'
  if (!known) await owner.query(`create role ${role} ${login} noinherit`)
  else if (logsIn && !known.can_log_in) await owner.query(`alter role ${role} login`)
  if (!known?.usable) {
    await owner.query(`grant ${role} to current_user${mayBeSet ? ' with inherit false, set true' : ''}`)
  }
}

/** Such as 180004. */
export async function serverVersion(owner: pg.ClientBase): Promise<number> {
  const { rows } = await owner.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  )
  return Number(rows[0]?.version ?? 0)
}

function isPermissionError(error: unknown): boolean {
  return isSqlState(error, 'insufficientPrivilege')
}

async function howToSetUp(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('select quote_ident(current_user) as name')
  const name = rows[0]?.name ?? 'the user of DATABASE_URL'
  return (
    `the user ${name} of DATABASE_URL may not create the roles that Sightline works under. ` +
    `Either run as a superuser: ALTER ROLE ${name} CREATEROLE; ` +
    `or create those that are missing, once: ${roles.map((role) => `CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO ${name};`).join(' ')}`
  )
}
