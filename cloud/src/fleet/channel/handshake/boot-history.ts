/** One start of a session, as it is kept in `gateway_sessions.recent_boots`. */
export interface Boot {
  boot_id: string
  /** RFC 3339. */
  at: string
}

const windowMs = 10 * 60_000
const kept = 8

/**
 * The history with one more session: those of the last ten minutes, sessions of one boot in a row as one.
 * @param now milliseconds since the epoch
 */
export function withBoot(history: readonly Boot[], bootId: string, now: number): Boot[] {
  const recent = history.filter(({ at }) => Date.parse(at) > now - windowMs)
  const last = recent.at(-1)
  const before = last?.boot_id === bootId ? recent.slice(0, -1) : recent
  return [...before, { boot_id: bootId, at: new Date(now).toISOString() }].slice(-kept)
}

/**
 * True if two boots alternated three times (a, b, a, b). One machine never returns to an earlier boot id, so two
 * machines hold the same key.
 */
export function isDuplicateIdentity(history: readonly Boot[]): boolean {
  const [a, b, c, d] = history.slice(-4).map(({ boot_id }) => boot_id)
  return d !== undefined && a === c && b === d && a !== b
}
