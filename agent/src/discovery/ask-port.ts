import { connect } from 'node:net'
import type { OnvifSessionDeps } from '../onvif/onvif-endpoint.js'
import { OnvifError } from '../onvif/onvif-error.js'
import { OnvifSession } from '../onvif/onvif-session.js'
import type { Clock } from '../platform/clock.js'

/** What is at a port: nothing that answers, a listener of another kind, or a camera's service. */
type PortAnswer =
  /** Nobody answered: no such host, or a firewall. */
  | 'silent'
  | 'closed'
  | 'other'
  /** Asks for a password before it says anything, as some cameras and many other devices do. */
  | 'locked'
  | 'onvif'
  | 'rtsp'

/** A device on the same network connects within milliseconds. */
const connectMs = 700
const answerMs = 2500

/** Whether somebody listens. A connection is opened and closed at once. */
export function knock(
  address: string,
  port: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<'open' | 'closed' | 'silent'> {
  return talk<never>({ address, port, clock, signal, limitMs: connectMs }, null, () => null)
}

/**
 * Whether an RTSP server answers (RFC 2326, section 10.1): OPTIONS needs no account.
 */
export async function askRtsp(
  address: string,
  port: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<PortAnswer> {
  const request = `OPTIONS rtsp://${address}:${port}/ RTSP/1.0\r\nCSeq: 1\r\nUser-Agent: Sightline\r\n\r\n`
  const read = (text: string): 'rtsp' | 'other' | null =>
    text.length < 7 ? null : text.startsWith('RTSP/1.') || text.startsWith('RTSP/2.') ? 'rtsp' : 'other'
  const answer = await talk({ address, port, clock, signal, limitMs: answerMs }, request, read)
  return answer === 'open' ? 'other' : answer
}

/** Whether an ONVIF device service answers; it is asked for the time, which needs no account as a rule. */
export async function askOnvif(
  address: string,
  port: number,
  deps: OnvifSessionDeps,
  signal: AbortSignal,
): Promise<PortAnswer> {
  const limit = new AbortController()
  const cancel = deps.clock.after(answerMs, () => limit.abort(new Error('too slow')))
  const either = AbortSignal.any([signal, limit.signal])
  try {
    using session = new OnvifSession({ address, port, host: address, tls: port === 443 }, null, deps, either)
    const { answer, reply } = await session.askOpenly((cam) => cam.getSystemDateAndTime(() => {}))
    switch (answer.kind) {
      case 'response':
      case 'fault':
      case 'wrong_time':
        return 'onvif'
      case 'not_authorized':
        return reply.body.includes('Envelope') ? 'onvif' : 'locked'
      case 'not_soap':
        return 'other'
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof OnvifError || limit.signal.aborted) return 'other'
    throw error
  } finally {
    cancel()
  }
}

interface Talk {
  readonly address: string
  readonly port: number
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly limitMs: number
}

/** Nobody sends more than this before it is clear what he speaks. */
const maxBytes = 4096

/** Connects, says `request`, and reads until `read` has an answer. Never rejects but by the signal's reason. */
function talk<T extends string>(
  { address, port, clock, signal, limitMs }: Talk,
  request: string | null,
  read: (text: string) => T | null,
): Promise<T | 'open' | 'closed' | 'silent'> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    let isOpen = false
    let text = ''
    const finish = (settle: () => void): void => {
      cancel()
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      settle()
    }
    const onAbort = (): void =>
      finish(() => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted')))
    const cancel = clock.after(limitMs, () => finish(() => resolve(isOpen ? 'open' : 'silent')))
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', (error) => {
      const isRefused = 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET')
      finish(() => resolve(isOpen ? 'open' : isRefused ? 'closed' : 'silent'))
    })
    socket.on('close', () => finish(() => resolve(isOpen ? 'open' : 'closed')))
    socket.on('connect', () => {
      isOpen = true
      if (request === null) finish(() => resolve('open'))
      else socket.write(request)
    })
    socket.on('data', (data) => {
      text += data.toString('latin1')
      const answer = read(text)
      if (answer !== null) finish(() => resolve(answer))
      else if (text.length > maxBytes) finish(() => resolve('open'))
    })
    if (signal.aborted) onAbort()
  })
}
