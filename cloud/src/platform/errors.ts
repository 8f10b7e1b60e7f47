import type { CameraFault, FieldProblem, SecondFactorNeeded } from '@sightline/protocol'

/** What went wrong, as a caller can act on it. `wire-errors.ts` gives each kind its status and code. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'key_refused'
  | 'forbidden'
  | 'account_disabled'
  | 'missing'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'account_locked'
  | 'locked'
  | 'rate_limited'
  | 'unavailable'

/** What an error says beside its sentence, for programs. */
interface ErrorFacts {
  /** What is wrong with which field. */
  readonly details?: readonly FieldProblem[]
  /** Why a camera sent no picture. */
  readonly fault?: CameraFault
  /** What a sign-in lacks beside the password. */
  readonly secondFactor?: SecondFactorNeeded
}

/** The limit that a refused call met; it becomes `Retry-After` and the `X-RateLimit-*` headers. */
interface RateLimit {
  /** Calls that the limit admits in its window. */
  limit: number
  remaining: number
  /** Seconds until a call is admitted again; at least 1. */
  retryAfterSec: number
}

/** An expected failure. Anything else that reaches the edge is a bare 500 and a full log. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: ErrorKind
  readonly rateLimit: RateLimit | undefined
  /** Seconds after which another try makes sense, where no limit says it already. */
  readonly retryAfterSec: number | undefined
  readonly facts: ErrorFacts

  constructor(
    kind: ErrorKind,
    message: string,
    options: { cause?: unknown; rateLimit?: RateLimit; retryAfterSec?: number; facts?: ErrorFacts } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.kind = kind
    this.rateLimit = options.rateLimit
    this.retryAfterSec = options.retryAfterSec
    this.facts = options.facts ?? {}
  }
}

/** 400: the request is wrong in itself. The message says what to change. */
export const invalid = (message: string, cause?: unknown): AppError =>
  new AppError('invalid', message, cause === undefined ? {} : { cause })
/** 400: one field is wrong. @param problem what is wrong with it, without its name */
export const invalidField = (path: string, problem: string, cause?: unknown): AppError =>
  new AppError('invalid', `${path}: ${problem}`, {
    facts: { details: [{ path, message: problem, code: 'custom' }] },
    ...(cause !== undefined && { cause }),
  })
/** 401: no credential, or one that is not accepted. */
export const unauthenticated = (message = 'sign in first'): AppError =>
  new AppError('unauthenticated', message)
/** 401: the password is right, and is not enough. */
export const secondFactorNeeded = (message: string, secondFactor: SecondFactorNeeded): AppError =>
  new AppError('unauthenticated', message, { facts: { secondFactor } })
/** 403: known, but not allowed. */
export const forbidden = (message = 'your role does not allow this'): AppError =>
  new AppError('forbidden', message)
/** 404: there is none, or its existence is not the caller's to know. `what` is a noun: `site`. */
export const missing = (what: string): AppError => new AppError('missing', `there is no such ${what}`)
/** 404: what is asked for may come; the message says when or how. */
export const notThere = (message: string): AppError => new AppError('missing', message)
/** 409: right in itself, but not in the present state. */
export const conflict = (message: string, cause?: unknown): AppError =>
  new AppError('conflict', message, cause === undefined ? {} : { cause })
/** 410: was there, is no more. */
export const gone = (message: string): AppError => new AppError('gone', message)
/** 429 with the headers of the limit. */
export const rateLimited = (message: string, rateLimit: RateLimit): AppError =>
  new AppError('rate_limited', message, { rateLimit })
/** 503: cannot be served now; trying again later is right. */
export const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError('unavailable', message, cause === undefined ? {} : { cause })
/** 503 with `Retry-After`, for a reason that passes by itself. */
export const unavailableFor = (retryAfterSec: number, message: string, cause: unknown): AppError =>
  new AppError('unavailable', message, { cause, retryAfterSec })
/** 503 with `Retry-After`: others come first; nothing was done. */
export const busy = (message: string, retryAfterSec: number): AppError =>
  new AppError('unavailable', message, { retryAfterSec })
