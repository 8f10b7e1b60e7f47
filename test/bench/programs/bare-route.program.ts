import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { repositoryRoot } from '../../harness/program.js'
import { serve } from './serve.js'

// A Fastify, of the version that the cloud uses, that answers the same bytes to whoever asks.

const fastify = createRequire(path.join(repositoryRoot, 'cloud/package.json'))('fastify')
const app = fastify()

serve(
  z.object({ body: z.string() }),
  async ({ body }) => {
    app.get('/events', (_request: unknown, reply: { type(name: string): { send(text: string): void } }) => {
      reply.type('application/json; charset=utf-8').send(body)
    })
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }) }
  },
  () => app.close(),
)
