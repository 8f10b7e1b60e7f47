import type { IncomingMessage } from 'node:http'
import { channelLimits } from '@sightline/protocol'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { WebSocket } from 'ws'
import { type CloudRoute, trusted } from '../platform/cloud-http.js'

/** What came of an attempt to open a WebSocket to the cloud. */
type Opening =
  | { readonly kind: 'open'; readonly socket: WebSocket }
  /** Answered, but not with 101. */
  | { readonly kind: 'rejected'; readonly status: number; readonly retryAfterMs: number }
  | { readonly kind: 'failed'; readonly error: Error }

export interface Channel {
  /** Origin of the cloud. */
  readonly cloudUrl: string
  /** The path of the WebSocket on it. */
  readonly path: string
  readonly bearer: string
  /** Headers beside that with the key. */
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes of a message of the cloud at most; by default those of a frame of the channel. */
  readonly maxPayload?: number
  readonly route: CloudRoute
}

const openingMs = 15_000
const longestRetryAfterSec = 3600

/**
 * Opens the WebSocket. Never rejects; an aborted attempt is a failed one. What is open is paused: whoever listens to it
 * resumes it, for what the cloud says at once comes before anybody could listen.
 */
export function openSocket(channel: Channel, signal: AbortSignal): Promise<Opening> {
  // What waits for a proxy is no connection of the socket yet, which could not end it.
  const attempt = new AbortController()
  const socket = new WebSocket(addressOf(channel), {
    headers: { ...channel.headers, authorization: `Bearer ${channel.bearer}` },
    maxPayload: channel.maxPayload ?? channelLimits.payloadBytes,
    perMessageDeflate: false,
    followRedirects: false,
    handshakeTimeout: openingMs,
    ...connectionOptions(channel, attempt.signal),
  })
  // A socket without this handler ends the process with the first broken connection.
  socket.on('error', () => undefined)
  return new Promise((resolve) => {
    const abort = () => {
      settle({ kind: 'failed', error: reasonOf(signal) })
      attempt.abort()
      socket.terminate()
    }
    const settle = (opening: Opening) => {
      signal.removeEventListener('abort', abort)
      resolve(opening)
    }
    socket.once('open', () => {
      socket.pause()
      settle({ kind: 'open', socket })
    })
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      response.resume()
      settle({ kind: 'rejected', status: response.statusCode ?? 0, retryAfterMs: retryAfterMs(response) })
      socket.terminate()
    })
    socket.once('error', (error) => settle({ kind: 'failed', error }))
    socket.once('close', () => settle({ kind: 'failed', error: new Error('the connection was closed') }))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

function addressOf({ cloudUrl, path }: Channel): string {
  return `${cloudUrl.replace(/^http/, 'ws')}${path}`
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('the attempt was given up')
}

function connectionOptions({ cloudUrl, route }: Channel, signal: AbortSignal) {
  if (!cloudUrl.startsWith('https:')) return {}
  const tls = route.ca.length > 0 ? { ca: trusted(route) } : {}
  return route.proxyUrl === null ? tls : { ...tls, agent: new HttpsProxyAgent(route.proxyUrl, { signal }) }
}

/** Seconds are understood; a date means a clock that we cannot check, and is passed over. */
function retryAfterMs(response: IncomingMessage): number {
  const seconds = Number(response.headers['retry-after'] ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, longestRetryAfterSec) * 1000 : 0
}
