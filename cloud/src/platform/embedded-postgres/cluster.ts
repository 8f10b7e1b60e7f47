import { appendFile, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readIfThere } from '../process/read-if-there.js'
import type { Binaries } from './binaries.js'
import { runProgram } from './run-program.js'
import { asServerUser, type ServerUser } from './server-user.js'

/** The superuser of the embedded server; the schema belongs to it. */
export const ownerRole = 'sightline'
/** The major version of the embedded binaries. */
const majorVersion = '18'

/** The data folder belongs to another major version of PostgreSQL. */
export class OtherVersionError extends Error {
  override readonly name = 'OtherVersionError'
}

/** Settings of every embedded server; `extra` come after and win. */
function serverSettings(extra: Readonly<Record<string, string>>): string {
  const settings = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    lc_messages: 'C',
    ...extra,
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('')
}

/**
 * Makes the data folder if there is none: beside its place, and moved there once complete, so that a start
 * that was killed leaves nothing half made.
 * @throws OtherVersionError if it belongs to another major version.
 */
export async function prepareCluster(
  dataDir: string,
  options: {
    binaries: Binaries
    user: ServerUser | undefined
    settings?: Readonly<Record<string, string>>
    /** False only where losing everything with the machine is right, as in tests. */
    sync?: boolean
  },
): Promise<void> {
  const version = await readIfThere(path.join(dataDir, 'PG_VERSION'))
  if (version !== undefined) {
    requireVersion(dataDir, version.trim())
    await writeFile(path.join(dataDir, 'sightline.conf'), serverSettings(options.settings ?? {}))
    return
  }
  const fresh = `${dataDir}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  if (options.user) await chown(fresh, options.user.uid, options.user.gid)
  await runProgram(
    path.join(options.binaries.root, 'bin', 'initdb'),
    [
      `--pgdata=${fresh}`,
      `--username=${ownerRole}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth=trust',
      '--no-instructions',
      ...(options.sync === false ? ['--no-sync'] : []),
    ],
    { ...asServerUser(options.user), timeoutMs: 120_000 },
  )
  // Whoever can enter the socket folder may connect; nobody can over the network.
  await writeFile(path.join(fresh, 'pg_hba.conf'), 'local all all trust\n')
  await appendFile(path.join(fresh, 'postgresql.conf'), "\ninclude_if_exists = 'sightline.conf'\n")
  await writeFile(path.join(fresh, 'sightline.conf'), serverSettings(options.settings ?? {}), { mode: 0o644 })
  await rename(fresh, dataDir)
}

function requireVersion(dataDir: string, version: string): void {
  if (version === majorVersion) return
  throw new OtherVersionError(
    `${dataDir} was made by PostgreSQL ${version}, but this Sightline brings PostgreSQL ${majorVersion}. ` +
      `Either dump it with the Sightline that made it and restore the dump here, ` +
      `or run PostgreSQL ${version} on the folder yourself and set DATABASE_URL`,
  )
}
