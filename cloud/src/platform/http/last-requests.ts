import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The last request of a connection. */
interface Last {
  readonly request: IncomingMessage
  /** Undefined before there is one: where Node answers the request itself, for good. */
  response?: ServerResponse
}

/**
 * Connections of which one request is the last: its answer says so and ends them. Of what is read behind it some is lost, so that
 * nobody knows where a request begins: none is carried out, whatever it looks like, and none is answered in its place.
 */
export class LastRequests {
  readonly #last = new WeakMap<Duplex, Last>()

  /** Stands before all who hear of the server's requests so far. */
  constructor(server: Server) {
    const carryOut = takeFrom(server, 'request')
    server.on('request', (request, response) => {
      if (this.#admits(request, response)) carryOut(request, response)
    })
    const answerUnreadable = takeFrom(server, 'clientError')
    server.on('clientError', (error, socket) => {
      if (!this.#awaitsAnswer(socket)) answerUnreadable(error, socket)
    })
  }

  /** Makes a request whose head has come the last one of its connection. */
  add(request: IncomingMessage): void {
    this.#last.set(request.socket, { request })
  }

  /** Whether the last request of a connection has come. */
  hasCome(socket: Duplex): boolean {
    return this.#last.has(socket)
  }

  #admits(request: IncomingMessage, response: ServerResponse): boolean {
    const last = this.#last.get(request.socket)
    if (!last) return true
    if (last.request === request) {
      last.response = response
      response.shouldKeepAlive = false
      return true
    }
    // Such an answer of Node's does not end the connection.
    if (!last.response) request.socket.destroySoon()
    return false
  }

  /** What is wrong with the bytes behind a whole request is not what its sender is to be told. */
  #awaitsAnswer(socket: Duplex): boolean {
    const last = this.#last.get(socket)
    return !socket.destroyed && last?.request.complete === true && last.response?.closed === false
  }
}

/** Takes an event from those who hear of it. @returns tells them */
function takeFrom(server: Server, event: 'request' | 'clientError'): (...heard: unknown[]) => void {
  const listeners = server.listeners(event)
  server.removeAllListeners(event)
  return (...heard) => {
    for (const listener of listeners) Reflect.apply(listener, server, heard)
  }
}
