import { z } from 'zod'
import type { Tx } from '../platform/database/database.js'
import { notify } from '../platform/notify.js'

/** What nodes tell each other about gateways and relays. Hints: each is also found by looking (docs/architecture.md). */
export const GatewayNotice = z.discriminatedUnion('kind', [
  /** A newer session was taken: a socket of an older epoch closes. */
  z.object({ kind: z.literal('session'), gatewayId: z.string(), epoch: z.number() }),
  /** Cameras changed: the node that holds the socket sends them. */
  z.object({ kind: z.literal('config'), gatewayId: z.string() }),
  /** The gateway was disabled or removed, or its key revoked: the node that holds the socket looks again. */
  z.object({ kind: z.literal('access'), gatewayId: z.string() }),
  /** Something of a camera in direct mode changed: the nodes that hold relays look. */
  z.object({ kind: z.literal('direct_camera') }),
  /** A command waits for this node. */
  z.object({ kind: z.literal('command'), nodeId: z.string(), orgId: z.string(), commandId: z.string() }),
  /** A command that one node sent through another has its result. */
  z.object({ kind: z.literal('result'), commandId: z.string() }),
])

export type GatewayNotice = z.infer<typeof GatewayNotice>

/** Tells all nodes once the transaction has committed. */
export async function tellNodes(tx: Tx, notice: GatewayNotice): Promise<void> {
  await notify(tx, 'gateway', JSON.stringify(notice))
}

/** Reads a notice; null for one that a later version made. */
export function readNotice(payload: string): GatewayNotice | null {
  try {
    return GatewayNotice.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}
