import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findBinaries } from '#cloud/platform/embedded-postgres/binaries.js'
import { prepareCluster } from '#cloud/platform/embedded-postgres/cluster.js'
import { endWithParent } from '#cloud/platform/embedded-postgres/end-with-parent.js'
import { reachableBinaries } from '#cloud/platform/embedded-postgres/placement.js'
import {
  embeddedUrl,
  startPostmaster,
  stopPostmaster,
  stopPostmasterAtOnce,
} from '#cloud/platform/embedded-postgres/postmaster.js'
import { findServerUser } from '#cloud/platform/embedded-postgres/server-user.js'

/** A server that keeps nothing. */
export interface TemporaryPostgres {
  /** postgresql://… of its superuser, for one of its databases. */
  url(database: string): string
  /** Ends it without letting anybody finish, as a crash would, and starts it again. */
  restartAtOnce(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a server for tests: no fsync, everything under a temporary folder, gone with this process.
 * @param own settings of this server beside the usual ones
 */
export async function startTemporaryPostgres(
  own: Readonly<Record<string, string>> = {},
): Promise<TemporaryPostgres> {
  const user = await findServerUser()
  const binaries = await reachableBinaries(findBinaries(), user)
  const root = await mkdtemp(path.join(os.tmpdir(), 'slpg-'))
  const socketDir = path.join(root, 's')
  await mkdir(socketDir, { mode: 0o700 })
  await chmod(root, 0o755)
  if (user) await chown(socketDir, user.uid, user.gid)
  const dataDir = path.join(root, 'data')
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    max_connections: '200',
    ...own,
  }
  await prepareCluster(dataDir, { binaries, user, settings, sync: false })
  const place = { binaries, user, dataDir, socketDir, logFile: path.join(root, 'postgres.log') }
  let pid = await startPostmaster(place)
  let callOff = endWithParent(pid, root)
  return {
    url: (database) => embeddedUrl(socketDir, database),
    restartAtOnce: async () => {
      await stopPostmasterAtOnce(pid)
      const former = callOff
      pid = await startPostmaster(place)
      callOff = endWithParent(pid, root)
      await former()
    },
    close: async () => {
      await stopPostmaster(pid)
      await callOff()
      await rm(root, { recursive: true, force: true })
    },
  }
}
