import { stat } from 'node:fs/promises'
import { startProcess, tailOf } from '../platform/child-process.js'
import type { Clock } from '../platform/clock.js'

/**
 * Whether a time service holds the wall clock: true or false if one says so, null if none is found. A null
 * is no alarm; containers and other systems simply do not say.
 */
export type ClockEvidence = boolean | null

interface ClockEvidenceSources {
  /** When systemd-timesyncd last synchronised (ms since the epoch); null if never; undefined if it does not run. */
  timesyncd(): Promise<number | null | undefined>
  /** What `chronyc -c tracking` prints; undefined if there is no chrony. */
  chrony(): Promise<string | undefined>
}

/** systemd-timesyncd asks at least every 34 minutes; after this long it has lost its servers. */
const freshForMs = 3 * 60 * 60 * 1000

/** Asks this machine; answers within some seconds, and never rejects. */
export async function readClockEvidence(
  clock: Clock,
  sources: ClockEvidenceSources = systemSources(clock),
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

const systemSources = (clock: Clock): ClockEvidenceSources => ({
  async timesyncd() {
    const touchedAtMs = await modifiedAtMs(`${timesyncdFolder}/synchronized`)
    if (touchedAtMs !== undefined) return touchedAtMs
    return (await modifiedAtMs(timesyncdFolder)) === undefined ? undefined : null
  },
  async chrony() {
    const { child, ended } = startProcess({
      command: 'chronyc',
      args: ['-c', 'tracking'],
      clock,
      deadlineMs: 2000,
    })
    child.stdin.end()
    child.stderr.resume()
    const said = tailOf(child.stdout, 4000)
    const end = await ended
    return end.kind === 'exited' && end.code === 0 ? said() : undefined
  },
})

async function modifiedAtMs(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return undefined
  }
}
