import { z } from 'zod'
import type { Tx } from '../../platform/database/handles.js'
import { notify } from '../../platform/database/notify.js'

/** What nodes notify each other of about gateways and relays. Hints: each is also found by polling (docs/architecture.md). */
export const NodeNotice = z.discriminatedUnion('kind', [
  /** A newer session was taken: a socket of an older epoch closes. */
  z.object({ kind: z.literal('session'), gatewayId: z.string(), epoch: z.number() }),
  /** Cameras changed: the node that holds the socket sends them. */
  z.object({ kind: z.literal('config'), gatewayId: z.string() }),
  /** The gateway was disabled or removed, or its key revoked: the node that holds the socket verifies its session. */
  z.object({ kind: z.literal('access'), gatewayId: z.string() }),
  /** Something of a camera in direct mode changed: the nodes that hold relays poll. */
  z.object({ kind: z.literal('direct_camera') }),
  /**
   * A camera went, was switched off or moved, came to a gateway or was taken from it, or a live token was revoked: the nodes
   * verify who watches, and who sends.
   */
  z.object({ kind: z.literal('live_access'), orgId: z.string() }),
  /** A command waits for this node. */
  z.object({ kind: z.literal('command'), nodeId: z.string(), orgId: z.string(), commandId: z.string() }),
  /** A command that one node sent through another has its result. */
  z.object({ kind: z.literal('result'), commandId: z.string() }),
])

export type NodeNotice = z.infer<typeof NodeNotice>

/** Notifies all nodes once the transaction has committed. */
export async function notifyNodes(tx: Tx, notice: NodeNotice): Promise<void> {
  await notify(tx, 'gateway', JSON.stringify(notice))
}

/** Reads a notice; null for one that a later version made. */
export function readNotice(payload: string): NodeNotice | null {
  try {
    return NodeNotice.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}
