import { uuidv7 } from 'uuidv7'
import type { HeldBack } from '../no-big-deal/no-big-deal.service.js'
import type { Tx } from '../platform/database/database.js'
import { audiencesOf } from './audience.js'
import { listAudience } from './audience.repository.js'
import { byKnob } from './deciding-setting.js'
import { decidedBy, insertDecisions, listNotedHoldBacks } from './decision.repository.js'
import { groupOfEach } from './join-groups.js'

/**
 * Writes down what No-Big-Deal held back: a decision about everybody whom the rule would have told. It stands in the
 * group of the alerts of that rule and camera, and tells nobody, so that the first alert there is still told at once.
 * Part of the transaction that holds them back, under the cooldown of each rule and camera.
 * An event that is judged again and held back by the same knob has its decision already.
 */
export async function noteHeldBack(tx: Tx, orgId: string, holds: readonly HeldBack[]): Promise<void> {
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
        told_now: false,
        outcome: 'held_back' as const,
        ...decidedBy(byKnob(hold)),
      },
    ]
  })
  await insertDecisions(tx, orgId, rows)
}

async function notNoted(tx: Tx, orgId: string, holds: readonly HeldBack[]): Promise<HeldBack[]> {
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
