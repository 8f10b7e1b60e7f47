import { sql } from 'kysely'
import type { Tx } from './database/database.js'

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

/**
 * What a person typed into a search box: words that all must be there, "phrases", `or`, and `-` before what must not be.
 * @returns the text of a tsquery; null if nothing is left to search for
 */
export async function searchAsTyped(tx: Tx, typed: string): Promise<string | null> {
  const { rows } = await sql<{ query: string }>`
    select query::text as query
    from (select websearch_to_tsquery('simple', ${typed}) || websearch_to_tsquery('english', ${typed})) as meant (query)
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
