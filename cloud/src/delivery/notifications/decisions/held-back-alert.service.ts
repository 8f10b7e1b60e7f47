import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../../platform/database/handles.js'
import { groupOfEach } from '../groups/join-groups.js'
import { audiencesOf } from '../recipients/audience.js'
import { listAudience } from '../recipients/audience.repository.js'
import { byKnob, type KnobThatHolds } from './deciding-setting.js'
import { decidedBy, insertDecisions, listNotedHoldBacks } from './decision.repository.js'

/** An alert that was not made, of an event that a rule matched. */
interface HeldBackAlert extends KnobThatHolds {
  readonly candidate: {
    readonly ruleId: string
    readonly cameraId: string
    readonly siteId: string
    readonly eventId: string
  }
}

/**
 * Writes down what No-Big-Deal held back: a decision about all recipients of the rule. It stands in the group of
 * the alerts of that rule and camera, and notifies nobody, so that the first alert there is still sent at once.
 * Part of the transaction that holds them back, under the cooldown of each rule and camera.
 * An event that is judged again and held back by the same knob has its decision already.
 */
export async function noteHeldBack(tx: Tx, orgId: string, holds: readonly HeldBackAlert[]): Promise<void> {
  const heldBack = await notNoted(tx, orgId, holds)
  if (heldBack.length === 0) return
  const ruleIds = [...new Set(heldBack.map(({ candidate }) => candidate.ruleId))]
  const audiences = audiencesOf(await listAudience(tx, orgId, ruleIds, []))
  const groups = await groupOfEach(
    tx,
    orgId,
    heldBack.map(({ candidate: { ruleId, cameraId, siteId } }) => ({
      rule_id: ruleId,
      camera_id: cameraId,
      gateway_id: null,
      site_id: siteId,
      late: false,
      alert: null,
    })),
    audiences,
  )
  const rows = heldBack.flatMap((hold, index) => {
    const group = groups[index]
    if (!group) return []
    return [
      {
        id: uuidv7(),
        group_id: group.id,
        event_id: hold.candidate.eventId,
        alert_id: null,
        user_id: null,
        user_name: null,
        channel: null,
        mail_id: null,
        push_id: null,
        notified_now: false,
        outcome: 'held_back' as const,
        ...decidedBy(byKnob(hold)),
      },
    ]
  })
  await insertDecisions(tx, orgId, rows)
}

async function notNoted(tx: Tx, orgId: string, holds: readonly HeldBackAlert[]): Promise<HeldBackAlert[]> {
  if (holds.length === 0) return []
  const keyOf = (ruleId: string, eventId: string | null, knob: string) => `${ruleId} ${eventId} ${knob}`
  const eventIds = [...new Set(holds.map(({ candidate }) => candidate.eventId))]
  const noted = new Set(
    (await listNotedHoldBacks(tx, orgId, eventIds)).map(({ rule_id, event_id, setting_name }) =>
      keyOf(rule_id, event_id, setting_name),
    ),
  )
  return holds.filter(({ candidate, knob }) => !noted.has(keyOf(candidate.ruleId, candidate.eventId, knob)))
}
