import type { AgentStatus } from '../agent-socket/messages.js'
import type { ClockEvidence } from '../telemetry/clock-evidence.js'
import { type CheckResult, fail, ok, warn } from './check.js'
import type { CloudAnswer } from './cloud-answer.js'

/** Beyond this, events are hard to match with other records; beyond the other, certificates and time stamps break. */
const limits = { warnMs: 3_000, failMs: 60_000 }
const todo = 'let a time service hold the clock: timedatectl set-ntp true'

/** The clock against the cloud's, and whether a time service holds it. */
export async function checkClock(
  evidence: Promise<ClockEvidence>,
  answer: (() => Promise<CloudAnswer>) | null,
  running: AgentStatus | null,
): Promise<CheckResult> {
  const synced = await evidence
  const measured = running?.link.state === 'live' ? running.link.clock_offset_ms : null
  // That the cloud does not answer is reported by its own check.
  const asked = answer === null ? null : await answer().catch(() => null)
  return judgeClock(measured ?? asked?.offsetMs ?? null, synced)
}

/** @param offsetMs the cloud's clock minus ours; null if it is not known */
export function judgeClock(offsetMs: number | null, synced: ClockEvidence): CheckResult {
  const held = {
    true: 'held by a time service',
    false: 'NOT held by a time service',
    null: 'whether a time service holds it is not known',
  }[`${synced}`]
  if (offsetMs === null)
    return synced === false ? warn(held, todo) : ok(`${held}; the cloud could not be asked`)
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  const off = `${seconds} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the cloud, ${held}`
  if (Math.abs(offsetMs) >= limits.failMs) return fail(off, todo)
  if (Math.abs(offsetMs) >= limits.warnMs) return warn(off, todo)
  return synced === false ? warn(`as the cloud's, but ${held}`, todo) : ok(`as the cloud's; ${held}`)
}
