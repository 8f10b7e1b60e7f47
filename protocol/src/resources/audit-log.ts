import { z } from 'zod'
import { Actor, Id, PageQuery, page, Timestamp } from './common.js'
import { DateBound } from './event.js'

/** One deed, as it was recorded when it was done. Entries never change. */
export const AuditEntry = z
  .object({
    id: Id,
    at: Timestamp,
    actor: Actor,
    action: z.string().describe('Resource and past participle: `camera.created`'),
    target_kind: z.string().nullable().describe('What it was done to: `camera`, `user`, …'),
    target_id: Id.nullable(),
    address: z.string().nullable().describe('Where the request came from; null for what no request caused'),
    user_agent: z.string().nullable(),
    data: z.record(z.string(), z.unknown()).describe('Particulars of the action; no secrets'),
  })
  .meta({ id: 'AuditEntry' })

/** Newest first. */
export const AuditPage = page(AuditEntry)

const Word = z.string().min(1).max(100)

/** Query of `GET /api/v1/audit-log`. All filters that are given must hold. */
export const AuditQuery = PageQuery.extend({
  actor_id: Id.optional().describe('Who did it'),
  actor_kind: Actor.shape.kind.optional(),
  action: Word.optional().describe('Exactly this action'),
  target_kind: Word.optional(),
  target_id: Id.optional().describe('What it was done to'),
  date_from: DateBound.optional().describe("RFC 3339, or a day in the organisation's time zone"),
  date_to: DateBound.optional().describe('Included'),
})

export type AuditEntry = z.infer<typeof AuditEntry>
export type AuditQuery = z.infer<typeof AuditQuery>
