import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { migrations } from '../../migrations/index.js'
import { clientConfig } from '../../platform/database/clients/client-config.js'
import { createClient } from '../../platform/database/clients/clients.js'
import { verifyClient } from '../../platform/database/clients/verify-client.js'
import type { DatabaseAddress } from '../../platform/database/database-address.js'
import { listMigrations } from '../../platform/database/migrating/list-migrations.js'
import { serverVersion } from '../../platform/database/tenancy/roles.js'
import type { Clock } from '../../platform/time/clock.js'
import { type Check, fail, ok, runCheck, warn } from './check.js'
import { isReadOnly, listRoles, listUnprotectedTables, readDatabaseClock } from './doctor.repository.js'

const newestRequired = 150_000

export function checkVersion(owner: pg.ClientBase): Promise<Check> {
  const name = 'database'
  return runCheck(name, 'check DATABASE_URL', async () => {
    const version = await serverVersion(owner)
    const says = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`
    if (await isReadOnly(owner)) {
      const todo =
        'let DATABASE_URL name the primary, or make room and switch default_transaction_read_only off'
      return fail(name, `${says} takes no writes: it is a standby, or was set to read only`, todo)
    }
    return version < newestRequired
      ? fail(name, says, 'Sightline needs PostgreSQL 15 or later')
      : ok(name, says)
  })
}

export function checkSchema(owner: pg.ClientBase): Promise<Check> {
  const name = 'schema'
  return runCheck(name, 'run cloud migrate', async () => {
    const done = await listMigrations(owner)
    const known = Object.keys(migrations)
    const unknown = done.filter((one) => !known.includes(one))
    if (unknown.length > 0) {
      const todo = 'run that version of Sightline, or restore a backup from before'
      return fail(name, `a newer Sightline has run ${unknown.join(', ')} here`, todo)
    }
    const missing = known.filter((one) => !done.includes(one))
    return missing.length === 0
      ? ok(name, `up to date (${done.at(-1) ?? ''})`)
      : warn(
          name,
          `${missing.length} migrations have not run yet`,
          'the next start runs them, or cloud migrate',
        )
  })
}

/** Two roles, neither powerful, both to be taken; and row-level security on every tenant table. */
export function checkRoles(owner: pg.ClientBase): Promise<Check> {
  const name = 'roles'
  return runCheck(name, 'run cloud migrate: it makes the roles, or says what to run', async () => {
    const roles = await listRoles(owner)
    if (roles.length < 2)
      return fail(name, 'sightline_app or sightline_worker is missing', 'run cloud migrate')
    const powerful = roles.find((role) => role.powerful)
    if (powerful) {
      const todo = `run ALTER ROLE ${powerful.name} NOSUPERUSER NOBYPASSRLS`
      return fail(name, `${powerful.name} passes by row-level security`, todo)
    }
    for (const role of roles) await owner.query(`set role ${role.name}; reset role`)
    const open = await listUnprotectedTables(owner)
    return open.length > 0
      ? fail(
          name,
          `row-level security is off for ${open.join(', ')}`,
          'restore a backup, and find who changed it',
        )
      : ok(name, 'sightline_app and sightline_worker, under row-level security')
  })
}

const offsets = { warnMs: 2_000, failMs: 30_000 }

export function checkClock(owner: pg.ClientBase, clock: Clock): Promise<Check> {
  const name = 'clock'
  return runCheck(name, 'check DATABASE_URL', async () => {
    const before = clock.now()
    const there = await readDatabaseClock(owner)
    const offsetMs = Math.round(there - (before + clock.now()) / 2)
    const says = `the database is ${Math.abs(offsetMs)} ms ${offsetMs < 0 ? 'behind' : 'ahead'}`
    const todo = 'run a time service (chrony, systemd-timesyncd) on both machines'
    if (Math.abs(offsetMs) > offsets.failMs) return fail(name, says, todo)
    return Math.abs(offsetMs) > offsets.warnMs ? warn(name, says, todo) : ok(name, says)
  })
}

/** What one connection notifies of, another hears. */
export function checkNotify(address: DatabaseAddress, clock: Clock): Promise<Check> {
  const name = 'notify'
  const todo = 'let DATABASE_URL lead to PostgreSQL itself'
  return runCheck(name, todo, async () => {
    const config = { ...clientConfig(address, 'sightline_app'), connectionTimeoutMillis: 10_000 }
    const [listener, notifier] = [createClient(config), createClient(config)]
    try {
      await Promise.all([listener.connect(), notifier.connect()])
      for (const client of [listener, notifier]) await verifyClient(client, 'sightline_app')
      const payload = randomUUID()
      const heard = new Promise<'heard'>((resolve) => {
        listener.on('notification', (message) => message.payload === payload && resolve('heard'))
      })
      await listener.query('listen sightline_doctor')
      await notifier.query(`select pg_notify('sightline_doctor', $1)`, [payload])
      const late = new AbortController()
      const tooLate = clock.delay(3_000, { signal: late.signal }).catch(() => {})
      const outcome = await Promise.race([heard, tooLate])
      late.abort()
      return outcome === 'heard'
        ? ok(name, 'LISTEN hears NOTIFY')
        : fail(name, 'a NOTIFY was not heard within 3 s: revocations and commands come late', todo)
    } finally {
      await Promise.all([listener.end(), notifier.end()].map((ending) => ending.catch(() => {})))
    }
  })
}
