import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Serve } from '../fakes/live-service/index.js'

/** Serves pages of somebody else on this machine. */
export class PageServer implements AsyncDisposable {
  readonly origin: string
  readonly #server: Server

  private constructor(server: Server) {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('it does not listen')
    this.origin = `http://127.0.0.1:${address.port}`
    this.#server = server
  }

  /** @param serve answers what it knows; everything else is not there */
  static async start(serve: Serve): Promise<PageServer> {
    const server = createServer((request, response) => {
      if (!serve(request, response)) response.writeHead(404).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return new PageServer(server)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
