import http from 'node:http'
import { z } from 'zod'
import { serve } from '../programs/serve.js'

// A bare node:http that answers everybody with a stream of events, and says no more.

const server = http.createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('event: ready\ndata: {}\n\n')
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
