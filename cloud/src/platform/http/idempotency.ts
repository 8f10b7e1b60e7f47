import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import type { Caller } from '../caller.js'
import { withBeforeCommit } from '../database/before-commit.js'
import { AppError, conflict, invalid } from '../errors.js'
import type { Platform } from '../platform.js'
import type { Sealed, SecretContext } from '../secrets/secret-box.js'
import { decideReplay, type ReplayDecision } from './decide-replay.js'
import {
  endWithoutAnswer,
  findKey,
  freeKey,
  type KeyHolder,
  type KeyScope,
  keepAnswer,
  markEffect,
  takeKey,
  takeOverKey,
} from './idempotency.repository.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A caller may send `Idempotency-Key`: the same request again is answered again, and done once. */
    idempotent?: true
  }
}

/** The header, as the OpenAPI document describes it. */
export const IdempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .describe(
      '1 to 255 printable ASCII characters of your own choice, new for each intention. Within 24 hours the same ' +
        'request with the same key is done once; a repeat gets the first answer again, marked ' +
        '`Idempotent-Replayed: true`. Another request with the key, a repeat while the first still runs, and a repeat ' +
        'of one that took effect but whose answer was lost, are a 409. A request that was refused, or that failed ' +
        'without an effect, frees its key.',
    ),
})

const holders = new WeakMap<FastifyRequest, KeyHolder>()

/**
 * Makes routes with `config.idempotent` safe to repeat for clients that send `Idempotency-Key`. The first answer
 * is kept sealed, for it may hold a secret that is shown once. Each transaction of the request that writes says so in
 * the key's row: so what became of a request that failed, or whose node died, is known as soon as PostgreSQL knows it.
 */
export function enableIdempotency(app: FastifyInstance, platform: Platform): void {
  app.addHook('preHandler', async (request, reply) => {
    const scope = keyScopeOf(request)
    if (!scope) return
    const holder = { ...scope, attempt: uuidv7() }
    const kept = await begin(platform, holder, fingerprintOf(request))
    if (kept) return repeat(reply, kept, platform, scope)
    holders.set(request, holder)
  })

  // With a callback, so that the handler runs within it.
  app.addHook('preHandler', (request, _reply, done) => {
    const holder = holders.get(request)
    if (!holder) return done()
    withBeforeCommit(async (tx) => {
      // What goes on after the answer is none of the request's effects.
      if (holders.has(request) && !(await markEffect(tx, holder))) throw passing(refusals.superseded)
    }, done)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const holder = holders.get(request)
    if (!holder) return
    holders.delete(request)
    try {
      await settle(platform, holder, reply.statusCode, payload)
    } catch (error) {
      // What the client was answered is true all the same; a repeat is judged by what was committed.
      platform.log.warn({ reqId: request.id, err: error }, 'idempotency.not_kept')
    }
  })
}

type Kept = Extract<ReplayDecision, { kind: 'replay' }>

/** Takes the key. @returns the kept answer, if the request has one @throws AppError conflict */
async function begin({ database }: Platform, holder: KeyHolder, sha256: Buffer): Promise<Kept | undefined> {
  const db = database.forOrg(holder.orgId)
  if (await takeKey(db, holder, sha256)) return undefined
  const first = await findKey(db, holder)
  if (!first) throw passing(refusals.refused)
  const verdict = decideReplay(first, sha256)
  if (verdict.kind === 'replay') return verdict
  if (verdict.kind === 'running') throw passing(refusals.running)
  if (verdict.kind !== 'begin') throw conflict(refusals[verdict.kind])
  if (!(await takeOverKey(db, holder, sha256, first))) throw passing(refusals.undecided)
  return undefined
}

/** Another answer comes to whoever asks again, in so many seconds; what is refused for good bears no `Retry-After`. */
const askAgainSec = 1
const passing = (message: string): AppError =>
  new AppError('conflict', message, { retryAfterSec: askAgainSec })

const refusals = {
  refused: 'the first request with this Idempotency-Key was just refused; send it again',
  other: 'this Idempotency-Key was sent with another request; use a new key for a new request',
  running: 'the first request with this Idempotency-Key is still being carried out; ask again in a moment',
  undecided:
    'the first request with this Idempotency-Key was broken off, and whether it took effect is not known yet; ' +
    'ask again in a moment',
  took_effect:
    'the first request with this Idempotency-Key took effect, but its answer was lost: look for what it made, and use ' +
    'a new key for another request',
  unknown:
    'the first request with this Idempotency-Key was broken off: look whether it took effect, then use a new key',
  superseded: 'another request with this Idempotency-Key has begun meanwhile; this one changed nothing',
} as const

/** Keeps what a repeat needs to know: the answer of a success; that a refusal changed nothing; that nobody knows. */
async function settle(
  { database, secretBox }: Platform,
  holder: KeyHolder,
  status: number,
  payload: unknown,
): Promise<void> {
  const db = database.forOrg(holder.orgId)
  if (status >= 500) return endWithoutAnswer(db, holder)
  if (status >= 300 || typeof payload !== 'string') return freeKey(db, holder)
  const { bytes, keyId } = secretBox.seal(payload, sealedAt(holder))
  await keepAnswer(db, holder, status, { bytes: bytes.toString('base64'), keyId })
}

/** undefined for a route that takes no key, and for a request without one. */
function keyScopeOf(request: FastifyRequest): KeyScope | undefined {
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

const KeptBody = z
  .object({ bytes: z.base64(), keyId: z.string() })
  .transform(({ bytes, keyId }): Sealed => ({ bytes: Buffer.from(bytes, 'base64'), keyId }))

function repeat(
  reply: FastifyReply,
  { status, response }: Kept,
  { secretBox }: Platform,
  scope: KeyScope,
): FastifyReply {
  const body: unknown = JSON.parse(secretBox.open(KeptBody.parse(response), sealedAt(scope)))
  return reply.code(status).header('idempotent-replayed', 'true').send(body)
}

const sealedAt = ({ orgId, actorId, key }: KeyScope): SecretContext => ({
  orgId,
  rowId: `${actorId}:${key}`,
  field: 'idempotency_keys.response',
})
