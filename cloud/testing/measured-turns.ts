import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import { buildApp } from '#cloud/app.js'
import { openDatabase } from '#cloud/platform/database/database.js'
import { silentLog } from '#cloud/platform/log.js'
import { createServices } from '#cloud/services.js'
import { busyModel, busySettings, fillBusyOrg } from './busy-org.js'
import { startModelServer } from './model-server.js'
import { createTestPlatform } from './test-platform.js'
import { signInAs } from './test-user.js'
import { longestTurn } from './turns.js'

/** The API in this process, and an organisation with ten thousand of everything. */
export interface MeasuredTurns extends AsyncDisposable {
  /** What may be asked that computes. */
  readonly names: readonly string[]
  /** Asks it once. @returns the longest turn of the event loop meanwhile, milliseconds @throws Error if it is not answered */
  ask(name: string): Promise<number>
}

/** Opens it on a database that is migrated, whose superuser `databaseUrl` names. */
export async function startMeasuredTurns(databaseUrl: string): Promise<MeasuredTurns> {
  const address = { url: databaseUrl, rolesLogIn: true }
  const database = openDatabase(address, { log: silentLog })
  const superuser = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const model = await startModelServer(busyModel)
  const folder = await mkdtemp(path.join(tmpdir(), 'measured-turns-'))
  const platform = createTestPlatform(
    { address, database, folder },
    { config: busySettings(model.openaiUrl) },
  )
  const services = createServices(platform)
  const app = await buildApp(platform, services)
  const [orgId, siteId] = [uuidv7(), uuidv7()]
  await database.inOrg(orgId, async (tx) => {
    await tx.insertInto('organisations').values({ id: orgId, name: 'Measured' }).execute()
    await tx.insertInto('sites').values({ org_id: orgId, id: siteId, name: 'Headquarters' }).execute()
  })
  const admin = await signInAs(platform, orgId, 'admin')
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await superuser.query<Row>(text, values)).rows
  const busy = await fillBusyOrg({ query }, { orgId, siteId })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const asked = new Map<string, () => Promise<unknown>>(
    busy.requests.map(([name, wanted]) => [
      name,
      async () => {
        const status = await statusOf(origin, admin.token, wanted)
        if (status !== 200) throw new Error(`${name} was answered ${status}`)
      },
    ]),
  )
  asked.set('an event of a long topic', () => busy.judgeLongTopic(database))
  return {
    names: [...asked.keys()],
    async ask(name) {
      const work = asked.get(name)
      if (!work) throw new Error(`nothing is called ${name}`)
      return (await longestTurn(work)).longestMs
    },
    [Symbol.asyncDispose]: async () => {
      await app.close()
      await services[Symbol.asyncDispose]()
      await model.close()
      await superuser.end()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Asks over a socket and lets the answer go by: what injects requests copies whole answers, which would be measured as well. */
async function statusOf(
  origin: string,
  token: string,
  { method = 'GET', url = '', payload }: InjectOptions,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const asking = request(new URL(typeof url === 'string' ? url : url.pathname, origin), {
    method,
    headers,
    agent: false,
  })
  asking.end(payload === undefined ? undefined : JSON.stringify(payload))
  const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(asking, 'response'))
  await once(answer.resume(), 'end')
  return answer.statusCode ?? 0
}
