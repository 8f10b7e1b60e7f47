import type { EventEmitter } from 'node:events'
import { type Clock, systemClock } from './clock.js'
import type { Logger } from './logger.js'

/** An error that comes again and again is noted this often, ms. */
const noteEveryMs = 60_000

/**
 * Hears the errors of a server for as long as it lives, and goes on: one that nobody hears ends the process. Where no
 * file is free for who comes, the server takes them once there is one.
 */
export function hearErrors(
  server: EventEmitter,
  log: Logger,
  event: string,
  clock: Clock = systemClock,
): void {
  let notedAtMs = Number.NEGATIVE_INFINITY
  server.on('error', (err: Error) => {
    const nowMs = clock.monotonic()
    if (nowMs - notedAtMs < noteEveryMs) return
    notedAtMs = nowMs
    log.warn({ err }, event)
  })
}
