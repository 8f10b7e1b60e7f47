import { randomUUID } from 'node:crypto'
import type { UserCaller } from '#cloud/platform/caller.js'
import type { TestDatabase } from './test-database.js'

/** An organisation with one of everything that events and alerts hang on. */
export interface SeededOrg {
  readonly orgId: string
  readonly siteId: string
  readonly userId: string
  readonly gatewayId: string
  readonly cameraId: string
  /** The user, an owner, as routes would see them. */
  readonly owner: UserCaller
}

/** Makes an organisation with an owner, a site, a gateway and a camera named "Front door". */
export async function seedOrg(db: Pick<TestDatabase, 'query'>): Promise<SeededOrg> {
  const [orgId, siteId, userId, gatewayId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await db.query(`insert into organisations (id, name) values ($1, 'Test organisation')`, [orgId])
  await db.query(`insert into sites (org_id, id, name) values ($1, $2, 'Headquarters')`, [orgId, siteId])
  await db.query(
    `insert into users (org_id, id, email, display_name, role) values ($1, $2, $3, 'Olive Owner', 'owner')`,
    [orgId, userId, `owner-${userId}@example.com`],
  )
  await db.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Cupboard', $3)`, [
    orgId,
    gatewayId,
    siteId,
  ])
  const org = { orgId, siteId, userId, gatewayId }
  const owner: UserCaller = {
    kind: 'user',
    orgId,
    userId,
    sessionId: randomUUID(),
    role: 'owner',
    siteIds: null,
    actor: { kind: 'user', id: userId, name: 'Olive Owner' },
  }
  return { ...org, cameraId: await seedCamera(db, org), owner }
}

/** Makes one more camera of the organisation, behind its gateway. */
export async function seedCamera(
  db: Pick<TestDatabase, 'query'>,
  org: Pick<SeededOrg, 'orgId' | 'siteId' | 'gatewayId'>,
  name = 'Front door',
): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into cameras (org_id, id, site_id, gateway_id, name, type) values ($1, $2, $3, $4, $5, 'rtsp')`,
    [org.orgId, id, org.siteId, org.gatewayId, name],
  )
  return id
}
