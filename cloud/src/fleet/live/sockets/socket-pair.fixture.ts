import { once } from 'node:events'
import { WebSocket, WebSocketServer } from 'ws'

/** Two ends of one connection over TCP. */
export interface SocketPair extends Disposable {
  /** The end of the service. */
  readonly near: WebSocket
  /** The end of the agent, or of the viewer. */
  readonly far: WebSocket
}

export async function openSocketPair(): Promise<SocketPair> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  const connected = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  const far = new WebSocket(`ws://127.0.0.1:${address.port}`, { perMessageDeflate: false })
  far.on('error', () => {})
  await once(far, 'open')
  const near = await connected
  return {
    near,
    far,
    [Symbol.dispose]() {
      far.terminate()
      near.terminate()
      server.close()
    },
  }
}
