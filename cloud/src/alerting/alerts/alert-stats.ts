import type { AlertStats, AlertStatsQuery } from '@sightline/protocol'
import { timezoneOf } from '../../identity/organisation/organisation.service.js'
import type { Caller } from '../../platform/caller.js'
import type { Platform } from '../../platform/platform.js'
import { readInZone } from '../../platform/time/database-zone.js'
import { type AlertCount, countAlertsByAll, namesOf } from './alert-stats.repository.js'
import { alertFilterOf } from './list-alerts.js'

/** Rules and cameras that are shown at most. */
const mostNamed = 100

/** Counts the alerts at the caller's sites. Dates without a time are days of the organisation, as in the list. */
export async function getAlertStats(
  deps: Pick<Platform, 'database'>,
  caller: Caller,
  query: AlertStatsQuery,
): Promise<AlertStats> {
  const { orgId } = caller
  const db = deps.database.serving('reads').forOrg(orgId)
  const timezone = await timezoneOf(db, orgId)
  const filter = await alertFilterOf(db, caller, query, timezone)
  const counts = await readInZone(timezone, (zone) => countAlertsByAll(db, caller, filter, zone))
  const [byRule, byCamera] = [mostFirst(counts, 'rule'), mostFirst(counts, 'camera')]
  const ruleNames = await namesOf(db, orgId, 'alert_rules', idsOf(byRule))
  const cameraNames = await namesOf(db, orgId, 'cameras', idsOf(byCamera))
  const withStatus = (status: string) =>
    counts.find((one) => one.of === 'status' && one.value === status)?.count ?? 0
  return {
    total: counts.find((one) => one.of === 'total')?.count ?? 0,
    by_status: {
      new: withStatus('new'),
      acknowledged: withStatus('acknowledged'),
      resolved: withStatus('resolved'),
    },
    by_severity: mostFirst(counts, 'severity').map(({ value, count }) => ({ severity: value, count })),
    by_rule: byRule.map(({ value, count }) => ({
      rule_id: value,
      rule_name: ruleNames.get(value) ?? '',
      count,
    })),
    by_camera: byCamera.map(({ value, count }) => ({
      camera_id: value,
      camera_name: cameraNames.get(value) ?? '',
      count,
    })),
    by_day: valued(counts, 'day')
      .toSorted((a, b) => a.value.localeCompare(b.value))
      .map(({ value, count }) => ({ date: value, count })),
  }
}

interface Valued {
  readonly value: string
  readonly count: number
}

function valued(counts: readonly AlertCount[], of: AlertCount['of']): Valued[] {
  return counts.flatMap((one) =>
    one.of === of && one.value !== null ? [{ value: one.value, count: one.count }] : [],
  )
}

function mostFirst(counts: readonly AlertCount[], of: AlertCount['of']): Valued[] {
  return valued(counts, of)
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
    .slice(0, mostNamed)
}

const idsOf = (counts: readonly Valued[]): string[] => counts.map(({ value }) => value)
