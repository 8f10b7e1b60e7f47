import type { Alert, AlertDetail, AlertTimeline } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../identity/audit/audit.service.js'
import { type Caller, requireSite } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { missing } from '../../platform/errors.js'
import {
  findAlert,
  insertTimeline,
  listTimeline,
  lockAlert,
  saveAlert,
  type TimelineRow,
} from './alert.repository.js'
import type { AlertRow } from './alert.table.js'
import type { AlertDeps } from './list-alerts.js'
import { toAlert, toAlertDetail } from './show-alerts.js'

/** @throws AppError missing, or forbidden outside the caller's sites */
export async function getAlert(deps: AlertDeps, caller: Caller, id: string): Promise<AlertDetail> {
  return toAlertDetail(await requireAlert(deps, caller, id))
}

/** @throws AppError missing, or forbidden outside the caller's sites */
export async function getTimeline(deps: AlertDeps, caller: Caller, id: string): Promise<AlertTimeline> {
  await requireAlert(deps, caller, id)
  const rows = await listTimeline(deps.database.forOrg(caller.orgId), caller.orgId, id)
  return { alert_id: id, entries: rows.map(toEntry) }
}

/** Acknowledges a new alert; one that is acknowledged or resolved already stays as it is. */
export function acknowledgeAlert(deps: AlertDeps, caller: Caller, id: string): Promise<Alert> {
  return moveAlert(deps, caller, id, {
    to: 'acknowledged',
    action: 'acknowledged',
    moves: (status) => status === 'new',
  })
}

/** Sets any status from any other. The same status again changes nothing. */
export function setAlertStatus(
  deps: AlertDeps,
  caller: Caller,
  id: string,
  status: Alert['status'],
): Promise<Alert> {
  return moveAlert(deps, caller, id, {
    to: status,
    action: 'status_changed',
    moves: (before) => before !== status,
  })
}

/** By which of the two routes an alert was moved; the timeline names it. */
type MoveAction = 'acknowledged' | 'status_changed'

interface Move {
  readonly to: Alert['status']
  readonly action: MoveAction
  readonly moves: (from: Alert['status']) => boolean
}

function moveAlert(deps: AlertDeps, caller: Caller, id: string, { to, action, moves }: Move): Promise<Alert> {
  return deps.database.inOrg(caller.orgId, async (tx) => {
    const before = await lockAlert(tx, caller.orgId, id)
    if (!before) throw missing('alert')
    requireSite(caller, before.site_id, 'alert')
    if (!moves(before.status)) return toAlert(before)
    const after = await saveAlert(tx, caller.orgId, id, {
      status: to,
      ...marksOf(to, caller, new Date(deps.clock.now())),
    })
    await noteMove(tx, caller, after, action)
    await recordAudit(tx, caller, `alert.${to}`, { target: { kind: 'alert', id } })
    return toAlert(after)
  })
}

/** Who acknowledged and when; an alert that is new again has neither. */
function marksOf(to: Alert['status'], caller: Caller, now: Date) {
  const { kind, id, name } = caller.actor
  switch (to) {
    case 'new':
      return {
        acknowledged_at: null,
        acknowledged_by_kind: null,
        acknowledged_by_id: null,
        acknowledged_by_name: null,
        resolved_at: null,
      }
    case 'acknowledged':
      return {
        acknowledged_at: now,
        acknowledged_by_kind: kind,
        acknowledged_by_id: id,
        acknowledged_by_name: name,
        resolved_at: null,
      }
    case 'resolved':
      return { resolved_at: now }
  }
}

async function noteMove(tx: Tx, caller: Caller, alert: AlertRow, action: MoveAction): Promise<void> {
  await insertTimeline(tx, [
    {
      org_id: alert.org_id,
      id: uuidv7(),
      alert_id: alert.id,
      action,
      to_status: action === 'status_changed' ? alert.status : null,
      actor_kind: caller.actor.kind,
      actor_id: caller.actor.id,
      actor_name: caller.actor.name,
    },
  ])
}

async function requireAlert(deps: AlertDeps, caller: Caller, id: string): Promise<AlertRow> {
  const row = await findAlert(deps.database.forOrg(caller.orgId), caller.orgId, id)
  if (!row) throw missing('alert')
  requireSite(caller, row.site_id, 'alert')
  return row
}

function toEntry(row: TimelineRow): AlertTimeline['entries'][number] {
  return {
    at: toTimestamp(row.at),
    action: row.action,
    actor: row.actor_kind === 'system' ? null : row.actor_name,
    ...(row.to_status !== null && { to: row.to_status }),
  }
}
