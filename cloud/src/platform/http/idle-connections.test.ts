import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { Config } from '../config.js'
import { createServer } from './server.js'

const open: { world?: TestApp; sockets: Socket[] } = { sockets: [] }

afterEach(async () => {
  for (const socket of open.sockets.splice(0)) socket.destroy()
  await open.world?.close()
})

/** The whole service, and a connection as a proxy keeps it: it was answered, and waits for its next request. */
async function serve(config: Partial<Config> = {}) {
  const world = await createTestApp({ config })
  open.world = world
  const socket = await connectTo(world.app)
  return { world, socket, answer: await ask(socket) }
}

async function connectTo(app: FastifyInstance): Promise<Socket> {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  open.sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET /api/v1/health HTTP/1.1\r\nhost: video.example.com\r\n\r\n')
  const [bytes] = await once(socket, 'data')
  return String(bytes)
}

test('a connection without a request stays open for longer than the usual proxies keep it', async () => {
  const { socket, answer } = await serve()
  expect(answer).toContain('\r\nKeep-Alive: timeout=620\r\n')
  expect(await ask(socket)).toMatch(/^HTTP\/1\.1 200 /)
})

test('and for as long as is set', async () => {
  const { socket, answer } = await serve({ keepAliveMs: 1_000 })
  expect(answer).toContain('\r\nKeep-Alive: timeout=1\r\n')
  await once(socket, 'end')
})

test('a service that stops waits for none of them', async () => {
  const { world, socket } = await serve()
  const begunAt = performance.now()
  await Promise.all([once(socket, 'end'), world.app.close()])
  // Fastify would keep it for as long as it is set.
  expect(performance.now() - begunAt).toBeLessThan(60_000)
})

test('nor for one whose last answer began before it was asked to stop', async () => {
  open.world = await createTestApp()
  const app = createServer(open.world.platform, open.world.services.authenticator)
  const slow = new PassThrough()
  app.get('/slow', { config: { access: 'public' } }, (_request, reply) => reply.send(slow))
  const socket = await connectTo(app)
  socket.write('GET /slow HTTP/1.1\r\nhost: video.example.com\r\n\r\n')
  slow.write('begun')
  await once(socket, 'data')
  const closed = app.close()
  await vi.waitFor(() => expect(app.server.listening).toBe(false), { timeout: 10_000 })
  slow.end('over')
  await Promise.all([once(socket.resume(), 'end'), closed])
})
