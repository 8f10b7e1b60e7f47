import { sql } from 'kysely'
import type { Tx } from '../database/handles.js'

/** How the words of a query stand to each other. */
export type Joined = 'all' | 'any'

/**
 * Words or phrases as PostgreSQL searches for them: each as written or by its English stem.
 * @returns the text of a tsquery; null if nothing is left to search for
 */
export async function searchFor(tx: Tx, phrases: readonly string[], joined: Joined): Promise<string | null> {
  if (phrases.length === 0) return null
  const { rows } = await sql<{ query: string | null }>`
    select string_agg('(' || query::text || ')', ${joined === 'all' ? ' & ' : ' | '}) as query
    from unnest(${[...phrases]}::text[]) as given (phrase)
    cross join lateral (
      select plainto_tsquery('simple', phrase) || plainto_tsquery('english', phrase) as query
    ) as meant
    where numnode(query) > 0`.execute(tx)
  return rows[0]?.query ?? null
}

/** A `-` that is followed by another one before any word: PostgreSQL takes it for a `not`, and fails at 32 of them. */
const minusOfAMinus = /-(?=[^\p{L}\p{N}"]*-)/gu

/**
 * What a person typed into a search box: words that all must be there, "phrases", `or`, and `-` before what must not be.
 * @returns the text of a tsquery; null if nothing is left to search for
 */
export async function searchAsTyped(tx: Tx, typed: string): Promise<string | null> {
  const given = typed.replaceAll(minusOfAMinus, ' ')
  const { rows } = await sql<{ query: string }>`
    select query::text as query
    from (select websearch_to_tsquery('simple', ${given}) || websearch_to_tsquery('english', ${given})) as meant (query)
    where numnode(query) > 0`.execute(tx)
  return rows[0]?.query ?? null
}

/**
 * From here on the transaction sees of `event_texts` only what matches: the policy of that table holds the search, which
 * lets PostgreSQL use its index (decision 0050). Null ends that.
 */
export async function search(tx: Tx, query: string | null): Promise<void> {
  await sql`select set_config('app.search', ${query ?? ''}, true)`.execute(tx)
}

/** So many events are few: their ids are read at once. */
const few = 2_000
/** Of so many of the newest texts ... */
const looksAt = 1_000
/** ... so many match if walking from the newest finds soon. */
const isCommon = 20

/**
 * Begins a search, and says which events it finds if these are few.
 *
 * PostgreSQL takes any word that it has not counted for one in two hundred texts, and would look for a rare one by walking
 * all events from the newest. So where the newest texts do not have it, the index of words is asked, by leaving no other
 * way.
 * @returns their ids; null if there are many, which walking finds soon
 */
export async function searchFew(tx: Tx, orgId: string, query: string): Promise<string[] | null> {
  await search(tx, null)
  const newest = await sql<{ matching: number }>`
    select count(*) filter (where document @@ ${query}::tsquery)::int as matching from (
      select document from event_texts where org_id = ${orgId}
      order by triggered_at desc, event_id desc limit ${sql.lit(looksAt)}) as newest`.execute(tx)
  await search(tx, query)
  if ((newest.rows[0]?.matching ?? 0) >= isCommon) return null
  await allowWays(tx, 'off')
  const { rows } = await sql<{ event_id: string }>`
    select event_id from event_texts where org_id = ${orgId} limit ${sql.lit(few + 1)}`.execute(tx)
  await allowWays(tx, 'on')
  return rows.length > few ? null : rows.map(({ event_id: id }) => id)
}

/** All ways but through a bitmap, which is the only one into the index of words. */
async function allowWays(tx: Tx, state: 'on' | 'off'): Promise<void> {
  await sql`select set_config('enable_seqscan', ${state}, true), set_config('enable_indexscan', ${state}, true),
    set_config('enable_indexonlyscan', ${state}, true)`.execute(tx)
}
