import type { GatewayStatus } from '@sightline/protocol'

/** What an operator may set, by the state that the gateway is in (interface: Gateway status). */
const operatorMoves = {
  registered: ['disabled'],
  online: ['disabled'],
  offline: ['disabled'],
  disabled: ['offline'],
} satisfies Record<GatewayStatus, GatewayStatus[]>

/** True if an operator may move a gateway from one state to the other. */
export function operatorMayMove(from: GatewayStatus, to: GatewayStatus): boolean {
  const allowed: readonly GatewayStatus[] = operatorMoves[from]
  return allowed.includes(to)
}

/** The state when a session of the channel begins. A disabled gateway stays so: its session is refused. */
export function onSessionBegun(from: GatewayStatus): GatewayStatus {
  return from === 'disabled' ? 'disabled' : 'online'
}

/** The state when nothing was heard for the grace period. One that was not on line stays what it is. */
export function onSilence(from: GatewayStatus): GatewayStatus {
  return from === 'online' ? 'offline' : from
}
