import { z } from 'zod'
import { AlertFilterQuery } from './alert.js'
import { Id } from './common.js'

/** Query of `GET /api/v1/alerts/stats`; the filters of the list but for the status, which is counted. */
export const AlertStatsQuery = AlertFilterQuery

const count = z.number().int().min(0)

/** How many alerts there are, within the caller's sites. Of rules and cameras the 100 with the most. */
export const AlertStats = z
  .object({
    total: count,
    by_status: z.object({ new: count, acknowledged: count, resolved: count }),
    by_severity: z.array(z.object({ severity: z.string(), count })),
    by_rule: z.array(z.object({ rule_id: Id, rule_name: z.string(), count })),
    by_camera: z.array(z.object({ camera_id: Id, camera_name: z.string(), count })),
    by_day: z
      .array(z.object({ date: z.string(), count }))
      .describe("Days on which alerts fired, in the organisation's timezone, oldest first"),
  })
  .meta({ id: 'AlertStats' })

export type AlertStats = z.infer<typeof AlertStats>
export type AlertStatsQuery = z.infer<typeof AlertStatsQuery>
