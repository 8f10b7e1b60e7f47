import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { BenchService } from '../service/bench-service.js'

/** An organisation with events at one camera, and the key by which it listens. */
export interface ListeningOrg {
  readonly orgId: string
  readonly key: string
  readonly eventIds: readonly string[]
}

/** Fills in organisations, each with a site, a camera, a key and events. */
export async function seedListeningOrgs(
  service: BenchService,
  { orgs, events }: { readonly orgs: number; readonly events: number },
): Promise<ListeningOrg[]> {
  const seeded: ListeningOrg[] = []
  for (let number = 0; number < orgs; number += 1) seeded.push(await seedOrg(service, number, events))
  await service.query('analyze')
  return seeded
}

async function seedOrg(service: BenchService, number: number, events: number): Promise<ListeningOrg> {
  const [orgId, siteId, cameraId, accountId, keyId] = Array.from({ length: 5 }, () => randomUUID())
  const prefix = randomBytes(8).toString('hex')
  const key = `sa_${prefix}_${randomBytes(32).toString('base64url')}`
  const sha256 = createHash('sha256').update(key).digest()
  await service.query('insert into organisations (id, name) values ($1, $2)', [orgId, `Listening ${number}`])
  await service.query(`insert into sites (org_id, id, name) values ($1, $2, 'Site')`, [orgId, siteId])
  await service.query(
    `insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, 'Camera', 'rtsp')`,
    [orgId, cameraId, siteId],
  )
  await service.query(
    `insert into service_accounts (org_id, id, name, role) values ($1, $2, 'Listener', 'operator')`,
    [orgId, accountId],
  )
  await service.query(
    `insert into service_account_keys (org_id, id, service_account_id, prefix, sha256) values ($1, $2, $3, $4, $5)`,
    [orgId, keyId, accountId, prefix, sha256],
  )
  await service.query(
    `insert into api_key_lookup (prefix, kind, org_id, key_id) values ($1, 'service_account', $2, $3)`,
    [prefix, orgId, keyId],
  )
  const rows = await service.query<{ id: string }>(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
     select $1, gen_random_uuid(), $2, $3, 'motion', 'onvif', now() from generate_series(1, $4) returning id`,
    [orgId, cameraId, siteId, events],
  )
  return { orgId: orgId ?? '', key, eventIds: rows.map(({ id }) => id) }
}
