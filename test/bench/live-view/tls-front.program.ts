import { z } from 'zod'
import { TlsFront } from '../../fakes/proxy/index.js'
import { serve } from '../programs/serve.js'

// A reverse proxy that ends TLS, as one stands before a cloud, in a process of its own.

const Question = z.object({ cert: z.string(), key: z.string(), port: z.number().int() })

let front: TlsFront | null = null

serve(
  Question,
  async ({ port, ...certificate }) => {
    front = await TlsFront.start(certificate, () => port)
    return { host: front.host }
  },
  async () => front?.[Symbol.asyncDispose](),
)
