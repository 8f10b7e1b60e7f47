import { DatabaseUnavailableError, isConnectionLoss } from '../../platform/database/clients/unavailable.js'
import { isSqlState, sqlState } from '../../platform/database/sqlstate.js'
import { QuarantineFull } from './quarantine/quarantine-full.js'

/**
 * Whose trouble an error is that kept frames from being taken:
 * - `frame`: it may lie in one frame, or in what that meets, so that others can be taken meanwhile.
 * - `either`: PostgreSQL ended a statement that took too long, waited too long for a lock, or met another. One frame may do that
 *   by itself, and so does a PostgreSQL that is slow for all: what becomes of the others tells which.
 * - `everybody`: PostgreSQL is away, full, broken or not what it must be; or quarantine is full.
 */
export type Blame = 'frame' | 'either' | 'everybody'

export function blameOf(error: unknown): Blame {
  for (const cause of causesOf(error)) {
    if (cause instanceof QuarantineFull) return 'everybody'
    if (cause instanceof DatabaseUnavailableError || isConnectionLoss(cause)) return 'everybody'
    if (isSqlState(cause, 'away')) return 'everybody'
    if (isSqlState(cause, 'contention')) return 'either'
  }
  return 'frame'
}

/** What made a frame fail in the end. */
export interface FrameFailure {
  readonly error: unknown
  /** Frames of the same sender were taken while this one was tried. */
  readonly othersTaken: boolean
}

/** True if a frame that failed again and again is to make way for the others. */
export function isOwnTrouble({ error, othersTaken }: FrameFailure): boolean {
  const blame = blameOf(error)
  return blame === 'frame' || (blame === 'either' && othersTaken)
}

/** True for SQLSTATE class 22: a value that cannot be stored. */
export function isValueError(error: unknown): boolean {
  return isSqlState(error, 'badValue')
}

/** What operators read of an error: no value of the frame, which messages of PostgreSQL may quote. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const state = sqlState(error)
  if (state === undefined) return `${error.name}: ${error.message}`.slice(0, 300)
  const at = ['table', 'constraint'].flatMap((key) => {
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' ? [`${key} ${value}`] : []
  })
  return [`SQLSTATE ${state}`, ...at].join(', ')
}

/** Deeper than anybody wraps an error, and no circle. */
const mostCauses = 8

/** An error and what it was made of: whoever wraps one keeps what broke as its cause. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let cause = error; cause !== undefined && causes.length < mostCauses; ) {
    causes.push(cause)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return causes
}
