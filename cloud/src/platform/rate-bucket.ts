import { sql } from 'kysely'
import type { LookupDb } from './database/database.js'

/** A token bucket in PostgreSQL, so that it holds over all nodes: so many a minute, as many at once. */
export interface RateBucket {
  /** What is limited, such as `pairing:203.0.113.9`. */
  readonly key: string
  readonly perMinute: number
}

/** null: taken. Otherwise the seconds until there is a token again, at least 1. */
export async function takeToken(db: LookupDb, { key, perMinute }: RateBucket): Promise<number | null> {
  const refilled = sql<number>`least(${perMinute}::float8, rate_buckets.tokens
    + greatest(0, extract(epoch from now() - rate_buckets.refilled_at))::float8 * ${perMinute / 60}::float8)`
  const taken = await sql<{ tokens: number }>`
    insert into rate_buckets (key, tokens, refilled_at) values (${key}, ${perMinute - 1}::float8, now())
    on conflict (key) do update set tokens = ${refilled} - 1, refilled_at = now() where ${refilled} >= 1
    returning tokens`.execute(db)
  if (taken.rows.length > 0) return null
  const left = await sql<{ tokens: number }>`
    select ${refilled} as tokens from rate_buckets where key = ${key}`.execute(db)
  const missing = 1 - (left.rows[0]?.tokens ?? 1)
  return Math.max(1, Math.ceil((missing * 60) / perMinute))
}

/** Gives a token back, where only failures count. */
export async function returnToken(db: LookupDb, { key, perMinute }: RateBucket): Promise<void> {
  await sql`update rate_buckets set tokens = least(${perMinute}::float8, tokens + 1) where key = ${key}`.execute(
    db,
  )
}
