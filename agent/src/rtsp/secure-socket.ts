import { createHash } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { codeOf } from '../platform/errors.js'
import { outdatedTls } from '../platform/outdated-tls.js'
import type { CertificatePins, ShownCertificate } from './certificate-pins.js'
import { connectSocket, type SocketTarget } from './connect-socket.js'
import { StreamFailure } from './stream-failure.js'

interface SecureTarget extends SocketTarget {
  readonly pins: CertificatePins
}

interface SecureSocket {
  readonly socket: TLSSocket
  /** The camera can do no better than TLS 1.1, or than keys and ciphers of that time. */
  readonly isOutdated: boolean
}

/**
 * Connects, and speaks TLS with the camera. No byte of ours, and so no credential, goes to a camera whose
 * certificate is not the expected one.
 * @throws StreamFailure `tls`, and as `connectSocket` does; the signal's reason.
 */
export async function connectSecurely(target: SecureTarget, signal: AbortSignal): Promise<SecureSocket> {
  const first = await attempt(target, {}, signal)
  if (!(first instanceof HandshakeFailure)) return { socket: first, isOutdated: false }
  if (first.isNoTls) throw noTls(first)
  const second = await attempt(target, outdatedTls, signal)
  if (second instanceof HandshakeFailure) throw noHandshake(second)
  return { socket: second, isOutdated: true }
}

/** What OpenSSL makes of an answer that is no TLS at all. */
const plainAnswers = [
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
]

/** A handshake that came to nothing: another kind may do better. */
class HandshakeFailure extends Error {
  readonly isNoTls: boolean

  constructor(cause: Error) {
    super('the handshake failed', { cause })
    this.isNoTls = plainAnswers.includes(codeOf(cause) ?? '')
  }
}

async function attempt(
  target: SecureTarget,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<TLSSocket | HandshakeFailure> {
  const plain = await connectSocket({ ...target, onData: null }, signal)
  const shaken = await shakeHands(plain, target, options, signal)
  if (shaken instanceof HandshakeFailure) {
    plain.destroy()
    return shaken
  }
  try {
    await checkCertificate(shaken, target)
    signal.throwIfAborted()
  } catch (error) {
    shaken.on('error', () => {})
    shaken.destroy()
    throw error
  }
  const { onData } = target
  if (onData !== null) shaken.on('data', (chunk: Buffer) => onData(chunk, chunk.length))
  return shaken
}

function shakeHands(
  plain: Socket,
  target: SecureTarget,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<TLSSocket | HandshakeFailure> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...options,
      socket: plain,
      host: target.host,
      ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
      // The certificate is judged below, by more than a chain.
      rejectUnauthorized: false,
    })
    const cancel = target.clock.after(target.timeoutMs, () => {
      finish()
      socket.destroy()
      reject(tooSlow(target))
    })
    const finish = () => {
      cancel()
      signal.removeEventListener('abort', onAbort)
      socket.removeAllListeners('secureConnect')
      socket.removeAllListeners('error')
      socket.removeAllListeners('close')
      socket.on('error', () => {})
    }
    const onAbort = () => {
      finish()
      socket.destroy()
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    }
    const fail = (error: Error) => {
      finish()
      resolve(new HandshakeFailure(error))
    }
    socket.once('error', fail)
    socket.once('close', () => fail(new Error('the camera closed the connection')))
    socket.once('secureConnect', () => {
      finish()
      resolve(socket)
    })
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}

async function checkCertificate(socket: TLSSocket, target: SecureTarget): Promise<void> {
  const shown = shownBy(socket)
  const { host, port } = target
  const verdict = await target.pins.judge({ host, port }, shown).catch((error: unknown) => {
    throw new StreamFailure(
      'tls',
      'what is known of the certificate of the camera cannot be read or kept: check the disk and the permissions of the data folder',
      error,
    )
  })
  switch (verdict) {
    case 'first':
    case 'expected':
      return
    case 'changed':
      throw new StreamFailure(
        'tls',
        'the camera shows another certificate than before: if it was replaced or reset, run `agent trust` with its address on the gateway, or change its password and enter the new one; if not, somebody may be in between',
      )
  }
}

function shownBy(socket: TLSSocket): ShownCertificate {
  const certificate = socket.getPeerX509Certificate()
  if (certificate === undefined) {
    throw new StreamFailure('tls', 'the camera shows no certificate: make one in its settings')
  }
  try {
    const key = certificate.publicKey.export({ type: 'spki', format: 'der' })
    return { keySha256: createHash('sha256').update(key).digest('hex'), isTrusted: socket.authorized }
  } catch (error) {
    throw new StreamFailure(
      'tls',
      'the certificate of the camera has no key that can be read: make another',
      error,
    )
  }
}

function tooSlow({ host, timeoutMs }: SecureTarget): StreamFailure {
  return new StreamFailure(
    'timeout',
    `${host} did not finish the TLS handshake within ${timeoutMs / 1000} s: check that it serves rtsps at this port`,
  )
}

function noTls(cause: Error): StreamFailure {
  return new StreamFailure(
    'tls',
    'what answers at this port does not encrypt: enter the rtsp address, or the port at which the camera serves rtsps (often 322)',
    cause,
  )
}

function noHandshake(cause: Error): StreamFailure {
  return new StreamFailure(
    'tls',
    'the camera speaks no TLS that is known here: update its firmware, or enter its rtsp address',
    cause,
  )
}
