import { spawn } from 'node:child_process'
import { access, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@sightline/protocol/testing'
import type { DatabaseAddress } from '#cloud/platform/database/database-address.js'
import { asServerUser, findServerUser } from '#cloud/platform/embedded-postgres/server-user.js'

/** A PgBouncer of the system before a server of tests. */
export interface PgBouncer extends AsyncDisposable {
  /** How to reach the database through it. */
  readonly address: DatabaseAddress
}

const program = '/usr/sbin/pgbouncer'

/** Whether Debian's package is installed. */
export async function hasPgBouncer(): Promise<boolean> {
  return access(program).then(
    () => true,
    () => false,
  )
}

/** @param settings lines of `[pgbouncer]` beside where it listens and that it asks for no password */
export async function startPgBouncer(
  target: DatabaseAddress,
  settings: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const url = new URL(target.url)
  const port = await freePort()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slbouncer-'))
  const user = await findServerUser()
  const users = path.join(folder, 'users.txt')
  const configuration = path.join(folder, 'pgbouncer.ini')
  const own = { listen_addr: '127.0.0.1', listen_port: String(port), unix_socket_dir: '', auth_type: 'trust' }
  await writeFile(users, `"${decodeURIComponent(url.username)}" ""\n`)
  await writeFile(
    configuration,
    [
      '[databases]',
      `* = host=${url.searchParams.get('host')} port=${url.searchParams.get('port')}`,
      '[pgbouncer]',
      ...Object.entries({ ...own, auth_file: users, ...settings }).map(
        ([name, value]) => `${name} = ${value}`,
      ),
      '',
    ].join('\n'),
  )
  if (user) for (const file of [folder, users, configuration]) await chown(file, user.uid, user.gid)
  const child = spawn(program, [configuration], { ...asServerUser(user), stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await untilItListens(port, ended)
  const through = new URL(`postgresql://${url.username}@127.0.0.1:${port}${url.pathname}`)
  return {
    address: { ...target, url: through.href },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilItListens(port: number, ended: Promise<void>): Promise<void> {
  const over = ended.then(() => {
    throw new Error('PgBouncer ended at its start')
  })
  while (!(await Promise.race([listens(port), over]))) await Promise.race([sleep(20), over])
  // It ends in its time.
  over.catch(() => {})
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
