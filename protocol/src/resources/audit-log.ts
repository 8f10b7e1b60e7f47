import { z } from 'zod'
import { Actor, Id, PageQuery, page, since, Timestamp } from './common.js'
import { DateBound } from './moment.js'

/** One deed, as it was recorded when it was done. Entries never change. */
export const AuditEntry = z
  .object({
    id: Id,
    at: Timestamp,
    actor: Actor,
    action: z.string().describe('Resource and past participle: `camera.created`'),
    target_kind: z.string().nullable().describe('What it was done to: `camera`, `user`, …'),
    target_id: Id.nullable(),
    target_name: z
      .string()
      .nullable()
      .describe(
        'What that is called now; of an event, a share and an alert the name of its camera. Null: it is gone, or has no name',
      )
      .meta(since('v1.4')),
    target_at: Timestamp.nullable()
      .describe('Of an event, a share and an alert: when it happened')
      .meta(since('v1.4')),
    address: z.string().nullable().describe('Where the request came from; null for what no request caused'),
    user_agent: z.string().nullable(),
    data: z.record(z.string(), z.unknown()).describe('Particulars of the action; no secrets'),
  })
  .meta({ id: 'AuditEntry' })

/** Newest first. */
export const AuditPage = page(AuditEntry)

const Word = z.string().min(1).max(100)

/** All that are given must hold. */
const filters = {
  actor_id: Id.optional().describe('Who did it'),
  actor_kind: Actor.shape.kind.optional(),
  action: Word.optional().describe('Exactly this action'),
  target_kind: Word.optional(),
  target_id: Id.optional().describe('What it was done to'),
  date_from: DateBound.optional().describe("RFC 3339, or a day in the organisation's time zone"),
  date_to: DateBound.optional().describe('Included'),
}

/** Query of `GET /api/v1/audit-log`. */
export const AuditQuery = PageQuery.extend(filters)

/** Query of `GET /api/v1/audit-log/export`: every filter of the list. */
export const AuditExportQuery = z.object({
  ...filters,
  format: z
    .enum(['csv', 'jsonl'])
    .default('csv')
    .describe(
      '`csv`: one line an entry under a line of names; `jsonl`: one entry a line, as the list has it',
    ),
})

export type AuditEntry = z.infer<typeof AuditEntry>
export type AuditQuery = z.infer<typeof AuditQuery>
export type AuditExportQuery = z.infer<typeof AuditExportQuery>
