import { type RawBuilder, sql } from 'kysely'

/**
 * A moment as text in UTC, as the interface writes it.
 * @param fraction `MS` milliseconds; `US` microseconds, for positions: PostgreSQL compares these, and a Date has none
 */
export function instant(column: RawBuilder<unknown>, fraction: 'MS' | 'US') {
  return sql<string>`to_char(${column} at time zone 'UTC', ${sql.lit(`YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"`)})`
}

/** So long after now, as PostgreSQL has it. */
export const fromNow = (ms: number): RawBuilder<Date> =>
  sql<Date>`now() + make_interval(secs => ${ms / 1000}::float8)`
