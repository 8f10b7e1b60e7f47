import type { IncomingMessage } from 'node:http'
import { channelLimits } from '@sightline/protocol'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { WebSocket } from 'ws'
import { type CloudRoute, proxyFor, trusted } from '../platform/cloud-http.js'
import { asError } from '../platform/errors.js'
import {
  beginningOf,
  describeForeign,
  type ForeignAnswer,
  foreignAnswer,
  isErrorOfCloud,
  retryAfterMs,
} from '../platform/foreign-answer.js'

/** What came of an attempt to open a WebSocket to the cloud. */
type Opening =
  | { readonly kind: 'open'; readonly socket: WebSocket }
  | Rejection
  | { readonly kind: 'failed'; readonly error: Error }

/** Answered, but not with 101. */
export interface Rejection {
  readonly kind: 'rejected'
  readonly status: number
  readonly retryAfterMs: number
  /** Set where it was not the cloud that answered: what it says is not of this gateway. */
  readonly by: ForeignAnswer | null
}

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

/**
 * Opens the WebSocket. Never rejects; an aborted attempt is a failed one. What is open is paused: whoever listens to it
 * resumes it, for what the cloud says at once comes before anybody could listen.
 */
export function openSocket(channel: Channel, signal: AbortSignal): Promise<Opening> {
  // What waits for a proxy is no connection of the socket yet, which could not end it.
  const attempt = new AbortController()
  const proxy = proxyOf(channel, attempt.signal)
  let isTunnel = true
  proxy?.on('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
    isTunnel = statusCode === 200
  })
  const socket = new WebSocket(addressOf(channel), {
    headers: { ...channel.headers, authorization: `Bearer ${channel.bearer}` },
    maxPayload: channel.maxPayload ?? channelLimits.payloadBytes,
    perMessageDeflate: false,
    followRedirects: false,
    handshakeTimeout: openingMs,
    ...(proxy && { agent: proxy }),
    ...authoritiesOf(channel),
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
      const leave = (opening: Opening) => {
        settle(opening)
        socket.terminate()
      }
      readRejection(response, isTunnel).then(leave, (error: unknown) =>
        leave({ kind: 'failed', error: asError(error) }),
      )
    })
    socket.once('error', (error) => settle({ kind: 'failed', error }))
    socket.once('close', () => settle({ kind: 'failed', error: new Error('the connection was closed') }))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

/** Who refused, in words for a person. */
export function describeRejection({ status, by }: Rejection): string {
  return by ? describeForeign(by) : `the cloud answered with status ${status}`
}

function addressOf({ cloudUrl, path }: Channel): string {
  return `${cloudUrl.replace(/^http/, 'ws')}${path}`
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('the attempt was given up')
}

function proxyOf({ cloudUrl, route }: Channel, signal: AbortSignal): HttpsProxyAgent<string> | null {
  const proxyUrl = proxyFor(cloudUrl, route)
  return proxyUrl === null ? null : new HttpsProxyAgent(proxyUrl, { signal })
}

function authoritiesOf({ cloudUrl, route }: Channel) {
  return route.ca.length > 0 && cloudUrl.startsWith('https:') ? { ca: trusted(route) } : {}
}

/**
 * Who refused, and what. A 404 of a proxy whose cloud is just being restarted, the 403 of a filter and the 401 of a portal
 * say nothing of this gateway: the cloud gives a reason in the form of all its errors.
 * @param isTunnel false: the proxy of this site made no way to the cloud
 */
async function readRejection(response: IncomingMessage, isTunnel: boolean): Promise<Rejection> {
  const { statusCode: status = 0, headers } = response
  const rejection = { kind: 'rejected', status, retryAfterMs: retryAfterMs(headers) ?? 0 } as const
  // What was cut is no answer: an empty one is the cloud's own.
  const text = await beginningOf(response).catch(() => null)
  const isSilent = text === '' && !/\bhtml\b/i.test(headers['content-type'] ?? '')
  const isOfCloud = isTunnel && text !== null && (isSilent || isErrorOfCloud(text))
  return { ...rejection, by: isOfCloud ? null : foreignAnswer(status, headers.server) }
}
