import type { ColumnType, Generated } from 'kysely'

/**
 * How columns read and are written. One decision for all tables, made in `parsing.ts`:
 * timestamptz is a `Date`, bigint a safe integer `number`, jsonb the parsed value, bytea a `Buffer`.
 */

/** A timestamptz that is always given. */
export type Instant = ColumnType<Date, Date, Date>
/** A timestamptz that PostgreSQL fills with `now()`. */
export type InstantDefaultNow = ColumnType<Date, Date | undefined, Date>
/** A timestamptz that may be null. */
export type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>

/**
 * A jsonb column. Written as text made by `JSON.stringify`, because `pg` would turn a plain array into a
 * PostgreSQL array.
 */
export type Json<T> = ColumnType<T, string, string>
/** A jsonb column with a default. */
export type JsonDefaulted<T> = ColumnType<T, string | undefined, string>

/** A nullable column that may be left out of an insert. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export type Defaulted<T> = Generated<T>

/** The columns of a lease (`platform/work/work-loop.ts`). `pending` rows wait; any other status is finished. */
export interface WorkColumns<Status extends string> {
  status: Defaulted<Status>
  /** How often the row was claimed. */
  attempt: Defaulted<number>
  next_at: InstantDefaultNow
  lease_until: InstantOrNull
  worker: Nullable<string>
}

/** What a worker reaches of a work row: its lease, and nothing of its content. */
export type Leased<T extends WorkColumns<string> & { org_id: string; id: string }> = Pick<
  T,
  'org_id' | 'id' | keyof WorkColumns<string>
>
