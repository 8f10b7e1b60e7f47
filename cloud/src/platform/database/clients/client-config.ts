import type pg from 'pg'
import type { DatabaseAddress } from '../database-address.js'
import { typeParsing } from '../parsing.js'

/** Roles of the service in PostgreSQL; neither owns a table. */
export type DatabaseRole = 'sightline_app' | 'sightline_worker'

/** How a client connects that is to work as `role`; `proveClient` makes it so. */
export function clientConfig(address: DatabaseAddress, role: DatabaseRole): pg.ClientConfig {
  const common = { types: typeParsing, application_name: role, keepAlive: true }
  if (!address.rolesLogIn) return { ...common, connectionString: address.url }
  const url = new URL(address.url)
  url.username = role
  return { ...common, connectionString: url.href }
}
