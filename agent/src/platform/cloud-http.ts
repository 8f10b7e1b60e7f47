import { rootCertificates } from 'node:tls'
import { channelLimits } from '@sightline/protocol'
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { isExempt } from './no-proxy.js'
import { passOverInterimAnswers } from './pass-over-interim-answers.js'
import { TunnelPool } from './tunnel-pool.js'

/** How this gateway reaches its cloud. */
export interface CloudRoute {
  /** Proxy for https and wss, or null. Plain http never leaves the site and goes straight. */
  readonly proxyUrl: string | null
  /** What is reached without it, in the forms of `NO_PROXY`; nothing if not said. */
  readonly noProxy?: readonly string[]
  /** Certificate authorities trusted beside those of Node, PEM. */
  readonly ca: readonly string[]
  /** How long nothing at all may come from the cloud before a connection is taken for dead, ms; 25 s if not said. */
  readonly silenceMs?: number
}

/** The plain way: no proxy, the authorities of Node and `NODE_EXTRA_CA_CERTS`. */
export const directRoute: CloudRoute = { proxyUrl: null, ca: [] }

/** The silence that the protocol allows the channel, ms. */
export const defaultSilenceMs = channelLimits.silenceSec * 1000
/** An answer over HTTP may wait for a disk; a thin uplink is slow, and each piece that is sent counts anew. */
const httpPatience = 2.4
const connectTimeoutMs = 10_000

/** The proxy through which `url` is reached along `route`; null for the straight way. */
export function proxyFor(url: string, { proxyUrl, noProxy = [] }: CloudRoute): string | null {
  return url.startsWith('https:') && !isExempt(url, noProxy) ? proxyUrl : null
}

/**
 * Connections for HTTP requests along `route`, to the cloud and to where its files lie. The caller closes it.
 */
export function httpDispatcher(route: CloudRoute): Dispatcher {
  passOverInterimAnswers()
  const idleMs = (route.silenceMs ?? defaultSilenceMs) * httpPatience
  const timeouts = { headersTimeout: idleMs, bodyTimeout: idleMs }
  const tls = { ...(route.ca.length > 0 ? { ca: trusted(route) } : {}), timeout: connectTimeoutMs }
  return new Agent({
    connect: tls,
    ...timeouts,
    factory: (origin, options) => {
      const uri = proxyFor(String(origin), route)
      if (uri === null) return new Pool(origin, options)
      return new ProxyAgent({
        uri,
        requestTls: tls,
        proxyTls: { timeout: connectTimeoutMs },
        // It may take the connection, and say nothing of the way to the cloud.
        clientFactory: (proxy, more) => new TunnelPool(proxy, { ...more, ...timeouts }),
        ...timeouts,
      })
    },
  })
}

/** Node replaces its authorities by those of an option, so they are named again. */
export function trusted(route: CloudRoute): string[] {
  return [...rootCertificates, ...route.ca]
}
