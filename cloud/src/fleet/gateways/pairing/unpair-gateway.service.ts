import type { GatewayUnpair } from '@sightline/protocol'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Tx } from '../../../platform/database/handles.js'
import { missing } from '../../../platform/errors.js'
import { markCamerasOffline } from '../../cameras/condition/camera-report.service.js'
import { notifyNodes } from '../../channel/node-notice.service.js'
import { lockGateway } from '../gateway.repository.js'
import { onSilence } from '../gateway.status.js'
import { saveUnpaired } from './pairing.repository.js'

/**
 * The machine behind a gateway gives up its pairing: its keys are void and its channel closes. Gateway, cameras and
 * history stay, for another machine or until somebody deletes them.
 * @throws AppError missing
 */
export async function unpairGateway(
  tx: Tx,
  orgId: string,
  gatewayId: string,
  left: GatewayUnpair,
): Promise<void> {
  const gateway = await lockGateway(tx, orgId, gatewayId)
  if (!gateway) throw missing('gateway')
  await saveUnpaired(tx, orgId, gatewayId, onSilence(gateway.status))
  await markCamerasOffline(tx, orgId, gatewayId)
  const actor = { kind: 'gateway', id: gatewayId, name: gateway.name } as const
  const { events_left, uploads_left } = left
  const target = { kind: 'gateway', id: gatewayId } as const
  await recordAudit(tx, { orgId, actor }, 'gateway.unpaired', { target, data: { events_left, uploads_left } })
  await notifyNodes(tx, { kind: 'access', gatewayId })
}
