import { uuidv7 } from 'uuidv7'
import { listActiveRules } from '#cloud/alerting/rules/alert-rule.repository.js'
import { RuleIndexCache } from '#cloud/alerting/rules/rule-index-cache.service.js'
import { type JudgedEvent, mismatch } from '#cloud/alerting/rules/rule-match.service.js'
import { openDatabase } from '#cloud/platform/database/database.js'
import { silentLog } from '#cloud/platform/log.js'

/** An organisation with many alert rules, and the two ways to find those that fire on an event. */
export interface MeasuredRules extends AsyncDisposable {
  /** As the intake finds them, in a transaction. @returns how many fire on the `turn`-th event */
  find(turn: number): Promise<number>
  /** All rules read in a transaction and tried one by one. */
  scan(turn: number): Promise<number>
  /** The same two without the database: the index, and the rules, as they lie in memory. */
  findHeld(turn: number): number
  scanHeld(turn: number): number
}

const cameras = 100
const categories = ['motion', 'intrusion', 'line_crossing', 'audio', 'analytics_object'] as const

/** Opens it on a database that is migrated, with an organisation of its own. */
export async function startMeasuredRules(databaseUrl: string, count: number): Promise<MeasuredRules> {
  const database = openDatabase({ url: databaseUrl, rolesLogIn: true }, { log: silentLog })
  const orgId = uuidv7()
  const cameraIds = Array.from({ length: cameras }, () => uuidv7())
  const rows = Array.from({ length: count }, (_, n) => ({
    org_id: orgId,
    id: uuidv7(),
    name: `Rule ${n}`,
    rule_kind: 'camera_event' as const,
    event_category: n % 10 === 0 ? null : (categories[n % categories.length] ?? null),
    trigger_topic_pattern: n % 4 === 0 ? '%RuleEngine%' : null,
    source_filter: n % 3 === 0 ? ['onvif' as const, 'software' as const] : null,
    // One of a hundred is for all cameras, the others for two of them.
    scope_type: n % 100 === 0 ? ('all_cameras' as const) : ('cameras' as const),
    camera_ids: [cameraIds[n % cameras] ?? '', cameraIds[(n * 7) % cameras] ?? ''],
    created_by_kind: 'user' as const,
    created_by_name: 'Measured',
  }))
  await database.inOrg(orgId, async (tx) => {
    await tx.insertInto('organisations').values({ id: orgId, name: 'Measured' }).execute()
    await tx.insertInto('alert_rules').values(rows).execute()
  })
  const indexes = new RuleIndexCache()
  const eventOf = (turn: number): JudgedEvent => ({
    camera_id: cameraIds[turn % cameras] ?? '',
    event_category: categories[turn % categories.length] ?? 'motion',
    trigger_topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
    trigger_source: 'onvif',
  })
  const held = await database.inOrg(orgId, async (tx) => ({
    index: await indexes.of(tx, orgId),
    rules: await listActiveRules(tx, orgId, 'camera_event'),
  }))
  return {
    find: (turn) =>
      database.inOrg(orgId, async (tx) => (await indexes.of(tx, orgId)).rulesFor(eventOf(turn)).length),
    scan: (turn) =>
      database.inOrg(orgId, async (tx) => {
        const rules = await listActiveRules(tx, orgId, 'camera_event')
        return rules.filter((rule) => mismatch(rule, eventOf(turn)) === null).length
      }),
    findHeld: (turn) => held.index.rulesFor(eventOf(turn)).length,
    scanHeld: (turn) => held.rules.filter((rule) => mismatch(rule, eventOf(turn)) === null).length,
    [Symbol.asyncDispose]: () => database.close(),
  }
}
