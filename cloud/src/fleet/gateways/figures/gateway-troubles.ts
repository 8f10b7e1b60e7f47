import type { GatewayStatus, GatewayStorage, GatewayTrouble } from '@sightline/protocol'

/** By what troubles of a gateway are found. */
export interface TroubleFacts {
  readonly status: GatewayStatus
  readonly hasDuplicate: boolean
  readonly disk: GatewayStorage['level'] | null
  /** Since when the oldest clip waits; null where none does, or nobody knows. */
  readonly oldestClip: Date | null
  readonly clock: { readonly synced: boolean | null; readonly offsetMs: number | null }
  readonly cpuPercent: number | null
  readonly isOutdated: boolean | null
}

/** A clip that waits longer comes late, ms. */
export const lateAfterMs = 15 * 60_000
/** A clock that is off by this much is wrong, ms; agents hold the same for right. */
const wrongFromMs = 5_000
const busyFromPercent = 90

const graveOnes: ReadonlySet<GatewayTrouble> = new Set([
  'offline',
  'duplicate_identity',
  'disk_full',
  'disk_low',
  'falls_behind',
  'clock_wrong',
])

/** Whether somebody has to do something about it. */
export const isGrave = (trouble: GatewayTrouble): boolean => graveOnes.has(trouble)

/**
 * What is not as it should be, the gravest first. Of a gateway that is off line nothing else is said: nobody knows. One that was
 * never paired, or was switched off by somebody, has no trouble.
 */
export function troublesOf(facts: TroubleFacts, now: Date): GatewayTrouble[] {
  const duplicate = facts.hasDuplicate ? (['duplicate_identity'] as const) : []
  if (facts.status === 'offline') return ['offline', ...duplicate]
  if (facts.status !== 'online') return []
  const { clock, disk, oldestClip, cpuPercent } = facts
  const isWrong = clock.offsetMs !== null && Math.abs(clock.offsetMs) >= wrongFromMs
  const found: (GatewayTrouble | false)[] = [
    disk === 'full' && 'disk_full',
    disk === 'low' && 'disk_low',
    oldestClip !== null && now.getTime() - oldestClip.getTime() > lateAfterMs && 'falls_behind',
    isWrong && 'clock_wrong',
    !isWrong && clock.synced === false && 'clock_not_held',
    cpuPercent !== null && cpuPercent >= busyFromPercent && 'busy',
    facts.isOutdated === true && 'outdated',
  ]
  return [...duplicate, ...found.filter((trouble) => trouble !== false)]
}
