import type { LookupFunction } from 'node:net'
import { connect, rootCertificates, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { type Network, refusalOf } from './address-guard.js'
import { ForbiddenAddress, leadsInside, permittedAddresses } from './guarded-lookup.js'
import type { ResolveHost } from './host-resolver.js'

interface ConnectorSettings {
  readonly allowed: readonly Network[]
  readonly resolve: ResolveHost
  readonly ca: readonly string[]
  /** Milliseconds for name, connection and TLS handshake together. */
  readonly connectTimeoutMs: number
}

/** No connection within the time allowed. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout'
}

/**
 * Makes TLS connections to permitted addresses only. A custom lookup is not asked about IP literals, so the
 * connected address is checked once more.
 */
export class GuardedConnector {
  readonly #settings: ConnectorSettings
  readonly #connecting = new Set<TLSSocket>()

  constructor(settings: ConnectorSettings) {
    this.#settings = settings
  }

  readonly connect: buildConnector.connector = (options, done) => {
    const { allowed, resolve, ca, connectTimeoutMs } = this.#settings
    const socket = connect({
      host: options.hostname.replace(/^\[|\]$/g, ''),
      port: Number(options.port || 443),
      ...(options.servername && { servername: options.servername }),
      ALPNProtocols: ['http/1.1'],
      lookup: guardedLookup(allowed, resolve),
      ...(ca.length > 0 && { ca: [...rootCertificates, ...ca] }),
    })
    this.#connecting.add(socket)
    const settle = (error: Error | null) => {
      if (!this.#connecting.delete(socket)) return
      socket.setTimeout(0)
      if (!error) return done(null, socket)
      socket.destroy()
      done(error, null)
    }
    socket.setNoDelay(true)
    socket.setTimeout(connectTimeoutMs, () => settle(new ConnectTimeout('no connection in time')))
    socket.once('secureConnect', () => {
      const refusal = refusalOf(socket.remoteAddress ?? '', allowed)
      settle(refusal ? new ForbiddenAddress(leadsInside) : null)
    })
    socket.on('error', settle)
    socket.once('close', () => settle(new Error('the connection was closed')))
  }

  /** Ends connections that are still being made. */
  close(): void {
    for (const socket of this.#connecting) socket.destroy()
  }
}

function guardedLookup(allowed: readonly Network[], resolve: ResolveHost): LookupFunction {
  return (hostname, options, done) => {
    permittedAddresses(hostname, allowed, resolve).then(
      (addresses) => {
        const first = addresses[0]
        if (!first) done(new Error(`${hostname} has no address`), '', 0)
        else if (options.all) done(null, addresses)
        else done(null, first.address, first.family)
      },
      (error: unknown) => done(asError(error), '', 0),
    )
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('could not resolve the name', { cause: error })
}
