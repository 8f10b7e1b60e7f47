import pg from 'pg'

/**
 * How values leave PostgreSQL, decided once: timestamptz as `Date` (the wire form is made at the edge by
 * `toTimestamp`), bigint as a safe integer, everything else as `pg` does it.
 */
const parsers: Readonly<Record<number, ((text: string) => unknown) | undefined>> = {
  [pg.types.builtins.TIMESTAMPTZ]: parseInstant,
  [pg.types.builtins.INT8]: parseSafeInteger,
}

export const typeParsing: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const own = format === 'binary' ? undefined : parsers[oid]
    // oxlint-disable-next-line typescript/no-unsafe-return -- the library's own parsers are untyped
    return own ?? pg.types.getTypeParser(oid, 'text')
  },
}

// oxlint-disable-next-line typescript/no-unsafe-assignment -- the library's own parsers are untyped
const parsePgInstant: (text: string) => unknown = pg.types.getTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  'text',
)

function parseInstant(text: string): Date {
  const instant = parsePgInstant(text)
  if (!(instant instanceof Date)) throw new RangeError(`not a moment in time: ${text}`)
  return instant
}

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`beyond a safe integer: ${text}`)
  return value
}

/** RFC 3339 in UTC with milliseconds, as the interface writes timestamps. */
export function toTimestamp(instant: Date): string {
  return instant.toISOString()
}

/** The same for a moment that may be absent. */
export function toTimestampOrNull(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString()
}
