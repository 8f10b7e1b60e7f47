import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { openSocket } from '../cloud-link/open-socket.js'
import { type CloudRoute, httpDispatcher } from './cloud-http.js'

/** Takes connections, and does with each as it is told. */
async function startListener(serve: (socket: Socket) => void) {
  const seen = { connections: 0 }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    seen.connections += 1
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    socket.on('data', () => serve(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const address = server.address()
  return { seen, host: `127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }
}

async function ask(url: string, route: CloudRoute): Promise<unknown> {
  const dispatcher = httpDispatcher(route)
  try {
    return await request(url, { dispatcher, method: 'PUT', body: 'part' }).catch((error: unknown) => error)
  } finally {
    await dispatcher.destroy()
  }
}

const channel = (cloudUrl: string, route: CloudRoute) => ({ cloudUrl, path: '/ws', bearer: 'gw_key', route })

test('what NO_PROXY names is reached without the proxy: the channel, and each place by itself for files', async () => {
  const cloud = await startListener((socket) => socket.destroy())
  const proxy = await startListener((socket) => socket.destroy())
  const route = { proxyUrl: `http://${proxy.host}`, noProxy: ['127.0.0.0/8'], ca: [] }
  const opening = await openSocket(channel(`https://${cloud.host}`, route), new AbortController().signal)
  expect(opening.kind).toBe('failed')
  await ask(`https://${cloud.host}/part`, route)
  expect([cloud.seen.connections, proxy.seen.connections]).toEqual([2, 0])
  await ask('https://store.example/part', route)
  expect([cloud.seen.connections, proxy.seen.connections]).toEqual([2, 1])
})

test('a proxy that takes the connection for a file and never makes the way is left', async () => {
  const proxy = await startListener(() => undefined)
  const route = { proxyUrl: `http://${proxy.host}`, ca: [], silenceMs: 100 }
  expect(String(await ask('https://cloud.example/part', route))).toMatch(/made no way: Headers Timeout/)
  expect(proxy.seen.connections).toBe(1)
})

test.each([
  ['hangs up when it is asked for the way', (socket: Socket) => socket.end()],
  ['breaks the connection', (socket: Socket) => socket.resetAndDestroy()],
  ['hangs up in its answer', (socket: Socket) => socket.end('HTTP/1.1 200 Conn')],
])('a proxy that %s is asked once for a file, and not again without end', async (_how, serve) => {
  const proxy = await startListener(serve)
  const route = { proxyUrl: `http://${proxy.host}`, ca: [] }
  expect(String(await ask('https://cloud.example/part', route))).toMatch(/made no way/)
  expect(proxy.seen.connections).toBe(1)
})
