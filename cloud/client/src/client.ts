import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api.js'

/** Every route of the service, typed: `client.GET('/api/v1/events', { params: { query: { limit: 20 } } })`. */
export type SightlineClient = Client<paths>

type Credential = string | undefined

export interface ClientOptions {
  /** Where the service is: `https://video.example.com`. */
  readonly origin: string
  /**
   * An access token or an API key, or what gives the one that holds now: it is asked before each request, so that the
   * caller decides when to refresh. Without one, a request carries no credential.
   */
  readonly credential?: string | (() => Credential | Promise<Credential>)
  /** Instead of the global `fetch`: to retry, to bound time, to go through a proxy. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** A client of the service. It repeats nothing and keeps nothing: both are the caller's to decide. */
export function createSightlineClient({ origin, credential, fetch }: ClientOptions): SightlineClient {
  const client = createClient<paths>({ baseUrl: origin, ...(fetch && { fetch }) })
  if (credential !== undefined)
    client.use({
      async onRequest({ request }) {
        const held = typeof credential === 'string' ? credential : await credential()
        if (held !== undefined && !request.headers.has('authorization'))
          request.headers.set('authorization', `Bearer ${held}`)
        return request
      },
    })
  return client
}
