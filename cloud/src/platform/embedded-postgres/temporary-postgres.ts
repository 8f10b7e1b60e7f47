import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findBinaries } from './binaries.js'
import { prepareCluster } from './cluster.js'
import { endWithParent } from './end-with-parent.js'
import { reachableBinaries } from './placement.js'
import { embeddedUrl, startPostmaster, stopPostmaster } from './postmaster.js'
import { findServerUser } from './server-user.js'

/** A server that keeps nothing. */
export interface TemporaryPostgres {
  /** postgresql://… of its superuser, for one of its databases. */
  url(database: string): string
  close(): Promise<void>
}

/** Starts a server for tests: no fsync, everything under a temporary folder, gone with this process. */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
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
  }
  await prepareCluster(dataDir, { binaries, user, settings, sync: false })
  const pid = await startPostmaster({
    binaries,
    user,
    dataDir,
    socketDir,
    logFile: path.join(root, 'postgres.log'),
  })
  const callOff = endWithParent(pid, root)
  return {
    url: (database) => embeddedUrl(socketDir, database),
    close: async () => {
      await stopPostmaster(pid)
      callOff()
      await rm(root, { recursive: true, force: true })
    },
  }
}
