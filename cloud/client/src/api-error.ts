import type { components } from './api.js'

type Schemas = components['schemas']

/** The codes of the errors that the document names, in lower case: `not_found`. */
type ListedCode = {
  [Name in keyof Schemas]: Schemas[Name] extends { error: { code: infer Code extends string } }
    ? string extends Code
      ? never
      : Lowercase<Code>
    : never
}[keyof Schemas]

/** Every code of the interface in lower case, and `unreadable` for what is no error of the service: a proxy's page, say. */
export type ErrorCode = ListedCode | 'unreadable'

/** What is wrong with one field of a request. */
export type FieldProblem = Schemas['FieldProblem']

/** Why the service refused a call. */
export interface ApiError {
  /** The HTTP status, 400 to 599. */
  readonly status: number
  /** In lower case on every route, though those under /api/v1/auth spell it in upper case. */
  readonly code: ErrorCode
  /** One sentence for a person. */
  readonly message: string
  /** What is wrong with which field: with every `validation_error`, else empty. */
  readonly details: readonly FieldProblem[]
  /** Why a camera that was looked at sent no picture, such as `timeout`; null where that is not what was refused. */
  readonly fault: string | null
  /** Seconds after which another try makes sense, where the service says so (`Retry-After`); else null. */
  readonly retryAfterSec: number | null
}

/** What a call of the client resolves to, whether it was refused or not. */
export type Answer<Value> =
  | { readonly data: Value; readonly error?: never; readonly response: Response }
  | { readonly data?: never; readonly error: object; readonly response: Response }

/** A call that was refused, for programs that handle refusals elsewhere. */
export class FailedCall extends Error {
  override readonly name = 'FailedCall'
  readonly error: ApiError

  constructor(error: ApiError, response: Response) {
    super(`${response.url}: ${error.status} ${error.code}: ${error.message}`)
    this.error = error
  }
}

/** What a call answers when it is not refused. */
export type ValueOf<Call> = Call extends { readonly data: infer Value; readonly error?: undefined }
  ? Value
  : never

/**
 * What a call answered; undefined where the service answers without a body.
 * @throws FailedCall if it was refused. What keeps a request from its answer is thrown by `fetch` itself.
 */
export function valueOf<Call extends Answer<unknown>>(call: Promise<Call>): Promise<ValueOf<Call>>
export async function valueOf(call: Promise<Answer<unknown>>): Promise<unknown> {
  const answer = await call
  const error = errorOf(answer)
  if (error) throw new FailedCall(error, answer.response)
  return answer.data
}

/** Why a call was refused; null if it was not. */
export function errorOf({ error, response }: Answer<unknown>): ApiError | null {
  if (response.ok) return null
  const envelope = memberOf(error, 'error')
  const code = textIn(envelope, 'code').toLowerCase()
  if (!isErrorCode(code)) return unreadable(response)
  const details = memberOf(envelope, 'details')
  return {
    status: response.status,
    code,
    message: textIn(envelope, 'message'),
    details: Array.isArray(details) ? details.map(asProblem) : [],
    fault: textIn(envelope, 'fault') || null,
    retryAfterSec: retryAfterOf(response),
  }
}

/** True if no later try will help. What is no answer of the service may be one by then, unless it wants another credential. */
export function isFinalRefusal(failure: unknown): boolean {
  if (!(failure instanceof FailedCall)) return false
  const { status, code } = failure.error
  return status === 401 || status === 403 || (status < 500 && status !== 429 && code !== 'unreadable')
}

/** All of them; a code that the document no longer names, or names anew, does not compile here. */
const codes: Readonly<Record<ErrorCode, true>> = {
  validation_error: true,
  auth_required: true,
  unauthorized: true,
  forbidden: true,
  account_disabled: true,
  not_found: true,
  conflict: true,
  gone: true,
  payload_too_large: true,
  unsupported_media_type: true,
  account_locked: true,
  locked: true,
  rate_limited: true,
  unavailable: true,
  internal: true,
  unreadable: true,
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(codes, code)

function unreadable(response: Response): ApiError {
  return {
    status: response.status,
    code: 'unreadable',
    message: `the answer ${response.status} is no error of the service`,
    details: [],
    fault: null,
    retryAfterSec: retryAfterOf(response),
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

export function textIn(value: unknown, name: string): string {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : ''
}

const asProblem = (value: unknown): FieldProblem => ({
  path: textIn(value, 'path'),
  message: textIn(value, 'message'),
  code: textIn(value, 'code'),
})

/** Seconds after which another try makes sense, in either form of the header (RFC 9110, 10.2.3): a date by the clock of who answered. */
export function retryAfterOf({ headers }: Response): number | null {
  const said = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(said)) return Number(said)
  const seconds = (Date.parse(said) - Date.parse(headers.get('date') ?? '')) / 1_000
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds))
}

export const inMs = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1_000)
