import { connect, isIP, type Socket } from 'node:net'
import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import { codeOf } from '../platform/errors.js'
import { lookupName } from '../platform/lookup-name.js'
import { StreamFailure } from './stream-failure.js'

export interface SocketTarget {
  /** Name or IP literal. */
  readonly host: string
  readonly port: number
  /** For name resolution and connecting together. */
  readonly timeoutMs: number
  readonly allowsAddress: AddressPolicy
  readonly clock: Clock
  /** Called with each read; `data` is overwritten by the next one. Null where somebody else reads the socket. */
  readonly onData: ((data: Buffer, length: number) => void) | null
}

const readBufferBytes = 64 * 1024

/**
 * Connects to a host that is resolved once, at an address that was checked; names are not asked again, so
 * what was checked is what is connected to.
 * @throws StreamFailure `dns`, `address`, `refused`, `timeout`; the signal's reason.
 */
export async function connectSocket(target: SocketTarget, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted()
  const limit = new AbortController()
  const cancel = target.clock.after(target.timeoutMs, () => limit.abort(tooSlow(target)))
  const either = AbortSignal.any([signal, limit.signal])
  try {
    const addresses = await permittedAddresses(target, either)
    let failure: unknown = null
    for (const address of addresses) {
      try {
        return await connectTo(address, target, either)
      } catch (error) {
        either.throwIfAborted()
        failure = error
      }
    }
    throw failure instanceof StreamFailure ? failure : connectFailure(failure, target)
  } finally {
    cancel()
  }
}

function tooSlow({ host, timeoutMs }: SocketTarget): StreamFailure {
  return new StreamFailure(
    'timeout',
    `${host} did not answer within ${timeoutMs / 1000} s: check address, cable and power of the camera`,
  )
}

async function permittedAddresses(target: SocketTarget, signal: AbortSignal): Promise<string[]> {
  const found = isIP(target.host) === 0 ? await resolveName(target, signal) : [target.host]
  const permitted = found.filter((address) => target.allowsAddress(address) === null)
  const [first] = found
  if (permitted.length > 0) return permitted
  if (first === undefined) throw new StreamFailure('dns', `${target.host} has no address: check the name`)
  throw new StreamFailure(
    'address',
    target.allowsAddress(first) ?? 'the address may not be contacted: enter one of the local network',
  )
}

async function resolveName({ host, clock }: SocketTarget, signal: AbortSignal): Promise<string[]> {
  try {
    return await unlessAborted(lookupName(host, { clock }), signal)
  } catch (error) {
    signal.throwIfAborted()
    throw new StreamFailure('dns', `${host} cannot be found: check the name, or enter the IP address`, error)
  }
}

/** Name resolution cannot be cancelled; its result is no longer waited for. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function connectTo(address: string, target: SocketTarget, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: address,
      port: target.port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
      ...(target.onData === null ? {} : { onread: readInto(target.onData) }),
    })
    // Whoever takes the socket over may come a moment after its error, which nobody would hear then.
    socket.on('error', () => {})
    const finish = () => {
      signal.removeEventListener('abort', onAbort)
      socket.removeListener('error', onError)
    }
    const onAbort = () => {
      finish()
      socket.destroy()
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    }
    const onError = (error: Error) => {
      finish()
      reject(error)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    socket.once('error', onError)
    socket.once('connect', () => {
      finish()
      const refusal = target.allowsAddress(socket.remoteAddress ?? '')
      if (refusal === null) return resolve(socket)
      socket.destroy()
      reject(new StreamFailure('address', refusal))
    })
  })
}

/** One buffer for all reads: what is kept of a read is copied anyway. */
function readInto(onData: (data: Buffer, length: number) => void) {
  const buffer = Buffer.allocUnsafeSlow(readBufferBytes)
  return {
    buffer,
    callback: (length: number) => {
      onData(buffer, length)
      return true
    },
  }
}

function connectFailure(error: unknown, { host, port }: SocketTarget): StreamFailure {
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
      return new StreamFailure(
        'refused',
        `${host} refuses connections at port ${port}: check the port`,
        error,
      )
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
      return new StreamFailure(
        'timeout',
        `${host} does not answer: check address, cable and power of the camera`,
        error,
      )
    default:
      return new StreamFailure(
        'refused',
        `${host} port ${port} cannot be connected to: check the address`,
        error,
      )
  }
}
