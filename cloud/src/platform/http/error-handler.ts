import type { FieldProblem } from '@sightline/protocol'
import type { FastifyError, FastifyInstance } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { DatabaseUnavailableError } from '../database/clients/unavailable.js'
import { isSqlState } from '../database/sqlstate.js'
import { DatabaseSetupError } from '../database/tenancy/roles.js'
import { AppError, invalid, missing, unavailable, unavailableFor } from '../errors.js'
import type { Clock } from '../time/clock.js'
import { toDefectAnswer, toWireAnswer, type WireAnswer } from './wire-errors.js'

/** Connections are made again at once, and whoever waits for a client has waited a second. */
const retryAfterSec = 1

/** Answers every failure in the envelope. Unexpected ones are logged in full and reveal nothing to the client. */
export function handleErrors(app: FastifyInstance, clock: Clock): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const expected = asAppError(error)
    const about = { reqId: request.id, err: error, method: request.method, route: request.routeOptions.url }
    if (!expected || error instanceof DatabaseSetupError) request.log.error(about, 'request.failed')
    else if (isSqlState(error, 'tookTooLong')) request.log.warn(about, 'request.took_too_long')
    // A dependency of the service is in trouble: the client is asked to retry, the log says why.
    else if (expected.kind === 'unavailable' && expected.cause !== undefined)
      request.log.warn(about, 'request.unavailable')
    const answer = expected
      ? toWireAnswer(expected, request.url, clock.now())
      : toDefectAnswer(request.url, request.id)
    return send(reply, answer)
  })

  app.setNotFoundHandler((request, reply) =>
    send(reply, toWireAnswer(missing('route'), request.url, clock.now())),
  )
}

function send(
  reply: { code(status: number): { headers(h: object): { send(body: unknown): unknown } } },
  answer: WireAnswer,
) {
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, 'content-type': 'application/json; charset=utf-8' })
    .send(JSON.stringify(answer.body))
}

/** Errors of the framework that a client causes, and of the database that it can act on, in our words. */
function asAppError(error: FastifyError | AppError): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof DatabaseSetupError) return unavailable('the database cannot be used', error)
  if (error instanceof DatabaseUnavailableError)
    return unavailableFor(retryAfterSec, 'the database cannot be asked just now; try again', error)
  if (hasZodFastifySchemaValidationErrors(error)) {
    // Ids are UUIDs: what is none names nothing, whether another route stands there later or not.
    if (error.validationContext === 'params') return missing('resource')
    const details = error.validation.map(({ instancePath, message, keyword }) => ({
      path: fieldOf(instancePath),
      message: message ?? 'invalid',
      code: keyword,
    }))
    return new AppError('invalid', details.map(sentence).join('; '), { facts: { details } })
  }
  if (isSqlState(error, 'tookTooLong')) {
    const message = 'this takes too long: narrow what you ask for, by dates for instance'
    return unavailableFor(retryAfterSec, message, error)
  }
  if (isSqlState(error, 'contention'))
    return unavailableFor(retryAfterSec, 'others change the same just now; try again', error)
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('too_large', 'the body is larger than this route takes', { cause: error })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'send the body as application/json', { cause: error })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid('Content-Length does not match the body', error)
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? invalid('the request cannot be read', error)
        : undefined
  }
}

/** `/recipients/0/user_id` in the words of the interface: `recipients.0.user_id`. */
const fieldOf = (instancePath: string): string => instancePath.split('/').filter(Boolean).join('.')

const sentence = ({ path, message }: FieldProblem): string => (path === '' ? message : `${path}: ${message}`)
