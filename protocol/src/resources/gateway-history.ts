import { z } from 'zod'
import { since, Timestamp } from './common.js'

/** A time in which nothing was heard of a gateway, or it was switched off. */
export const GatewayOutage = z.object({
  start_at: Timestamp.describe('When it was last heard'),
  end_at: Timestamp.nullable().describe('Null: it lasts'),
})

/** Answer of `GET /api/v1/gateways/{id}/telemetry/history`: what a gateway measured in the last two days. */
export const GatewayHistory = z
  .object({
    step_sec: z.number().int().describe('Each point stands for so long; of its reports it has the most'),
    from: Timestamp,
    to: Timestamp,
    points: z
      .array(
        z.object({
          at: Timestamp.describe('When it begins'),
          cpu_percent: z.number().nullable(),
          waiting_clips: z.number().int().nullable(),
          waiting_mb: z.number().nullable(),
          upstream_mbps: z.number().nullable(),
        }),
      )
      .describe('Oldest first; without those in which the gateway reported nothing'),
    offline: z
      .array(GatewayOutage)
      .describe('When it was off line in that time, oldest first')
      .meta(since('v1.4')),
  })
  .meta({ id: 'GatewayHistory' })

export type GatewayOutage = z.infer<typeof GatewayOutage>
export type GatewayHistory = z.infer<typeof GatewayHistory>
