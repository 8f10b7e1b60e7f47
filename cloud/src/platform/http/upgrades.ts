import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Log } from '../log.js'
import { answerRaw, type RawAnswer } from './raw-answer.js'

/** Who answers the upgrades of some paths: a kind of WebSocket of this service. */
export interface UpgradeTaker {
  /** True for its paths. @param path without the query */
  takes(path: string): boolean
  /** Answers with 101 or a refusal. What it throws is answered with 503. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
}

const noRoute: RawAnswer = { status: 404, code: 'not_found', message: 'there is no such route' }
const broken: RawAnswer = {
  status: 503,
  code: 'unavailable',
  message: 'the request could not be checked; try again',
  headers: { 'retry-after': '5' },
}

/** Gives each upgrade of a server to the one who takes its path. Upgrades never reach the server's routes. */
export function takeUpgrades(
  server: Server,
  { log, takers }: { log: Log; takers: readonly UpgradeTaker[] },
): void {
  server.on('upgrade', (request, socket, head) => {
    // Before there is a WebSocket, and after a refusal, nobody else hears of a broken connection.
    socket.on('error', () => socket.destroy())
    const path = (request.url ?? '').split('?')[0] ?? ''
    const taker = takers.find((one) => one.takes(path))
    if (!taker || request.headers.upgrade?.toLowerCase() !== 'websocket') return answerRaw(socket, noRoute)
    taker.upgrade(request, socket, head).catch((error: unknown) => {
      log.error({ err: error, formerly: 'channel.upgrade_failed' }, 'upgrade.failed')
      answerRaw(socket, broken)
    })
  })
}
