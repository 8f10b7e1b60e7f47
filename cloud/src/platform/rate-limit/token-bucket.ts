import { sql } from 'kysely'
import type { LookupDb } from '../database/handles.js'
import { AppError, rateLimited } from '../errors.js'

/** A token bucket in PostgreSQL, so that it holds over all nodes: so many a minute, as many at once. */
interface TokenBucket {
  /** What is limited, such as `pairing:203.0.113.9`. */
  readonly key: string
  readonly perMinute: number
}

/** null: taken. Otherwise the seconds until there is a token again, at least 1. */
async function takeToken(db: LookupDb, { key, perMinute }: TokenBucket): Promise<number | null> {
  const refilled = sql<number>`least(${perMinute}::float8, rate_buckets.tokens
    + greatest(0, extract(epoch from now() - rate_buckets.refilled_at))::float8 * ${perMinute / 60}::float8)`
  const taken = await sql<{ tokens: number }>`
    insert into rate_buckets (key, tokens, refilled_at) values (${key}, ${perMinute - 1}::float8, now())
    on conflict (key) do update set tokens = ${refilled} - 1,
      -- Whoever waited for the row came earlier than whoever wrote it: time does not go back.
      refilled_at = greatest(rate_buckets.refilled_at, now()) where ${refilled} >= 1
    returning tokens`.execute(db)
  if (taken.rows.length > 0) return null
  const left = await sql<{ tokens: number }>`
    select ${refilled} as tokens from rate_buckets where key = ${key}`.execute(db)
  const missing = 1 - (left.rows[0]?.tokens ?? 1)
  return Math.max(1, Math.ceil((missing * 60) / perMinute))
}

/** Gives a token back, where only failures count. */
async function returnToken(db: LookupDb, { key, perMinute }: TokenBucket): Promise<void> {
  await sql`update rate_buckets set tokens = least(${perMinute}::float8, tokens + 1) where key = ${key}`.execute(
    db,
  )
}

/**
 * Takes a token or refuses the call.
 * @param message what is limited, and what to do; for a person
 * @throws AppError rate_limited
 */
export async function requireToken(db: LookupDb, bucket: TokenBucket, message: string): Promise<void> {
  const retryAfterSec = await takeToken(db, bucket)
  if (retryAfterSec !== null)
    throw rateLimited(message, { limit: bucket.perMinute, remaining: 0, retryAfterSec })
}

/**
 * Makes an attempt whose failures are limited. It takes a token of each bucket ahead and gives them back unless the
 * attempt is refused, so that attempts at once cannot exceed the limit. What one bucket refuses costs the others
 * nothing; neither does a defect, nor another limit that the attempt meets.
 * @throws AppError rate_limited, or whatever the attempt throws
 */
export async function limitFailures<T>(
  db: LookupDb,
  buckets: readonly TokenBucket[],
  message: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const taken: TokenBucket[] = []
  try {
    for (const bucket of buckets) {
      await requireToken(db, bucket, message)
      taken.push(bucket)
    }
    const answer = await attempt()
    await returnTokens(db, taken)
    return answer
  } catch (error) {
    const isFailure = error instanceof AppError && error.kind !== 'rate_limited'
    if (!isFailure) await returnTokens(db, taken)
    throw error
  }
}

async function returnTokens(db: LookupDb, buckets: readonly TokenBucket[]): Promise<void> {
  for (const bucket of buckets) await returnToken(db, bucket)
}

/** Removes the buckets that are full again: they say no more than none. */
export async function sweepFullBuckets(db: LookupDb): Promise<void> {
  await sql`delete from rate_buckets where refilled_at < now() - interval '2 minutes'`.execute(db)
}
