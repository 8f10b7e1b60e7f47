import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { monotonicMs } from '../measure/monotonic.js'
import { serve } from '../programs/serve.js'
import type { Reception, Sample } from './receiver.js'

// An integrator's HTTPS server in a process of its own: it answers 204, except under /dead, where it reads and never
// answers. It notes which events came under /timed, and when; elsewhere it reads no body that it does not have to.

const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listen'), cert: z.string(), key: z.string() }),
  z.object({ kind: z.literal('receptions') }),
  z.object({ kind: z.literal('sample') }),
  z.object({ kind: z.literal('letGo') }),
])

const Body = z.object({ data: z.object({ event_id: z.string() }) })

let receptions: Reception[] = []
let sample: Sample | null = null
const hanging = new Set<ServerResponse>()
const sockets = new Set<Duplex>()
let close: () => Promise<void> = () => Promise.resolve()

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const atMs = monotonicMs()
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  if (request.url === '/dead') {
    hanging.add(response)
    return
  }
  response.writeHead(204).end()
  if (sample === null && request.headers['webhook-id'] !== undefined)
    sample = { headers: plain(request.headers), body: Buffer.concat(chunks).toString('utf8') }
  if (request.url !== '/timed') return
  const body = Body.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  receptions.push({ eventId: body.data.event_id, atMs })
}

function plain(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

async function listen(cert: string, key: string): Promise<{ url: string }> {
  const server = createServer({ cert, key, keepAliveTimeout: 60_000 })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('request', (request, response) => void take(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return { url: `https://127.0.0.1:${address.port}` }
}

serve(
  Question,
  async (question) => {
    switch (question.kind) {
      case 'listen':
        return listen(question.cert, question.key)
      case 'sample':
        return sample
      case 'letGo':
        for (const response of hanging) response.destroy()
        hanging.clear()
        return null
      case 'receptions': {
        const told = receptions
        receptions = []
        return told
      }
    }
  },
  () => close(),
)
