import { type RawBuilder, sql } from 'kysely'

/**
 * A moment as text in UTC, as the interface writes it.
 * @param fraction `MS` milliseconds; `US` microseconds, for positions: PostgreSQL compares these, and a Date has none
 */
export function instant(column: RawBuilder<unknown>, fraction: 'MS' | 'US') {
  return sql<string>`to_char(${column} at time zone 'UTC', ${sql.lit(`YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"`)})`
}
