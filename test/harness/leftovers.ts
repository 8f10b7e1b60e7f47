import { readdir, readFile, readlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { until } from './until.js'
import type { World } from './world.js'

/**
 * Proves that a world which was ended left nothing: no process that names its folder, no client of its
 * database, nobody who listens where it listened, and no socket of an agent.
 */
export async function expectNothingLeft(world: World): Promise<void> {
  const processes = await processesNaming(world.folder)
  if (processes.length > 0) throw new Error(`processes left behind: ${processes.join(', ')}`)
  // PostgreSQL notices the end of a client that was killed a moment later.
  await until('no client is left in the database', async () => {
    const clients = await world.database.query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'sightline%'`,
    )
    return clients.length === 0
  })
  const places = [...world.nodes.map((node) => node.url), world.receiver.url].map((url) => new URL(url))
  for (const { hostname, port } of places)
    if (await isListening(hostname, Number(port))) throw new Error(`${hostname}:${port} still listens`)
  for (const agent of world.agents) {
    const files = await readdir(agent.dataDir, { recursive: true })
    const left = files.filter((file) => file.endsWith('.sock'))
    if (left.length > 0) throw new Error(`left in ${agent.dataDir}: ${left.join(', ')}`)
  }
}

/** The processes of this machine that work in or below a folder, or name it on their command line. */
export async function processesNaming(folder: string): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    const workingIn = await readlink(`/proc/${entry}/cwd`).catch(() => '')
    if (command.includes(folder) || workingIn.startsWith(folder)) found.push(Number(entry))
  }
  return found
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    const settle = (listening: boolean) => {
      socket.destroy()
      resolve(listening)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}
