import type { PairRequest, PairResponse } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Actor } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { conflict, gone, missing } from '../../../platform/errors.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import type { Platform } from '../../../platform/platform.js'
import { addressBlock } from '../../../platform/rate-limit/address-block.js'
import { limitFailures } from '../../../platform/rate-limit/token-bucket.js'
import { makeApiKey } from '../../../platform/secrets/api-key.js'
import { markCamerasChanged } from '../../cameras/configuration/camera-configuration.service.js'
import { notifyNodes } from '../../channel/node-notice.service.js'
import { saveCommissioning } from '../commissioning/commissioning.repository.js'
import { lockGateway } from '../gateway.repository.js'
import {
  insertKey,
  lockCode,
  lookUpCode,
  type PairingCodeRow,
  redeemCode,
  revokeKeys,
  savePairing,
} from './pairing.repository.js'
import { hashPairingCode, readPairingCode } from './pairing-code.js'

/** Failed attempts a minute. */
const perAddress = 10
const inAll = 300
/** How long after it cameras may be added from the site. */
const commissioningHours = 24
const tooManyFailures = 'too many pairing codes were wrong; wait before the next attempt'

/**
 * Redeems a code: the machine that holds it becomes the gateway and gets the key, shown this once. The same code and
 * attempt within the ten minutes are answered again with a fresh key; the key of the lost answer is void.
 * @throws AppError missing (unknown code), conflict (redeemed), gone (expired), rate_limited (too many failures)
 */
export async function pairGateway(
  platform: Platform,
  origin: Origin,
  request: PairRequest,
): Promise<PairResponse> {
  const buckets = [
    { key: `pairing:${addressBlock(origin.address)}`, perMinute: perAddress },
    { key: 'pairing', perMinute: inAll },
  ]
  return limitFailures(platform.database.lookup, buckets, tooManyFailures, async () => {
    const found = await findCode(platform, request.pairing_code)
    if (!found) throw missing('pairing code')
    return platform.database.inOrg(found.org_id, async (tx) => {
      const code = await redeem(tx, found.org_id, found.pairing_code_id, request.attempt_id ?? null)
      return issueKey(platform, tx, code, { request, origin })
    })
  })
}

/** Codes hashed under an older master key are found until they expire. */
async function findCode({ database, keys }: Platform, typed: string) {
  const code = readPairingCode(typed)
  if (code === null) return undefined
  for (const key of keys.all('code')) {
    const found = await lookUpCode(database.lookup, hashPairingCode(code, key.bytes))
    if (found) return found
  }
  return undefined
}

async function redeem(
  tx: Tx,
  orgId: string,
  codeId: string,
  attemptId: string | null,
): Promise<PairingCodeRow> {
  const redeemed = await redeemCode(tx, orgId, codeId, attemptId)
  if (redeemed) return redeemed
  const code = await lockCode(tx, orgId, codeId)
  if (!code) throw missing('pairing code')
  if (code.redeemed_at === null) throw gone('this pairing code has expired; ask for a new one')
  const isRepeat = attemptId !== null && code.attempt_id === attemptId && !code.expired
  if (!isRepeat) throw conflict('this pairing code was used already; ask for a new one')
  return code
}

async function issueKey(
  platform: Platform,
  tx: Tx,
  code: PairingCodeRow,
  { request, origin }: { request: PairRequest; origin: Origin },
): Promise<PairResponse> {
  const { org_id: orgId, gateway_id: gatewayId } = code
  if (!(await lockGateway(tx, orgId, gatewayId))) throw missing('pairing code')
  await revokeKeys(tx, orgId, gatewayId)
  const key = makeApiKey('gw')
  await insertKey(tx, { orgId, gatewayId, id: uuidv7() }, key)
  const { name, configRevision } = await savePairing(tx, orgId, gatewayId, request)
  await saveCommissioning(tx, orgId, gatewayId, {
    hours: commissioningHours,
    actor: makerOf(code),
    // In the first day they may without it.
    withScans: false,
  })
  await markCamerasChanged(tx, orgId, gatewayId, configRevision)
  await recordAudit(
    tx,
    { orgId, actor: { kind: 'gateway', id: gatewayId, name, ...origin } },
    'gateway.paired',
    {
      target: { kind: 'gateway', id: gatewayId },
      data: { version: request.version ?? null, local_ip: request.local_ip ?? null, key_prefix: key.prefix },
    },
  )
  await notifyNodes(tx, { kind: 'access', gatewayId })
  const ice_servers = [...platform.config.iceServers]
  return { gateway_id: gatewayId, api_key: key.fullKey, org_id: orgId, ice_servers }
}

/** Who made the code: what is added from the site in the hours that follow is added in this name. */
function makerOf(code: PairingCodeRow): Actor {
  return { kind: code.created_by_kind, id: code.created_by_id, name: code.created_by_name }
}
