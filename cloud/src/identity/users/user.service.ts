import type { PageQuery, User } from '@sightline/protocol'
import { z } from 'zod'
import type { Caller } from '../../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../../platform/database/parsing.js'
import { missing } from '../../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../../platform/pagination/page.js'
import { countUsers, findUser, pageOfUsers, type UserWithSites } from './user.repository.js'
import type { UserDeps } from './user-deps.js'

const Position = z.object({ at: z.coerce.date(), id: z.uuid() })

/** The people of the organisation, oldest account first; disabled ones too. */
export async function listUsers(deps: UserDeps, caller: Caller, query: PageQuery): Promise<Page<User>> {
  const { orgId } = caller
  const db = deps.database.serving('reads').forOrg(orgId)
  const list = `users ${orgId}`
  const after = query.cursor === undefined ? null : decodeCursor(deps.keys, list, query.cursor, Position)
  const [rows, total] = await Promise.all([
    pageOfUsers(db, orgId, after, query.limit + 1),
    countUsers(db, orgId),
  ])
  return toPage(rows, {
    limit: query.limit,
    total,
    keys: deps.keys,
    list,
    positionOf: ({ created_at, id }) => ({ at: toTimestamp(created_at), id }),
    toItem: toUser,
  })
}

/** @throws AppError missing */
export async function getUser(deps: UserDeps, { orgId }: Caller, id: string): Promise<User> {
  const row = await findUser(deps.database.forOrg(orgId), orgId, id)
  if (!row) throw missing('user')
  return toUser(row)
}

function toUser(row: UserWithSites): User {
  return {
    id: row.id,
    email: row.email,
    display_name: row.display_name,
    role: row.role,
    enabled: row.enabled,
    site_ids: row.site_ids,
    has_second_factor: row.has_second_factor,
    // As `signsInByIssuer` says it of one.
    single_sign_on: row.role !== 'owner' && row.has_identity_in_force,
    last_seen_at: toTimestampOrNull(row.last_seen_at),
    created_at: toTimestamp(row.created_at),
  }
}
