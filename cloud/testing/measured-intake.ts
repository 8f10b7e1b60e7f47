import { uuidv7 } from 'uuidv7'
import { createEventIntake } from '#cloud/events/intake/event-intake.service.js'
import { openDatabase } from '#cloud/platform/database/database.js'
import { silentLog } from '#cloud/platform/log.js'
import { systemClock } from '#cloud/platform/time/clock.js'
import { testHooks } from './test-hooks.js'

/** The intake of events by itself, as the channel hands frames to it. */
export interface MeasuredIntake extends AsyncDisposable {
  readonly orgId: string
  readonly siteId: string
  readonly gatewayId: string
  readonly cameraIds: readonly string[]
  /** Takes an event of the `turn`-th camera. Resolves after COMMIT. @throws Error if it was not stored */
  take(turn: number): Promise<void>
}

const cameras = 20

/** Opens it on a database that is migrated, with an organisation of its own. */
export async function startMeasuredIntake(databaseUrl: string): Promise<MeasuredIntake> {
  const database = openDatabase({ url: databaseUrl, rolesLogIn: true }, { log: silentLog })
  const [orgId, siteId, gatewayId] = [uuidv7(), uuidv7(), uuidv7()]
  const cameraIds = Array.from({ length: cameras }, () => uuidv7())
  const of = { org_id: orgId, site_id: siteId }
  await database.inOrg(orgId, async (tx) => {
    await tx.insertInto('organisations').values({ id: orgId, name: 'Measured' }).execute()
    await tx.insertInto('sites').values({ org_id: orgId, id: siteId, name: 'Headquarters' }).execute()
    await tx
      .insertInto('gateways')
      .values({ ...of, id: gatewayId, name: 'Cupboard' })
      .execute()
    await tx
      .insertInto('cameras')
      .values(
        cameraIds.map((id, n) => ({
          ...of,
          id,
          gateway_id: gatewayId,
          name: `Camera ${n}`,
          type: 'rtsp' as const,
        })),
      )
      .execute()
  })
  const intake = createEventIntake({ database, clock: systemClock, log: silentLog, hooks: testHooks.events })
  return {
    orgId,
    siteId,
    gatewayId,
    cameraIds,
    take: async (turn) => {
      const receivedAt = new Date(systemClock.now())
      const outcome = await intake.take(
        { orgId, gatewayId, receivedAt },
        {
          type: 'event.opened',
          body: {
            event_id: uuidv7(),
            camera_id: cameraIds[turn % cameras] ?? '',
            event_category: 'motion',
            trigger_topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
            trigger_source: 'onvif',
            raw_source: 'onvif',
            raw_data: { IsMotion: true },
            triggered_at: receivedAt.toISOString(),
            clock_offset_ms: -14.5,
            clock_synced: true,
          },
        },
      )
      if (outcome !== 'stored') throw new Error(`an event was not stored: ${JSON.stringify(outcome)}`)
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}
