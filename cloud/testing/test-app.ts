import type { Role } from '@sightline/protocol'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { buildApp } from '#cloud/app.js'
import type { Config } from '#cloud/platform/config.js'
import type { Platform } from '#cloud/platform/platform.js'
import type { Clock } from '#cloud/platform/time/clock.js'
import { createServices, type Services } from '#cloud/services.js'
import { requireListedError } from './listed-errors.js'
import { createTestDatabase, type TestDatabase } from './test-database.js'
import { makeTestKey, type TestKey } from './test-key.js'
import { createTestPlatform } from './test-platform.js'
import { type SignedIn, signInAs } from './test-user.js'

/** An organisation of a test, with a site and people of every role who are signed in. */
export interface TestOrg {
  readonly orgId: string
  readonly siteId: string
  /** Makes another site. */
  addSite(name?: string): Promise<string>
  /** A person with a session of their own; a viewer sees `siteIds` only. */
  signIn(role: Role, siteIds?: readonly string[]): Promise<SignedIn>
  /** A service account with its key; a viewer's sees `siteIds` only. */
  makeKey(role: Role, siteIds?: readonly string[]): Promise<TestKey>
}

/** The whole API on a database of its own. */
export interface TestApp extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly platform: Platform
  readonly services: Services
  readonly test: TestDatabase
  createOrg(): Promise<TestOrg>
  /**
   * Calls the API as `who`, a person or a key, or without a credential.
   * @throws Error if it answers an error that the OpenAPI document does not list for the route
   */
  call(who: Pick<SignedIn, 'token'> | null, request: InjectOptions): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

export async function createTestApp(
  options: { clock?: Clock; config?: Partial<Config>; masterKey?: string; test?: TestDatabase } = {},
): Promise<TestApp> {
  const test = options.test ?? (await createTestDatabase())
  const platform = createTestPlatform(test, options)
  const services = createServices(platform)
  const app = await buildApp(platform, services)
  const close = async () => {
    await app.close()
    await services[Symbol.asyncDispose]()
    await test.close()
  }
  return {
    app,
    platform,
    services,
    test,
    createOrg: () => createTestOrg(platform),
    call: async (who, request) => {
      const headers = { ...(who ? { authorization: `Bearer ${who.token}` } : {}), ...request.headers }
      const answer = await injectOne(app, { ...request, headers })
      requireListedError(app, request, answer)
      return answer
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Of an answer without an end, what comes first is its body, and its reader leaves. */
async function injectOne(app: FastifyInstance, request: InjectOptions): Promise<LightMyRequestResponse> {
  const address = typeof request.url === 'string' ? request.url : ''
  if (request.method === 'HEAD' || !address.startsWith('/api/v1/notices')) return app.inject(request)
  const answer = await app.inject({ ...request, payloadAsStream: true })
  const stream = answer.stream()
  const isEndless = String(answer.headers['content-type']).startsWith('text/event-stream')
  let body = ''
  for await (const part of stream) {
    body += String(part)
    if (isEndless && body.includes('event: ')) break
  }
  Object.assign(answer.raw, { req: { url: address } })
  const json = (): unknown => JSON.parse(body)
  return Object.assign(answer, { body, payload: body, json })
}

/** Makes an organisation without the API. */
export async function createTestOrg(platform: Platform): Promise<TestOrg> {
  const orgId = uuidv7()
  const db = platform.database.forOrg(orgId)
  await db.insertInto('organisations').values({ id: orgId, name: 'Test organisation' }).execute()
  const addSite = async (name = 'Test site') => {
    const id = uuidv7()
    await db.insertInto('sites').values({ org_id: orgId, id, name }).execute()
    return id
  }
  const siteId = await addSite()
  return {
    orgId,
    siteId,
    addSite,
    signIn: (role, siteIds = []) => signInAs(platform, orgId, role, siteIds),
    makeKey: (role, siteIds = []) => makeTestKey(platform, orgId, role, siteIds),
  }
}
