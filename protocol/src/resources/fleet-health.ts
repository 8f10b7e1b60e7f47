import { z } from 'zod'
import { CameraStatus } from './camera.js'
import { CameraDiagnostics, ShownWarning } from './camera-condition.js'
import { Id, since, Timestamp } from './common.js'
import { Gateway, GatewayFigures } from './gateway.js'
import { GatewayOutage } from './gateway-history.js'

/** `GET /api/v1/fleet-health`, `GET /api/v1/fleet-health/count` */
export const FleetHealthQuery = z.object({ site_id: Id.optional() })

/** A gateway and how it fares. */
export const GatewayHealth = Gateway.extend({
  cameras: z
    .object({ total: z.number().int(), online: z.number().int() })
    .describe('That are switched on and that the caller may see'),
  needs_somebody: z.boolean(),
  figures: GatewayFigures,
  outages: z
    .array(GatewayOutage)
    .describe('When it was off line in the last 24 hours, oldest first')
    .meta(since('v1.4')),
}).meta({ id: 'GatewayHealth' })

/** A camera that is not as it should be. */
export const TroubledCamera = z
  .object({
    camera_id: Id,
    name: z.string(),
    site_id: Id,
    gateway_id: Id.nullable(),
    status: CameraStatus,
    needs_somebody: z.boolean().describe('Else it works and could be better'),
    connectivity: CameraDiagnostics.shape.connectivity,
    warnings: z.array(ShownWarning).describe('What works and could be better'),
    reconnects_last_hour: z.number().int().nullable(),
    stalls_last_hour: z.number().int().nullable(),
    outages: z
      .array(z.object({ start_at: Timestamp, end_at: Timestamp.nullable().describe('Null: it lasts') }))
      .describe('Of the last 24 hours'),
  })
  .meta({ id: 'TroubledCamera' })

/** How everything fares that the caller may see. */
export const FleetHealth = z
  .object({
    needs_somebody: z.number().int().describe('Gateways and cameras'),
    gateways: z.array(GatewayHealth),
    cameras: z.object({
      total: z.number().int().describe('That are switched on'),
      off: z.number().int().describe('That somebody switched off'),
      behind_gateways: z
        .number()
        .int()
        .describe('Of a gateway that is off line or was switched off: it stands for them'),
      need_somebody: z.number().int(),
      could_be_better: z.number().int(),
      troubled: z
        .array(TroubledCamera)
        .describe(
          'Those that need somebody, the newest trouble first, then those that could be better: 200 of each at most',
        ),
    }),
  })
  .meta({ id: 'FleetHealth' })

export const FleetHealthCount = z.object({ needs_somebody: z.number().int() })

export type GatewayHealth = z.infer<typeof GatewayHealth>
export type TroubledCamera = z.infer<typeof TroubledCamera>
export type FleetHealth = z.infer<typeof FleetHealth>
export type FleetHealthQuery = z.infer<typeof FleetHealthQuery>
