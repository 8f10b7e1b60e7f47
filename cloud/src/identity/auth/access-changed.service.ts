import { z } from 'zod'
import type { Tx } from '../../platform/database/handles.js'
import { notify } from '../../platform/database/notify.js'
import { standingChanged } from '../changes/changes.service.js'

/** Somebody whose access nodes remember. */
const AccessSubject = z.object({
  orgId: z.string(),
  kind: z.enum(['user', 'service_account']),
  id: z.string(),
})

type AccessSubject = z.infer<typeof AccessSubject>

/**
 * Makes every node forget what it remembers of this person or key once the transaction has committed: the node that
 * commits it before its next request, the others within a second. Call it in the transaction of every change of role,
 * sites, enabled, name, session or key.
 */
export async function accessChanged(tx: Tx, { orgId, kind, id }: AccessSubject): Promise<void> {
  await standingChanged(tx, { org_id: orgId, principal_kind: kind, principal_id: id })
  await notify(tx, 'revoked', JSON.stringify({ orgId, kind, id }))
}

/** Reads such a message; null for one that a later version made. */
export function readAccessChange(payload: string): AccessSubject | null {
  try {
    return AccessSubject.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}
