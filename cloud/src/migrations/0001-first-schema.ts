import type { Kysely } from 'kysely'
import { createAlerting } from './first-schema/alerting.js'
import { createCameras } from './first-schema/cameras.js'
import { createCompiledRules } from './first-schema/compiled-rules.js'
import { createDelivery } from './first-schema/delivery.js'
import { createEvents } from './first-schema/events.js'
import { createGateways } from './first-schema/gateways.js'
import { createIdentity } from './first-schema/identity.js'
import { createNoBigDeal } from './first-schema/no-big-deal.js'
import { createPlatform } from './first-schema/platform.js'
import { createUnderstanding } from './first-schema/understanding.js'

/** The schema with which the product begins, area by area: each refers only to those before it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIdentity(db)
  await createPlatform(db)
  await createGateways(db)
  await createCameras(db)
  await createEvents(db)
  await createUnderstanding(db)
  await createAlerting(db)
  await createCompiledRules(db)
  await createNoBigDeal(db)
  await createDelivery(db)
}
