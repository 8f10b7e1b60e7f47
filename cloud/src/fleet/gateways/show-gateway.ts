import { type Gateway, isNewerVersion } from '@sightline/protocol'
import type { Config } from '../../platform/config.js'
import { toTimestamp, toTimestampOrNull } from '../../platform/database/parsing.js'
import type { ListedGateway } from './gateway.repository.js'

/** A gateway as the interface shows it. */
export function toGateway(
  row: ListedGateway,
  { newestAgentVersion }: Pick<Config, 'newestAgentVersion'>,
): Gateway {
  return {
    id: row.id,
    name: row.name,
    site_id: row.site_id,
    status: row.status,
    version: row.version,
    local_ip: row.local_ip,
    last_heartbeat_at: toTimestampOrNull(row.last_heartbeat_at),
    created_at: toTimestamp(row.created_at),
    version_outdated: row.version === null ? null : isNewerVersion(newestAgentVersion, row.version),
    commissioning_until: toTimestampOrNull(row.commissioning_until),
  }
}
