import { rootCertificates } from 'node:tls'
import { channelLimits } from '@sightline/protocol'
import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import { passOverInterimAnswers } from './pass-over-interim-answers.js'

/** How this gateway reaches its cloud. */
export interface CloudRoute {
  /** Proxy for https and wss, or null. Plain http never leaves the site and goes straight. */
  readonly proxyUrl: string | null
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

/**
 * Connections for HTTP requests to `origin` along `route`. The caller closes it.
 */
export function httpDispatcher(origin: string, route: CloudRoute): Dispatcher {
  passOverInterimAnswers()
  const idleMs = (route.silenceMs ?? defaultSilenceMs) * httpPatience
  const timeouts = { headersTimeout: idleMs, bodyTimeout: idleMs }
  const tls = route.ca.length > 0 ? { ca: trusted(route) } : {}
  if (route.proxyUrl !== null && origin.startsWith('https:')) {
    return new ProxyAgent({
      uri: route.proxyUrl,
      requestTls: { ...tls, timeout: connectTimeoutMs },
      proxyTls: { timeout: connectTimeoutMs },
      ...timeouts,
    })
  }
  return new Agent({ connect: { ...tls, timeout: connectTimeoutMs }, ...timeouts })
}

/** Node replaces its authorities by those of an option, so they are named again. */
export function trusted(route: CloudRoute): string[] {
  return [...rootCertificates, ...route.ca]
}
