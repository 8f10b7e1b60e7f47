import type {
  CameraMoved,
  CameraPropose,
  ChannelError,
  ChannelErrorCode,
  GatewayUnpair,
  Result,
} from '@sightline/protocol'
import type { Tx } from '../../../platform/database/handles.js'
import { AppError, type ErrorKind, unavailable } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import { takeCameraMoved } from '../../cameras/from-site/camera-moved.service.js'
import { proposeCamera } from '../../cameras/from-site/camera-proposal.service.js'
import { unpairGateway } from '../../gateways/pairing/unpair-gateway.service.js'
import { holdSession, type SessionKey } from './session.repository.js'

/** Adds a camera that a person at the site proposes. What is refused is an answer. */
export function answerProposal(
  platform: Platform,
  session: SessionKey,
  body: CameraPropose,
): Promise<Result> {
  return toResult(async () => {
    await requireToken(
      platform.database.lookup,
      { key: `camera-propose:${session.orgId}`, perMinute: platform.config.probesPerMinute },
      'too many cameras are added in this organisation at once; wait a minute',
    )
    return whileLive(platform, session, (tx) => proposeCamera(platform, tx, session, body))
  })
}

/** All cameras of a site move when its router is replaced; more than that is no site. A minute, of one gateway. */
const movesPerMinute = 120

/** Stores where a gateway found its camera again. */
export function answerMoved(platform: Platform, session: SessionKey, body: CameraMoved): Promise<Result> {
  return refusalsAsResult(async () => {
    await requireToken(
      platform.database.lookup,
      { key: `camera-moved:${session.gatewayId}`, perMinute: movesPerMinute },
      'too many cameras of this gateway move at once; say it again in a minute',
    )
    return whileLive(platform, session, (tx) => takeCameraMoved(tx, session.orgId, session.gatewayId, body))
  })
}

/** Gives up the pairing of the machine that asks. */
export function answerUnpair(platform: Platform, session: SessionKey, body: GatewayUnpair): Promise<Result> {
  return toResult(() =>
    whileLive(platform, session, async (tx) => {
      await unpairGateway(tx, session.orgId, session.gatewayId, body)
      return {}
    }),
  )
}

/** A session that was replaced changes nothing any more. The session's row first, the gateway's second, as everywhere. */
async function whileLive<T>(
  { database }: Platform,
  session: SessionKey,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return database.inOrg(session.orgId, async (tx) => {
    if (!(await holdSession(tx, session)))
      throw unavailable('a newer session of this gateway took over; ask again')
    return work(tx)
  })
}

/** @throws what is no AppError */
function toResult(work: () => Promise<Record<string, unknown>>): Promise<Result> {
  return refusalsAsResult(async () => ({ ok: true, value: await work() }))
}

/** What is refused by an AppError is an answer. @throws what is none */
async function refusalsAsResult(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) return { ok: false, error: toChannelError(error) }
    throw error
  }
}

const codes: Partial<Readonly<Record<ErrorKind, ChannelErrorCode>>> = {
  invalid: 'invalid',
  missing: 'not_found',
  forbidden: 'forbidden',
  conflict: 'conflict',
  rate_limited: 'unavailable',
  unavailable: 'unavailable',
}

/** An expected failure, as frames carry it. */
function toChannelError({ kind, message }: AppError): ChannelError {
  return { code: codes[kind] ?? 'internal', message: message.slice(0, 1000) }
}
