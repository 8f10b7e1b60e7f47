import { once } from 'node:events'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { serve } from '../programs/serve.js'

// A relay as bare as one can be: each frame that comes over /feed goes to whoever is at /watch, after the newest GOP.
// It knows no windows, no acknowledgements, no rights and no other node.

const keyframe = 1
const past = 4

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
const watchers = new Set<WebSocket>()
let gop: Buffer[] = []

server.on('connection', (socket, request) => {
  socket.on('error', () => undefined)
  if (request.url === '/feed') socket.on('message', forward)
  else watch(socket)
})

function forward(frame: Buffer): void {
  if (((frame[1] ?? 0) & keyframe) !== 0) gop = []
  gop.push(frame)
  for (const watcher of watchers) watcher.send(frame)
}

function watch(socket: WebSocket): void {
  for (const frame of gop) socket.send(markedAsPast(frame))
  watchers.add(socket)
  socket.on('close', () => watchers.delete(socket))
}

function markedAsPast(frame: Buffer): Buffer {
  const copy = Buffer.from(frame)
  copy[1] = (copy[1] ?? 0) | past
  return copy
}

const listening = once(server, 'listening')

serve(z.object({}), async () => {
  await listening
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  return { url: `ws://127.0.0.1:${address.port}` }
})
