import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { Program, runProgram } from '../harness/index.js'
import type { Ask } from './schema-sql.js'

/** A checkout of a commit, built: its programs, run as its users run them. */
export class Checkout {
  readonly root: string

  constructor(root: string) {
    this.root = path.resolve(root)
  }

  start(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Program {
    return new Program(file, { root: this.root, args, env })
  }

  /** Runs a program to its end. @returns what it printed @throws Error if it ends with anything but 0 */
  async run(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
    const { code, output } = await runProgram(file, { root: this.root, args, env })
    if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${output}`)
    return output
  }
}

/** A client of the PostgreSQL that serves a data folder now, as its superuser. */
export async function connectTo(dataDir: string, database = 'sightline'): Promise<pg.Client> {
  const lines = (
    await readFile(path.join(await realpath(dataDir), 'postgres', 'data', 'postmaster.pid'), 'utf8')
  ).split('\n')
  const [port = '', socketDir = ''] = lines.slice(3)
  const client = new pg.Client({ host: socketDir, port: Number(port), user: 'sightline', database })
  await client.connect()
  return client
}

export const askOf =
  (client: pg.Client): Ask =>
  async (statement) =>
    (await client.query<Record<string, unknown>>(statement)).rows
