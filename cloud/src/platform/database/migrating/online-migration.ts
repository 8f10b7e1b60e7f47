import { type Kysely, sql, type Transaction } from 'kysely'
import type { Clock } from '../../time/clock.js'
import { isSqlState } from '../sqlstate.js'

/**
 * A migration of a table that may be large, while the release before goes on reading and writing it
 * (docs/migrations.md). It is no transaction: each step stands by itself and may be repeated, for a migration that was
 * broken off begins anew.
 */
export interface OnlineMigration {
  online(steps: OnlineSteps): Promise<void>
}

/** A migration that is one short transaction: new tables, and what touches small ones. */
interface BriefMigration {
  up(db: Kysely<unknown>): Promise<void>
}

export type SchemaMigration = BriefMigration | OnlineMigration

export type MigrationClock = Pick<Clock, 'delay'>

/**
 * How long a change of a definition waits for its lock, milliseconds: as long wait all who come after it, for they
 * queue behind.
 */
const lockWaitMs = 100
/** Tries at a lock: with the pauses between them some ten minutes. */
const mostTries = 600
const pauseMs = 1_000

/** Rows of a batch: some ten milliseconds of work, so that nobody waits long for one of them. */
const rowsOfBatch = 500

/**
 * Does `work` in a transaction that gives up soon where others hold the locks that it needs, and tries again.
 * @throws the last error when it never got them, and at once any other
 */
export async function briefly<T>(
  db: Kysely<unknown>,
  clock: MigrationClock,
  work: (tx: Transaction<unknown>) => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(lockWaitMs)}`.execute(tx)
        return work(tx)
      })
    } catch (error) {
      if (!isSqlState(error, 'lockTaken') || tried >= mostTries) throw error
      await clock.delay(Math.min(pauseMs, 50 * tried))
    }
  }
}

/** A value for each row of a table that has none yet. */
interface Backfill {
  /** A table with `org_id` and `id` for its key. */
  readonly table: string
  /** `column = expression` over the columns of the row. */
  readonly set: string
  /** Which rows still need it; false once it is set. */
  readonly where: string
}

/** The steps of which an online migration is made. Names and statements are the migration's own, never anybody's input. */
export class OnlineSteps {
  readonly #db: Kysely<unknown>
  readonly #clock: MigrationClock

  constructor(db: Kysely<unknown>, clock: MigrationClock) {
    this.#db = db
    this.#clock = clock
  }

  /** Changes definitions, in ways that neither read nor write the rows: `add column if not exists`, `set default`. */
  async define(statements: string): Promise<void> {
    await briefly(this.#db, this.#clock, (tx) => sql.raw(statements).execute(tx))
  }

  /** Makes an index while others write. One that was broken off is of no use, and is made anew. @param on `events (org_id, at)` */
  async index(name: string, on: string, kind: 'index' | 'unique index' = 'index'): Promise<void> {
    const { rows } = await sql<{ valid: boolean }>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(this.#db)
    if (rows[0]?.valid === true) return
    if (rows.length > 0) await sql.raw(`drop index concurrently ${name}`).execute(this.#db)
    await sql.raw(`create ${kind} concurrently ${name} on ${on}`).execute(this.#db)
  }

  /** Drops an index that no release reads any more, or that another one serves for, while others read and write. */
  async dropIndex(name: string): Promise<void> {
    await sql.raw(`drop index concurrently if exists ${name}`).execute(this.#db)
  }

  /** Adds a constraint that holds for new rows at once, then validates those that are there, while others write. */
  async constraint(table: string, name: string, definition: string): Promise<void> {
    const { rows } = await sql<{ valid: boolean }>`
      select convalidated as valid from pg_constraint
      where conname = ${name} and conrelid = to_regclass(${table})`.execute(this.#db)
    if (rows[0]?.valid === true) return
    if (rows.length === 0)
      await this.define(`alter table ${table} add constraint ${name} ${definition} not valid`)
    await sql.raw(`alter table ${table} validate constraint ${name}`).execute(this.#db)
  }

  /**
   * Sets a value in all rows, organisation by organisation, some at a time, each batch in a transaction of its own. It
   * writes as the application does, for the owner of forced tables sees no row of them. Rows that are written meanwhile
   * are set by a default, or by a trigger that the migration made before.
   */
  async backfill(given: Backfill): Promise<void> {
    for (const orgId of await this.#organisations()) {
      let after = '00000000-0000-0000-0000-000000000000'
      for (;;) {
        const last = await this.#batch(given, orgId, after)
        if (last === null) break
        after = last
      }
    }
  }

  /**
   * Does a statement in each organisation, as the application, which sees its rows alone: `app.org_id` says which one it
   * is. Those that are made meanwhile are left out. Each is a transaction of its own, and may be done again.
   */
  async inEachOrganisation(statement: string): Promise<void> {
    for (const orgId of await this.#organisations())
      await this.#asOrganisation(orgId, (tx) => sql.raw(statement).execute(tx))
  }

  #asOrganisation<T>(orgId: string, work: (tx: Transaction<unknown>) => Promise<T>): Promise<T> {
    return briefly(this.#db, this.#clock, async (tx) => {
      await sql`set local role sightline_app`.execute(tx)
      await sql`select set_config('app.org_id', ${orgId}, true)`.execute(tx)
      return work(tx)
    })
  }

  async #organisations(): Promise<string[]> {
    return this.#db.transaction().execute(async (tx) => {
      await sql`set local role sightline_worker`.execute(tx)
      const { rows } = await sql<{ id: string }>`select id from organisations order by id`.execute(tx)
      return rows.map(({ id }) => id)
    })
  }

  /** @returns the id of the last row that was read; null: there is none any more */
  #batch({ table, set, where }: Backfill, orgId: string, after: string): Promise<string | null> {
    return this.#asOrganisation(orgId, async (tx) => {
      const { rows } = await sql<{ last: string | null }>`
        with batch as (
          select id from ${sql.table(table)} where org_id = ${orgId} and id > ${after} and (${sql.raw(where)})
          order by id limit ${sql.lit(rowsOfBatch)}
        ), changed as (
          update ${sql.table(table)} set ${sql.raw(set)}
          where org_id = ${orgId} and id in (select id from batch) and (${sql.raw(where)})
        )
        select id as last from batch order by id desc limit 1`.execute(tx)
      return rows[0]?.last ?? null
    })
  }
}
