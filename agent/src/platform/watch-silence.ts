import type { WebSocket } from 'ws'
import type { Clock } from './clock.js'

/** A ping goes out with every second of these, so that two get lost before the peer counts as silent. */
const stepsOfSilence = 5

/**
 * Pings the peer and calls `silent` once nothing at all has come from it for `silenceMs`: a connection through a dead
 * router looks open for many minutes.
 * @returns a function that ends the watch.
 */
export function watchSilence(
  socket: WebSocket,
  clock: Clock,
  silenceMs: number,
  silent: () => void,
): () => void {
  let heardAtMs = clock.monotonic()
  let cancel = () => {}
  const heard = () => {
    heardAtMs = clock.monotonic()
  }
  for (const sign of ['message', 'ping', 'pong'] as const) socket.on(sign, heard)

  const stepMs = silenceMs / stepsOfSilence
  let steps = 0
  const step = () => {
    if (clock.monotonic() - heardAtMs >= silenceMs) return silent()
    steps += 1
    if (steps % 2 === 0 && socket.readyState === socket.OPEN) socket.ping()
    cancel = clock.after(stepMs, step)
  }
  cancel = clock.after(stepMs, step)
  return () => {
    cancel()
    for (const sign of ['message', 'ping', 'pong'] as const) socket.off(sign, heard)
  }
}
