import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api.js'
import { discard, type Send } from './retry.js'

/** Every route of the service, typed: `client.GET('/api/v1/events', { params: { query: { limit: 20 } } })`. */
export type SightlineClient = Client<paths>

/**
 * An access token or an API key, or what gives the one that holds now. It is asked before each request, and once more, with
 * `refused`, where the service refused the one that it gave: what another answer brings is sent again. Undefined: none is sent.
 */
export type Credential = string | ((refused?: string) => string | undefined | Promise<string | undefined>)

export interface ClientOptions {
  /** Where the service is: `https://video.example.com`. */
  readonly origin: string
  /** Without one, a request carries no credential. */
  readonly credential?: Credential
  /** How a request is sent again that was not answered: `retrying()`. Without it, never. */
  readonly retry?: (send: Send) => Send
  /** Instead of the global `fetch`: to bound time, to go through a proxy. */
  readonly fetch?: Send
}

/** A client of the service. It keeps nothing, and repeats what `credential` and `retry` say. */
export function createSightlineClient({ origin, credential, retry, fetch }: ClientOptions): SightlineClient {
  const send: Send = fetch ?? ((request) => globalThis.fetch(request))
  const patient = retry ? retry(send) : send
  return createClient<paths>({ baseUrl: origin, fetch: authorized(patient, credential) })
}

/** Sends with the credential; a call that has its own `authorization` is sent with that. */
export function authorized(send: Send, credential: Credential | undefined): Send {
  if (credential === undefined) return send
  return async (request) => {
    if (request.headers.has('authorization')) return send(request)
    if (typeof credential === 'string') return send(bearing(request, credential))
    const held = await credential()
    if (held === undefined) return send(request)
    // Of a body that is sent there is nothing left to send again.
    const again = request.clone()
    const answer = await send(bearing(request, held))
    if (answer.status !== 401) return answer
    const renewed = await credential(held)
    if (renewed === undefined || renewed === held) return answer
    await discard(answer)
    return send(bearing(again, renewed))
  }
}

function bearing(request: Request, held: string): Request {
  request.headers.set('authorization', `Bearer ${held}`)
  return request
}
