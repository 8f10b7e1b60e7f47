import { randomUUID } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { TestDatabase } from '#testing/test-database.js'

/** The password of every account of a test. */
export const password = 'Correct-Horse-Battery-1'

export interface TestAccount {
  readonly orgId: string
  readonly id: string
  readonly email: string
}

interface AccountWorld {
  readonly test: TestDatabase
  createOrg(): Promise<{ orgId: string }>
}

/** A person with a password; by default of a new organisation and address. */
export async function addAccount(
  world: AccountWorld,
  passwordHash: string,
  {
    email = `${randomUUID()}@example.com`,
    orgId: given,
    enabled = true,
  }: Partial<TestAccount> & { enabled?: boolean } = {},
): Promise<TestAccount> {
  const orgId = given ?? (await world.createOrg()).orgId
  const id = randomUUID()
  await world.test.query(
    `insert into users (org_id, id, email, display_name, role, enabled, password_hash)
     values ($1, $2, $3, 'Olive', 'owner', $4, $5)`,
    [orgId, id, email, enabled, passwordHash],
  )
  await world.test.query('insert into user_email_lookup (email, org_id, user_id) values ($1, $2, $3)', [
    email,
    orgId,
    id,
  ])
  return { orgId, id, email }
}

/** What a client of the auth routes sends with a call. */
export interface AuthCall {
  readonly userAgent?: string
  readonly cookie?: string
  readonly token?: string
  readonly address?: string
}

/** Calls a route of `/api/v1/auth`; without a body as GET. */
export function callAuth(
  app: FastifyInstance,
  path: string,
  payload?: object,
  { userAgent = 'test browser', cookie, token, address = '192.0.2.1' }: AuthCall = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api/v1/auth/${path}`,
    ...(payload && { payload }),
    remoteAddress: address,
    headers: {
      'user-agent': userAgent,
      ...(cookie !== undefined && { cookie: `sl_refresh=${cookie}` }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  })
}

/** The refresh token of a Set-Cookie header, with its attributes in order. */
export function cookieOf(answer: LightMyRequestResponse): { value: string; attributes: string[] } {
  const header = String(answer.headers['set-cookie'])
  const [pair = '', ...attributes] = header.split('; ')
  return { value: pair.slice('sl_refresh='.length), attributes }
}

/** What an auth route answers, as far as tests look. */
export interface AuthBody {
  access_token: string
  expires_at: string
  refresh_token?: string
  error?: { code: string; message: string }
}

/** Actions of an organisation's audit, oldest first, with where they came from. */
export function auditOf(
  test: TestDatabase,
  orgId: string,
): Promise<{ action: string; address: string; user_agent: string; data: Record<string, unknown> }[]> {
  return test.query(
    `select action, address, user_agent, data from audit_log where org_id = $1 order by at, id`,
    [orgId],
  )
}
