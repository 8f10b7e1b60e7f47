import pg from 'pg'

/**
 * A client that may lose its connection at any time, in use or idle, while connecting or saying goodbye: without a
 * handler that would end the process. The statement that meets it fails; `connectionErrorOf` says by what.
 */
class ServiceClient extends pg.Client {
  connectionError: Error | undefined

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', (error) => {
      this.connectionError ??= error
    })
  }
}

/** What the client lost its connection by; undefined while it has one. */
export function connectionErrorOf(client: pg.ClientBase): Error | undefined {
  return client instanceof ServiceClient ? client.connectionError : undefined
}

/** A client of its own; every connection to PostgreSQL is made here or by `createPool`. */
export function createClient(config: pg.ClientConfig): pg.Client {
  return new ServiceClient(config)
}

/** @param onLost called for each connection that is lost while it is idle */
export function createPool(config: pg.PoolConfig, onLost: (error: Error) => void = () => {}): pg.Pool {
  const pool = new pg.Pool({ ...config, Client: ServiceClient })
  pool.on('error', onLost)
  return pool
}
