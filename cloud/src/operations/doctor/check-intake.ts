import {
  countFullQuarantines,
  mostQuarantined,
  sumQuarantined,
} from '../../events/intake/quarantine/quarantine.service.js'
import type { Database } from '../../platform/database/database.js'
import { type Check, fail, ok, runCheck } from './check.js'

const named = 3

/** What gateways sent was taken. */
export function checkIntake(database: Database): Promise<Check> {
  const name = 'intake'
  return runCheck(name, 'run cloud migrate', async () => {
    const sums = await sumQuarantined(database.worker)
    if (sums.length === 0) return ok(name, 'no frame of a gateway is in quarantine')
    const reasons = sums
      .slice(0, named)
      .map(({ reason, count, oldest }) => `${count} since ${oldest.toISOString()} (${reason})`)
    const full = await countFullQuarantines(database.worker, mostQuarantined)
    return fail(
      name,
      `frames of gateways that could not be stored: ${reasons.join(', ')}${full > 0 ? `; ${saysFull(full)}` : ''}`,
      'look for intake.quarantined in the log; they are tried again every ten minutes, and after the cause is mended they go in',
    )
  })
}

const saysFull = (count: number): string =>
  `quarantine is full in ${count} ${count === 1 ? 'organisation' : 'organisations'} (${mostQuarantined} frames each): a gateway with one more keeps it and all that comes after it`
