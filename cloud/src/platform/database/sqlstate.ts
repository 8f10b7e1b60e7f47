import { errorCode } from '../error-code.js'

/**
 * What PostgreSQL says by an SQLSTATE, as far as the program acts on it.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const states = {
  /** A second row under a unique key. */
  uniqueViolation: /^23505$/,
  /** A row that others refer to, or that refers to one that is not there. */
  foreignKeyViolation: /^23503$/,
  insufficientPrivilege: /^42501$/,
  /** Another held the lock too long, or both waited for each other. */
  lockTaken: /^(?:55P03|40P01)$/,
  /** It ended a statement, for it took longer than statements may. */
  tookTooLong: /^57014$/,
  noSuchDatabase: /^3D000$/,
  loginRefused: /^28(?:000|P01)$/,
  /**
   * There is no connection, or none was made: class 08; ended by an administrator, a crash, a shutdown or a time limit of
   * idle sessions; starting or stopping; too many connections.
   */
  noConnection: /^(?:08\w{3}|57P0[1-5]|25P0[34]|53300)$/,
  /** It takes no writes: a standby, which refuses some questions by 55000 as well, or a server that was set to read only. */
  readOnly: /^(?:25006|55000)$/,
  /** A statement in a transaction that had failed. */
  failedTransaction: /^25P02$/,
  /** Something beyond PostgreSQL failed, such as its disk. */
  outsideTrouble: /^58/,
  /** It has no disk, no memory, or no more of what its settings grant (class 53). */
  full: /^53/,
  /** What is asked for is beyond a limit of the program. */
  beyondLimit: /^54/,
  /** A parameter that means nothing, such as a time zone that is not known. */
  badParameter: /^22023$/,
  /** A value that cannot be stored. */
  badValue: /^22/,
  /** A statement that took too long, a lock that was held too long, transactions that met. */
  contention: /^(?:57014|55P03|40)/,
  /**
   * PostgreSQL is away, or is not what it must be, whatever is asked of it: connections (08, 28, 3D, 25P03, 25P04, 57P),
   * a schema that is not the one of this release (42), no disk or memory (53, 58), damage (XX), no writes (25006, 55000).
   */
  away: /^(?:08|28|3D|42|53|57P|58|XX|25P0[34]|25006|55000)/,
} as const satisfies Record<string, RegExp>

/** The SQLSTATE of an error of PostgreSQL; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const code = errorCode(error)
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** True for an error by which PostgreSQL says this. */
export function isSqlState(error: unknown, kind: keyof typeof states): boolean {
  const state = sqlState(error)
  return state !== undefined && states[kind].test(state)
}
