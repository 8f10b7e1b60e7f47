import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { uuidv7 } from 'uuidv7'
import { buildApp } from '#cloud/app.js'
import { openDatabase } from '#cloud/platform/database/database.js'
import { silentLog } from '#cloud/platform/log.js'
import type { Platform } from '#cloud/platform/platform.js'
import { systemClock } from '#cloud/platform/time/clock.js'
import { createServices } from '#cloud/services.js'
import { makeTestKey } from './test-key.js'
import { createTestPlatform } from './test-platform.js'
import { signInAs } from './test-user.js'

/** The same routes twice, so that what authentication costs can be measured: with it, and without. */
export interface MeasuredNode extends AsyncDisposable {
  /** The API as it is. No slash at the end. */
  readonly withSignIn: string
  /** The same API on the same database, but whoever calls is the owner. */
  readonly withoutSignIn: string
  /** Access tokens, each of a session of its own. */
  readonly accessTokens: readonly string[]
  /** Service account keys. */
  readonly keys: readonly string[]
}

/**
 * Starts it on a database that is migrated, beside the node whose database it is, on loopback. It has an organisation of
 * its own with one site.
 */
export async function startMeasuredNode(
  databaseUrl: string,
  many: { readonly sessions: number; readonly keys: number },
): Promise<MeasuredNode> {
  const address = { url: databaseUrl, rolesLogIn: true }
  const database = openDatabase(address, { log: silentLog })
  const folder = await mkdtemp(path.join(tmpdir(), 'measured-node-'))
  const platform = createTestPlatform({ address, database, folder }, { clock: systemClock })
  const stop = new AbortController()
  const listening = platform.listener.run(stop.signal)
  const orgId = await makeOrg(platform)
  const people = await inSequence(many.sessions, () => signInAs(platform, orgId, 'operator'))
  const keys = await inSequence(many.keys, () => makeTestKey(platform, orgId, 'operator'))
  const owner = await signInAs(platform, orgId, 'owner')
  const services = createServices(platform)
  const open = { ...services, authenticator: { authenticate: async () => ({ caller: owner.caller }) } }
  const apps = [await buildApp(platform, services), await buildApp(platform, open)]
  const [withSignIn = '', withoutSignIn = ''] = await inSequence(apps.length, (index) =>
    apps[index]?.listen({ port: 0, host: '127.0.0.1' }),
  )
  return {
    withSignIn,
    withoutSignIn,
    accessTokens: people.map(({ token }) => token),
    keys: keys.map(({ token }) => token),
    [Symbol.asyncDispose]: async () => {
      for (const app of apps) await app.close()
      stop.abort()
      await listening
      await services[Symbol.asyncDispose]()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeOrg({ database }: Platform): Promise<string> {
  const orgId = uuidv7()
  const db = database.forOrg(orgId)
  await db.insertInto('organisations').values({ id: orgId, name: 'Measured' }).execute()
  await db.insertInto('sites').values({ org_id: orgId, id: uuidv7(), name: 'Headquarters' }).execute()
  return orgId
}

async function inSequence<T>(count: number, make: (index: number) => Promise<T> | undefined): Promise<T[]> {
  const made: T[] = []
  for (let index = 0; index < count; index += 1) {
    const one = await make(index)
    if (one !== undefined) made.push(one)
  }
  return made
}
