import { uuidv7 } from 'uuidv7'
import type { Actor } from '../../platform/caller.js'
import type { Database } from '../../platform/database/database.js'
import { recordAudit } from '../audit/audit.service.js'
import { insertOrganisation, insertOwner, insertSite } from './organisation.repository.js'

/** What a new organisation begins with. */
interface NewOrganisation {
  name: string
  owner: { email: string; passwordHash: string }
}

/** As the operator's command prints it. */
interface CreatedOrganisation {
  org_id: string
  owner_id: string
  site_id: string
}

/** Makes an organisation with its owner and a first site, all or nothing. */
export async function createOrganisation(
  database: Database,
  { name, owner }: NewOrganisation,
  actor: Actor,
): Promise<CreatedOrganisation> {
  const orgId = uuidv7()
  const ownerId = uuidv7()
  const siteId = uuidv7()
  await database.inOrg(orgId, async (tx) => {
    await insertOrganisation(tx, { id: orgId, name })
    await insertSite(tx, { org_id: orgId, id: siteId, name: 'Main site' })
    await insertOwner(tx, {
      org_id: orgId,
      id: ownerId,
      email: owner.email,
      display_name: owner.email.split('@')[0]?.slice(0, 100) || 'Owner',
      role: 'owner',
      password_hash: owner.passwordHash,
    })
    await recordAudit(tx, { orgId, actor }, 'organisation.created', {
      target: { kind: 'organisation', id: orgId },
    })
  })
  return { org_id: orgId, owner_id: ownerId, site_id: siteId }
}
