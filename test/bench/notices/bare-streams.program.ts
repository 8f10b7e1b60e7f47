import http from 'node:http'
import { z } from 'zod'
import { serve } from '../programs/serve.js'

// A bare node:http that answers everybody with a stream of events, and tells on those of a key what is changed with it.

const streams = new Map<string, http.ServerResponse[]>()

const server = http.createServer((request, response) => {
  const { method, url = '', headers } = request
  const own = streams.get(headers.authorization ?? '') ?? []
  if (method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: ready\ndata: {}\n\n')
    streams.set(headers.authorization ?? '', [...own, response])
    return
  }
  request.resume().once('end', () => {
    const change = JSON.stringify({ id: url.slice(url.lastIndexOf('/') + 1) })
    for (const stream of own) stream.write(`event: change\ndata: ${change}\n\n`)
    response.writeHead(200, { 'content-type': 'application/json' }).end(change)
  })
})

serve(
  z.object({ kind: z.literal('start') }),
  async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = z.object({ port: z.number() }).parse(server.address())
    return { origin: `http://127.0.0.1:${port}` }
  },
  async () => {
    server.closeAllConnections()
    server.close()
  },
)
