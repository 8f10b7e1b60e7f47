import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../../platform/database/handles.js'
import type { GroupedAlert } from '../notification.table.js'
import type { Audience } from '../recipients/audience.js'
import { type JoinedGroup, joinGroups, type WantedGroup } from './notification-group.repository.js'

/** What a group is about, as far as groups differ by it. */
interface GroupKey {
  readonly rule_id: string
  /** The camera, or the gateway of a system alert. */
  readonly subject_id: string
  /** The site at trigger time. */
  readonly site_id: string
  readonly late: boolean
}

/** Something that belongs to a group: an alert, or what was held back. */
interface Groupable {
  readonly rule_id: string
  /** Null for the alert of a gateway. */
  readonly camera_id: string | null
  readonly gateway_id: string | null
  readonly site_id: string
  readonly late: boolean
  /** What the digest says of it; null for what was held back. */
  readonly alert: GroupedAlert | null
}

/**
 * Finds or opens the group of each, in one statement. Those of one key share a group, unless the window is 0.
 * @returns the groups in the order of `items`
 */
export async function groupOfEach(
  tx: Tx,
  orgId: string,
  items: readonly Groupable[],
  audiences: ReadonlyMap<string, Audience>,
): Promise<JoinedGroup[]> {
  const wanted = new Map<string, WantedGroup & { readonly alerts: GroupedAlert[] }>()
  const keys = items.map((item) => {
    const fresh = wantedFor(item, audiences.get(item.rule_id))
    const key = fresh.window_sec === 0 ? fresh.id : keyOf(fresh)
    const group = wanted.get(key) ?? fresh
    wanted.set(key, group)
    if (item.alert !== null) group.alerts.push(item.alert)
    return key
  })
  const joined = new Map<string, JoinedGroup>()
  for (const group of await joinGroups(tx, orgId, [...wanted.values()])) {
    joined.set(group.id, group)
    joined.set(keyOf(group), group)
  }
  return keys.map((key) => {
    const group = joined.get(key)
    if (!group) throw new Error('an alert has no notification group: its site is not there')
    return group
  })
}

function wantedFor(item: Groupable, audience: Audience | undefined) {
  const { rule_id, camera_id, gateway_id, site_id, late } = item
  const subjectId = camera_id ?? gateway_id
  if (!audience || subjectId === null)
    throw new Error('an alert names no rule, or neither camera nor gateway')
  return {
    id: uuidv7(),
    rule_id,
    rule_name: audience.ruleName,
    subject_id: subjectId,
    camera_id,
    gateway_id,
    site_id,
    late,
    window_sec: audience.window.sec,
    window_origin: audience.window.origin,
    alerts: new Array<GroupedAlert>(),
  }
}

const keyOf = ({ rule_id, subject_id, site_id, late }: GroupKey): string =>
  `${rule_id} ${subject_id} ${site_id} ${late}`
