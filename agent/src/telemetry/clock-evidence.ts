import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import type { Clock } from '../platform/clock.js'

/**
 * Whether a time service holds the wall clock: true or false if one says so, null if none is found. A null
 * is no alarm; containers and other systems simply do not tell.
 */
export type ClockEvidence = boolean | null

export interface ClockEvidenceSources {
  /** When systemd-timesyncd last synchronised (ms since the epoch); null if never; undefined if it does not run. */
  timesyncd(): Promise<number | null | undefined>
  /** What `chronyc -c tracking` prints; undefined if there is no chrony. */
  chrony(): Promise<string | undefined>
}

/** systemd-timesyncd asks at least every 34 minutes; after this long it has lost its servers. */
const freshForMs = 3 * 60 * 60 * 1000

export async function readClockEvidence(
  clock: Clock,
  sources: ClockEvidenceSources = systemSources,
): Promise<ClockEvidence> {
  const synchronisedAtMs = await sources.timesyncd()
  if (typeof synchronisedAtMs === 'number') {
    return Math.abs(clock.now() - synchronisedAtMs) < freshForMs
  }
  const tracking = await sources.chrony()
  if (tracking !== undefined) return readChronyTracking(tracking)
  return synchronisedAtMs === null ? false : null
}

/** The leap status is the last field (chronyc(1), option -c); `Not synchronised` means what it says. */
function readChronyTracking(csv: string): ClockEvidence {
  const leapStatus = csv.trim().split(',').at(-1)?.toLowerCase() ?? ''
  if (leapStatus === 'not synchronised') return false
  return ['normal', 'insert second', 'delete second'].includes(leapStatus) ? true : null
}

const timesyncdFolder = '/run/systemd/timesync'

const systemSources: ClockEvidenceSources = {
  async timesyncd() {
    const touchedAtMs = await modifiedAtMs(`${timesyncdFolder}/synchronized`)
    if (touchedAtMs !== undefined) return touchedAtMs
    return (await modifiedAtMs(timesyncdFolder)) === undefined ? undefined : null
  },
  chrony: () =>
    new Promise((resolve) => {
      execFile('chronyc', ['-c', 'tracking'], { timeout: 2000, killSignal: 'SIGKILL' }, (error, stdout) =>
        resolve(error === null ? stdout : undefined),
      )
    }),
}

async function modifiedAtMs(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return undefined
  }
}
