import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../../platform/database/handles.js'
import type { IntakeContext, IntakeFrame } from '../intake-frame.service.js'
import { holdsQuarantined, insertQuarantined, isKept, isQuarantined } from './quarantine.repository.js'
import { mostQuarantined, QuarantineFull } from './quarantine-full.js'

export {
  countFullQuarantines,
  isQuarantined as isEventQuarantined,
  sumQuarantined,
} from './quarantine.repository.js'
export { mostQuarantined, QuarantineFull } from './quarantine-full.js'

/**
 * Keeps a frame that cannot be taken yet, so that it may be confirmed. It is tried again, also by other nodes. One that
 * comes again, as its confirmation was lost, is kept once.
 * @throws QuarantineFull
 */
export async function quarantine(
  tx: Tx,
  { orgId, gatewayId }: IntakeContext,
  { type, body }: IntakeFrame,
  reason: string,
): Promise<void> {
  const text = JSON.stringify(body)
  const frame = {
    org_id: orgId,
    id: uuidv7(),
    gateway_id: gatewayId,
    camera_id: body.camera_id,
    event_id: body.event_id,
    type,
    body: text,
    digest: createHash('sha256')
      .update(`${gatewayId ?? 'relay'} ${type} ${text}`)
      .digest(),
    reason,
  }
  if (await isKept(tx, frame)) return
  if (await holdsQuarantined(tx, orgId, mostQuarantined)) throw new QuarantineFull()
  await insertQuarantined(tx, frame)
}

/**
 * Keeps a frame about an event that is not there, if that waits in quarantine itself.
 * @returns false for an event of which nothing is known
 * @throws QuarantineFull
 */
export async function quarantineAfterItsEvent(
  tx: Tx,
  context: IntakeContext,
  frame: IntakeFrame,
): Promise<boolean> {
  const sent = { eventId: frame.body.event_id, gatewayId: context.gatewayId }
  if (context.isQuarantined || !(await isQuarantined(tx, context.orgId, sent))) return false
  await quarantine(tx, context, frame, 'its event waits')
  return true
}
