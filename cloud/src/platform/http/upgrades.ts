import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as afterThisTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.js'
import type { Clock } from '../time/clock.js'
import { type AskingServer, announcesBody, asksWhetherToUpgrade } from './announced-body.js'
import { headWithoutUpgrade } from './head-without-upgrade.js'
import { LastRequests } from './last-requests.js'
import { answerRaw, type RawAnswer } from './raw-answer.js'
import { pathOf } from './request-target.js'

/** Who answers the upgrades of some paths: a kind of WebSocket of this service. */
export interface UpgradeTaker {
  /** True for its paths. @param path by `pathOf` */
  takes(path: string): boolean
  /** Answers with 101 or a refusal. What it throws is answered with 503. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
}

/** How long a service that stops waits for answers before those that it has not begun on their connection, ms. */
const drainMs = 5_000

const unreadable: RawAnswer = {
  status: 400,
  code: 'validation_error',
  message: 'this request cannot be read without the upgrade for which it asks; send it without',
}
const broken: RawAnswer = {
  status: 503,
  code: 'unavailable',
  message: 'the request could not be checked; try again',
  headers: { 'retry-after': '5' },
}

/**
 * Gives each upgrade to WebSocket to the one who takes its path. Any other is not made, and what asks for it is a request like
 * others (RFC 9110, 7.8): clients offer HTTP/2 so on whatever they send first, and proxies pass that on.
 */
export function takeUpgrades(
  app: FastifyInstance,
  { log, clock, takers }: { log: Log; clock: Pick<Clock, 'after'>; takers: readonly UpgradeTaker[] },
): void {
  const ordinary = new OrdinaryRequests(app.server)
  const takerOf = (request: IncomingMessage): UpgradeTaker | undefined => {
    const path = pathOf(request.url ?? '')
    return offersWebSocket(request) ? takers.find((one) => one.takes(path)) : undefined
  }
  if (asksWhetherToUpgrade(app.server)) leaveBodies(app.server, (request) => takerOf(request) !== undefined)
  app.addHook('preClose', async () => {
    const cancel = clock.after(drainMs, () => ordinary.cut())
    app.server.once('close', cancel)
  })
  app.server.on('upgrade', (request, socket, head) => {
    // Before there is a WebSocket, and after a refusal, nobody else hears of a broken connection.
    const onError = () => socket.destroy()
    socket.on('error', onError)
    const taker = takerOf(request)
    if (!taker) {
      ordinary.answer(request, socket, head, onError).catch((error: unknown) => {
        log.error({ err: error }, 'upgrade.not_ignored')
        socket.destroy()
      })
      return
    }
    // Of several that are offered this is the one that is spoken here.
    request.headers.upgrade = 'websocket'
    taker.upgrade(request, socket, head).catch((error: unknown) => {
      log.error({ err: error, formerly: 'channel.upgrade_failed' }, 'upgrade.failed')
      answerRaw(socket, broken)
    })
  })
}

/**
 * A Node that reads the body of an upgrade leaves none to put back: there such a request is an ordinary one from the start. What comes
 * behind it in the same packet Node forgets then, and reads on: it is the last one of its connection, and who sent more sends it again.
 */
function leaveBodies(server: AskingServer, isMade: (request: IncomingMessage) => boolean): void {
  const last = new LastRequests(server)
  server.shouldUpgradeCallback = (request: IncomingMessage) => {
    // No request at all: it is not to reach those who hear of upgrades.
    if (last.hasCome(request.socket)) return false
    if (!announcesBody(request) || isMade(request)) return true
    last.add(request)
    return false
  }
}

function offersWebSocket({ headers }: IncomingMessage): boolean {
  const offered = (headers.upgrade ?? '').split(',').map((protocol) => protocol.trim().toLowerCase())
  return offered.includes('websocket')
}

/**
 * Requests whose upgrade is not made. Node hands their connection over with whatever of the body had come, and reads no more of
 * it: the request is put back without its upgrade, before those bytes, and the connection given to the server anew.
 */
class OrdinaryRequests {
  readonly #server: Server
  /** The newest request of each connection that is answered. */
  readonly #newest = new WeakMap<Duplex, ServerResponse>()
  /** Connections that wait for the answers before. */
  readonly #waiting = new Set<Duplex>()

  constructor(server: Server) {
    this.#server = server
    server.prependListener('request', ({ socket }, response) => this.#newest.set(socket, response))
  }

  async answer(request: IncomingMessage, socket: Duplex, rest: Buffer, onError: () => void): Promise<void> {
    const head = headWithoutUpgrade(request)
    if (head === null) return answerRaw(socket, unreadable)
    // At once, for what is at the end of a stream cannot be put back into it.
    socket.unshift(Buffer.concat([head, rest]))
    const earlier = this.#newest.get(socket)
    if (earlier?.closed === false) {
      this.#waiting.add(socket)
      await once(earlier, 'close').finally(() => this.#waiting.delete(socket))
    }
    // The parser that found the upgrade is still at work.
    await afterThisTurn()
    // The answer before was the last one of its connection.
    if (!socket.writable) {
      socket.destroy()
      return
    }
    socket.off('error', onError)
    // Which the answer before has set, and who reads from here on does not know of.
    request.socket.setTimeout(0)
    this.#server.emit('connection', socket)
  }

  /** Ends the connections that still wait. */
  cut(): void {
    for (const socket of this.#waiting) socket.destroy()
  }
}
