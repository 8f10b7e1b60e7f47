import type { PairingCode, PairingCodeRequest } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Caller } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { missing, rateLimited, unavailable } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { insertGateway, lockGateway, siteExists } from '../gateway.repository.js'
import { countOpenCodes, deleteOldCodes, insertCode, lockCodesOf } from './pairing.repository.js'
import { hashPairingCode, makePairingCode } from './pairing-code.js'

/** Open codes that an organisation may have (interface: Limits). */
const maxOpenCodes = 5

/**
 * Makes a code by which one machine becomes a gateway: a new one, or with `gateway_id` the one that exists.
 * @throws AppError missing if site or gateway are not in the organisation; rate_limited for a sixth open code
 */
export async function generatePairingCode(
  platform: Platform,
  caller: Caller,
  request: PairingCodeRequest,
): Promise<PairingCode> {
  return platform.database.inOrg(caller.orgId, async (tx) => {
    await lockCodesOf(tx, caller.orgId)
    await requireRoomForCode(tx, caller.orgId)
    const gatewayId = await gatewayForCode(tx, caller, request)
    await deleteOldCodes(tx, caller.orgId)
    const { code, expiresAt } = await storeFreshCode(platform, tx, caller, gatewayId)
    await recordAudit(tx, caller, 'gateway.pairing_code_generated', {
      target: {
        kind: 'gateway',
        id: gatewayId,
      },
    })
    return { id: gatewayId, pairing_code: code, expires_at: toTimestamp(expiresAt), status: 'registered' }
  })
}

async function requireRoomForCode(tx: Tx, orgId: string): Promise<void> {
  const { open, secondsUntilOneExpires } = await countOpenCodes(tx, orgId)
  if (open < maxOpenCodes) return
  throw rateLimited('five pairing codes are open: redeem one, or wait until one expires', {
    limit: maxOpenCodes,
    remaining: 0,
    retryAfterSec: secondsUntilOneExpires,
  })
}

async function gatewayForCode(tx: Tx, caller: Caller, request: PairingCodeRequest): Promise<string> {
  if (!(await siteExists(tx, caller.orgId, request.site_id))) throw missing('site')
  if (request.gateway_id !== undefined) {
    const gateway = await lockGateway(tx, caller.orgId, request.gateway_id)
    if (!gateway) throw missing('gateway')
    return gateway.id
  }
  const id = uuidv7()
  await insertGateway(tx, { orgId: caller.orgId, id, siteId: request.site_id, name: request.name })
  return id
}

/** Draws until the code is in nobody's use; of 887 million that is nearly always the first. */
async function storeFreshCode(platform: Platform, tx: Tx, caller: Caller, gatewayId: string) {
  const key = platform.keys.current('code').bytes
  for (let draw = 0; draw < 20; draw += 1) {
    const code = makePairingCode()
    const codeHash = hashPairingCode(code, key)
    const expiresAt = await insertCode(tx, {
      orgId: caller.orgId,
      id: uuidv7(),
      gatewayId,
      codeHash,
      actor: caller.actor,
    })
    if (expiresAt !== null) return { code, expiresAt }
  }
  throw unavailable('no free pairing code was found; try again')
}
