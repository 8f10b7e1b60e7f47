import { uuidv7 } from 'uuidv7'
import type { Actor } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { insertAuditEntry } from './audit.repository.js'

/** What an action was done to. */
interface AuditTarget {
  /** Singular, as in `camera`. */
  kind: string
  id: string
}

/** Who did it, such as the caller of a request. */
interface AuditedBy {
  readonly orgId: string
  readonly actor: Actor
}

/**
 * Writes who did what, in the transaction that does it. Never put a secret into `data`.
 * @param action resource and past participle: `camera.created`.
 */
export async function recordAudit(
  tx: Tx,
  { orgId, actor }: AuditedBy,
  action: string,
  { target, data = {} }: { target?: AuditTarget; data?: Record<string, unknown> | undefined } = {},
): Promise<void> {
  await insertAuditEntry(tx, {
    org_id: orgId,
    id: uuidv7(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    address: actor.address ?? null,
    user_agent: actor.userAgent?.slice(0, 512) ?? null,
    data: JSON.stringify(data),
  })
}
