import type { TestDatabase } from '#testing/test-database.js'

/** A secret of a test, and where alone it may be seen. */
export interface Canary {
  readonly name: string
  readonly text: string
  /** The exchanges whose answer shows it on purpose, once. */
  readonly shownBy?: readonly string[]
}

/** An answer of the API: body, headers, and what was asked. */
export interface Heard {
  readonly exchange: string
  readonly text: string
}

/** A secret as text, and as it looks encoded in the ways that programs encode. */
function looksOf(text: string): string[] {
  const bytes = Buffer.from(text)
  // Base64 of a part of a longer text: whatever stands before it, one of three shifts shows its middle.
  const shifted = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return encoded.slice(before === 0 ? 0 : 4, -4)
  })
  const looks = [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    bytes.toString('hex'),
    ...shifted,
  ]
  return [...new Set(looks)].filter((look) => look.length >= 12)
}

/** Where canaries are seen that should not be: `<canary> in <place>`. */
export function sightings(canaries: readonly Canary[], places: readonly Heard[]): string[] {
  return canaries.flatMap(({ name, text, shownBy = [] }) => {
    const looks = looksOf(text)
    return places
      .filter(
        ({ exchange, text: seen }) => !shownBy.includes(exchange) && looks.some((one) => seen.includes(one)),
      )
      .map(({ exchange }) => `${name} in ${exchange}`)
  })
}

/** Everything that stands in the database, table by table, as a dump shows it. */
export async function dumpOf(test: TestDatabase): Promise<Heard[]> {
  const tables = await test.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const dumped: Heard[] = []
  for (const { name } of tables) {
    const rows = await test.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} as t`)
    dumped.push({ exchange: `table ${name}`, text: rows.map(({ row }) => row).join('\n') })
  }
  return dumped
}
