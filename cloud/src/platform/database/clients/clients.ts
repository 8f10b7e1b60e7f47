import { createSecureContext } from 'node:tls'
import pg from 'pg'
import { withoutOurs } from '../database-url.js'
import { DatabaseSetupError } from '../tenancy/roles.js'
import { readInTurns } from './read-in-turns.js'

/**
 * A client that may lose its connection at any time, in use or idle, while connecting or saying goodbye: without a
 * handler that would end the process. The statement that meets it fails; `connectionErrorOf` says by what.
 */
class ServiceClient extends pg.Client {
  connectionError: Error | undefined

  constructor(config?: string | pg.ClientConfig) {
    super(withoutForeignOptions(withOwnLimits(config)))
    this.on('error', (error) => {
      this.connectionError ??= error
    })
    // By then the driver listens, under TLS as well.
    this.once('connect', () => readInTurns(this.connection.stream))
  }
}

/** What this connection says of itself, whatever the address says of it. */
function withOwnLimits(config?: string | pg.ClientConfig): string | pg.ClientConfig | undefined {
  if (typeof config !== 'object' || config.connectionString === undefined) return config
  return { ...config, connectionString: withoutOurs(config.connectionString) }
}

/**
 * The address of the embedded server says all but `options`, which are refused in an address: so PGOPTIONS would count. They are set here
 * to what the server has anyway.
 */
function withoutForeignOptions(config?: string | pg.ClientConfig): string | pg.ClientConfig | undefined {
  if (typeof config !== 'object' || config.connectionString?.includes('replication=false') !== true)
    return config
  return { options: '-cextra_float_digits=1', ...config }
}

/** What the client lost its connection by; undefined while it has one. */
export function connectionErrorOf(client: pg.ClientBase): Error | undefined {
  return client instanceof ServiceClient ? client.connectionError : undefined
}

/**
 * A client of its own; every connection to PostgreSQL is made here or by `createPool`.
 * @throws DatabaseSetupError if a file that the address names cannot be used
 */
export function createClient(config: pg.ClientConfig): pg.Client {
  try {
    const client = new ServiceClient(config)
    // Else the driver would find it out in the middle of a handshake, where nobody catches it.
    if (typeof client.ssl === 'object') createSecureContext(client.ssl)
    return client
  } catch (cause) {
    throw new DatabaseSetupError(
      `a file of DATABASE_URL cannot be used (${cause instanceof Error ? cause.message : String(cause)}): sslrootcert=, sslcert= and ` +
        'sslkey= name files with certificates and key as PEM that the user of this process may read',
      { cause },
    )
  }
}

/** @param onLost called for each connection that is lost while it is idle */
export function createPool(config: pg.PoolConfig, onLost: (error: Error) => void = () => {}): pg.Pool {
  const pool = new pg.Pool({ ...config, Client: ServiceClient })
  pool.on('error', onLost)
  return pool
}
