/** Its very ends may be between two pictures, ms. */
const withinMs = 1_000

/** The moment of a clip that lies nearest to another one: close to its beginning or its end. */
export function nearestOf(
  { start_at: start, end_at: end }: { readonly start_at: string; readonly end_at: string },
  at: string,
): string {
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)]
  const isLater = startMs >= Date.parse(at)
  const ms = isLater ? Math.min(startMs + withinMs, endMs) : Math.max(endMs - withinMs, startMs)
  return new Date(ms).toISOString()
}
