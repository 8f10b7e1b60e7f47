import type { FastifyError, FastifyInstance } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Clock } from '../clock.js'
import { AppError, invalid, missing, unavailable } from '../errors.js'
import { toDefectAnswer, toWireAnswer, type WireAnswer } from './wire-errors.js'

/** SQLSTATE of a statement that PostgreSQL ended, for it took longer than statements may (database.ts). */
const tookTooLong = '57014'

/** Answers every failure in the envelope. Unexpected ones are logged in full and tell the client nothing. */
export function answerErrors(app: FastifyInstance, clock: Clock): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const expected = asAppError(error)
    const about = { reqId: request.id, err: error, method: request.method, route: request.routeOptions.url }
    if (!expected) request.log.error(about, 'request.failed')
    else if (error.code === tookTooLong) request.log.warn(about, 'request.took_too_long')
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
  if (hasZodFastifySchemaValidationErrors(error)) {
    // Ids are UUIDs: what is none names nothing, whether another route stands there later or not.
    if (error.validationContext === 'params') return missing('resource')
    return invalid(
      error.validation.map(({ instancePath, message }) => sentence(instancePath, message)).join('; '),
    )
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('too_large', 'the body is larger than this route takes', { cause: error })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'send the body as application/json', { cause: error })
    case tookTooLong:
      return unavailable('this takes too long: narrow what you ask for, by dates for instance', error)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid('Content-Length does not match the body', error)
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? invalid('the request cannot be read', error)
        : undefined
  }
}

function sentence(instancePath: string, message: string | undefined): string {
  const field = instancePath.split('/').filter(Boolean).join('.')
  return field === '' ? (message ?? 'invalid') : `${field}: ${message ?? 'invalid'}`
}
