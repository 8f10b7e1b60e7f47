import type { ErrorCode, ErrorEnvelope } from '@sightline/protocol'
import type { AppError, ErrorKind } from '../errors.js'
import { pathOf } from './request-target.js'

interface WireError {
  status: number
  code: ErrorCode
  /** Upper case on every route, not only under /api/v1/auth. */
  alwaysUpper?: true
  /** Another code under /api/v1/auth. */
  authCode?: ErrorCode
}

/** The one place that gives a kind of error its status and code (interface: Errors; DESIGN section 6). */
const wire: Readonly<Record<ErrorKind, WireError>> = {
  invalid: { status: 400, code: 'validation_error' },
  unauthenticated: { status: 401, code: 'auth_required', authCode: 'unauthorized' },
  key_refused: { status: 401, code: 'unauthorized', alwaysUpper: true },
  forbidden: { status: 403, code: 'forbidden' },
  account_disabled: { status: 403, code: 'account_disabled', alwaysUpper: true },
  missing: { status: 404, code: 'not_found' },
  conflict: { status: 409, code: 'conflict' },
  gone: { status: 410, code: 'gone' },
  too_large: { status: 413, code: 'payload_too_large' },
  unsupported_media_type: { status: 415, code: 'unsupported_media_type' },
  expectation_failed: { status: 417, code: 'validation_error' },
  account_locked: { status: 423, code: 'account_locked', alwaysUpper: true },
  locked: { status: 423, code: 'locked' },
  rate_limited: { status: 429, code: 'rate_limited' },
  unavailable: { status: 503, code: 'unavailable' },
}

export interface WireAnswer {
  status: number
  headers: Record<string, string>
  body: ErrorEnvelope
}

/** The status and the code of a kind of error on the route at `url`. */
export function wireCode(kind: ErrorKind, url: string): { readonly status: number; readonly code: string } {
  const { status, code, authCode, alwaysUpper } = wire[kind]
  const underAuth = isUnderAuth(url)
  const spelled = (underAuth && authCode) || code
  return { status, code: underAuth || alwaysUpper ? spelled.toUpperCase() : spelled }
}

/** How an expected error is answered on the route at `url`. */
export function toWireAnswer(error: AppError, url: string, nowMs: number): WireAnswer {
  const { status, code } = wireCode(error.kind, url)
  return {
    status,
    headers: { ...retryHeader(error), ...rateLimitHeaders(error, nowMs) },
    body: { error: { code, message: error.message, ...factsOf(error) } },
  }
}

/** The code of a defect on the route at `url`; its status is 500. */
export function defectCode(url: string): string {
  const code: ErrorCode = 'internal'
  return isUnderAuth(url) ? code.toUpperCase() : code
}

/** The answer to a defect: nothing of it reaches the client but the id under which it is logged. */
export function toDefectAnswer(url: string, requestId: string): WireAnswer {
  const message = `something went wrong on our side; quote the request id ${requestId}`
  return { status: 500, headers: {}, body: { error: { code: defectCode(url), message } } }
}

const isUnderAuth = (url: string): boolean => /^\/api\/v1\/auth(?:\/|$)/.test(pathOf(url))

/** A validation error always names what is wrong; where no field is to blame, it is the request as a whole. */
function factsOf({ kind, message, facts }: AppError): Partial<ErrorEnvelope['error']> {
  const { details, fault, secondFactor } = facts
  return {
    ...((kind === 'invalid' || kind === 'expectation_failed') && {
      details: [...(details ?? [{ path: '', message, code: 'custom' }])],
    }),
    ...(secondFactor !== undefined && { details: { second_factor: secondFactor } }),
    ...(fault !== undefined && { fault }),
  }
}

function retryHeader({ retryAfterSec }: AppError): Record<string, string> {
  return retryAfterSec === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSec))) }
}

function rateLimitHeaders({ rateLimit }: AppError, nowMs: number): Record<string, string> {
  if (!rateLimit) return {}
  const seconds = Math.max(1, Math.ceil(rateLimit.retryAfterSec))
  return {
    'retry-after': String(seconds),
    'x-ratelimit-limit': String(rateLimit.limit),
    'x-ratelimit-remaining': String(Math.max(0, Math.floor(rateLimit.remaining))),
    'x-ratelimit-reset': String(Math.ceil(nowMs / 1000) + seconds),
  }
}
