import type { WebSocket } from 'ws'
import type { Clock } from '../../../platform/time/clock.js'
import { LiveSocket } from './live-socket.js'

/** Closes a socket that nobody takes. What it sends meanwhile is not read, and what cannot be read hurts nobody. */
export function turnAway(
  socket: WebSocket,
  clock: Clock,
  { code, reason }: { readonly code: number; readonly reason: string },
): void {
  const nothing = () => {}
  new LiveSocket(socket, clock, { text: nothing, binary: nothing, closed: nothing }).close(code, reason)
}
