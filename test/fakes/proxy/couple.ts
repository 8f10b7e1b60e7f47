import type { Server, Socket } from 'node:net'

/** Passes bytes both ways; the end of one is the end of the other. */
export function couple(one: Socket, other: Socket, open: Set<Socket>): void {
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      peer.destroy()
    })
    socket.pipe(peer)
  }
}

export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
