import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../caller.js'
import { conflict, invalid } from '../errors.js'
import type { Platform } from '../platform.js'
import type { Sealed, SecretPlace } from '../secret-box.js'
import {
  findKey,
  freeKey,
  type KeptAnswerRow,
  type KeyPlace,
  keepAnswer,
  takeKey,
} from './idempotency.repository.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A caller may send `Idempotency-Key`: the same request again is answered again, and done once. */
    idempotent?: true
  }
}

/** How long a key stands for its request. */
const keptMs = 24 * 60 * 60 * 1000
/** A request that has not ended after this has been broken off. */
const brokenOffMs = 60_000

/** The header, as the OpenAPI document describes it. */
export const IdempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .describe(
      '1 to 255 printable ASCII characters of your own choice, new for each intention. Within 24 hours the same ' +
        'request with the same key is done once; a repeat gets the first answer again, marked ' +
        '`Idempotent-Replayed: true`. Another request with the key, or a repeat while the first still runs, is a 409. ' +
        'A request that was refused frees its key.',
    ),
})

const given = new WeakMap<FastifyRequest, KeyPlace>()

/**
 * Makes routes with `config.idempotent` safe to repeat for clients that send `Idempotency-Key`. The first answer
 * is kept sealed, for it may hold a secret that is shown once.
 */
export function answerRepeats(app: FastifyInstance, platform: Platform): void {
  app.addHook('preHandler', async (request, reply) => {
    const place = placeOf(request)
    if (!place) return
    const sha256 = fingerprintOf(request)
    const now = platform.clock.now()
    const db = platform.database.forOrg(place.orgId)
    const times = { now: new Date(now), oldest: new Date(now - keptMs) }
    if (await takeKey(db, place, sha256, times)) {
      given.set(request, place)
      return
    }
    const kept = await findKey(db, place)
    if (!kept) throw conflict('the first request with this Idempotency-Key was just refused; send it again')
    return repeat(reply, requireAnswered(kept, sha256, now), platform, place)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const place = given.get(request)
    if (!place) return
    given.delete(request)
    const db = platform.database.forOrg(place.orgId)
    if (reply.statusCode >= 300 || typeof payload !== 'string') return freeKey(db, place)
    const { bytes, keyId } = platform.secretBox.seal(payload, sealedAt(place))
    await keepAnswer(db, place, reply.statusCode, { bytes: bytes.toString('base64'), keyId })
  })
}

/** undefined for a route that takes no key, and for a request without one. */
function placeOf(request: FastifyRequest): KeyPlace | undefined {
  const header = request.headers['idempotency-key']
  if (request.routeOptions.config.idempotent !== true || header === undefined) return undefined
  const { data, error } = IdempotencyHeaders.safeParse({ 'idempotency-key': header })
  if (error || data['idempotency-key'] === undefined)
    throw invalid('Idempotency-Key: 1 to 255 printable ASCII characters without spaces')
  return { orgId: request.caller.orgId, actorId: actorOf(request.caller), key: data['idempotency-key'] }
}

function actorOf(caller: Caller): string {
  return caller.kind === 'user' ? caller.userId : caller.serviceAccountId
}

/** Of what was asked, after validation: the order of a body's keys does not count, nor what is ignored. */
function fingerprintOf({ method, url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest()
}

interface Answered {
  readonly status: number
  readonly response: unknown
}

/** @throws AppError conflict if the key stands for another request, or for one without an answer. */
function requireAnswered(kept: KeptAnswerRow, sha256: Buffer, nowMs: number): Answered {
  if (!kept.request_sha256.equals(sha256))
    throw conflict('this Idempotency-Key was sent with another request; use a new key for a new request')
  if (kept.status_code !== null) return { status: kept.status_code, response: kept.response }
  throw conflict(
    nowMs - kept.created_at.getTime() < brokenOffMs
      ? 'the first request with this Idempotency-Key is still being carried out; ask again in a moment'
      : 'the first request with this Idempotency-Key was broken off: look whether it took effect, then use a new key',
  )
}

const Kept = z
  .object({ bytes: z.base64(), keyId: z.string() })
  .transform(({ bytes, keyId }): Sealed => ({ bytes: Buffer.from(bytes, 'base64'), keyId }))

function repeat(
  reply: FastifyReply,
  { status, response }: Answered,
  { secretBox }: Platform,
  place: KeyPlace,
): FastifyReply {
  const body: unknown = JSON.parse(secretBox.open(Kept.parse(response), sealedAt(place)))
  return reply.code(status).header('idempotent-replayed', 'true').send(body)
}

const sealedAt = ({ orgId, actorId, key }: KeyPlace): SecretPlace => ({
  orgId,
  rowId: `${actorId}:${key}`,
  field: 'idempotency_keys.response',
})
