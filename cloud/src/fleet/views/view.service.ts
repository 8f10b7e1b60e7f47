import type { View, ViewCreate, ViewPatch } from '@sightline/protocol'
import { isAtLeast } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../identity/audit/audit.service.js'
import { lockOrganisation } from '../../identity/organisation/organisation.service.js'
import { type Caller, requireSite, requireUser } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { conflict, forbidden, missing } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { listCameraPlaces } from '../cameras/camera.service.js'
import {
  findView,
  insertView,
  listOrder,
  listViewCameras,
  listViewRows,
  removeView,
  replaceViewCameras,
  saveOrder,
  saveView,
  type ViewCameraRow,
  type ViewRow,
} from './view.repository.js'
import { placedAt } from './view-order.js'

type ViewDeps = Pick<Platform, 'database'>

/** Views of one person, and as many of the organisation, at most: all of them stand beside each other as tabs. */
const mostViews = 50

/** The views of the organisation, then the caller's own. One of the organisation without a camera of theirs is left out. */
export async function listViews({ database }: ViewDeps, caller: Caller): Promise<View[]> {
  const db = database.serving('reads').forOrg(caller.orgId)
  const rows = await listViewRows(db, caller.orgId, requireUser(caller).userId)
  return (await shown(db, caller, rows)).filter(({ shared, cameras }) => isInSight(caller, shared, cameras))
}

/** @throws AppError missing, also for another person's, and for one of the organisation without a camera of theirs */
export async function getView({ database }: ViewDeps, caller: Caller, id: string): Promise<View> {
  return requireView(database.forOrg(caller.orgId), caller, id)
}

/** @throws AppError missing for a camera; forbidden for one outside the scope, or without the role; conflict for one too many */
export function createView({ database }: ViewDeps, caller: Caller, body: ViewCreate): Promise<View> {
  const { orgId } = caller
  requireMayKeep(caller, body.shared)
  return database.inOrg(orgId, async (tx) => {
    await lockOrganisation(tx, orgId)
    await requireCameras(tx, caller, body.cameras)
    const id = uuidv7()
    const row = await insertView(tx, {
      org_id: orgId,
      id,
      user_id: holderOf(caller, body.shared),
      name: body.name,
      layout: body.layout,
      rotate_sec: body.rotate_sec,
      position: mostViews,
    })
    await replaceViewCameras(tx, orgId, id, body.cameras)
    await place(tx, row, body.position ?? null)
    await recordAudit(tx, caller, 'view.created', { target: { kind: 'view', id } })
    return requireView(tx, caller, id)
  })
}

/** @throws AppError missing; forbidden without the role, or for a camera outside the scope; conflict for one too many */
export function updateView(
  { database }: ViewDeps,
  caller: Caller,
  id: string,
  { cameras, shared, position, ...change }: ViewPatch,
): Promise<View> {
  const { orgId } = caller
  return database.inOrg(orgId, async (tx) => {
    await lockOrganisation(tx, orgId)
    const before = await requireView(tx, caller, id)
    const isShared = shared ?? before.shared
    requireMayKeep(caller, before.shared || isShared)
    const row = await saveView(tx, orgId, id, { ...change, user_id: holderOf(caller, isShared) })
    if (cameras !== undefined) {
      await requireCameras(tx, caller, cameras)
      await replaceViewCameras(tx, orgId, id, cameras)
    }
    if (position !== undefined || isShared !== before.shared) await place(tx, row, position ?? null)
    if (isShared !== before.shared) await closeUp(tx, caller, before.shared)
    await recordAudit(tx, caller, 'view.updated', { target: { kind: 'view', id } })
    return requireView(tx, caller, id)
  })
}

/** @throws AppError missing; forbidden without the role */
export async function deleteView({ database }: ViewDeps, caller: Caller, id: string): Promise<void> {
  const { orgId } = caller
  await database.inOrg(orgId, async (tx) => {
    await lockOrganisation(tx, orgId)
    const { shared } = await requireView(tx, caller, id)
    requireMayKeep(caller, shared)
    await removeView(tx, orgId, id)
    await closeUp(tx, caller, shared)
    await recordAudit(tx, caller, 'view.deleted', { target: { kind: 'view', id } })
  })
}

/** Gives a view its place among those with which it stands. @throws AppError conflict for one too many */
async function place(tx: Tx, { org_id: orgId, user_id: userId, id }: ViewRow, position: number | null) {
  const order = placedAt(await listOrder(tx, orgId, userId), id, position)
  if (order.length > mostViews) {
    const whose = userId === null ? 'an organisation has' : 'a person has'
    throw conflict(`${whose} at most ${mostViews} views: delete one first`)
  }
  await saveOrder(tx, orgId, order)
}

/** After one left: the others count from 0 again. */
async function closeUp(tx: Tx, caller: Caller, shared: boolean): Promise<void> {
  await saveOrder(tx, caller.orgId, await listOrder(tx, caller.orgId, holderOf(caller, shared)))
}

async function requireView(db: Db, caller: Caller, id: string): Promise<View> {
  const row = await findView(db, caller.orgId, requireUser(caller).userId, id)
  const [view] = await shown(db, caller, row ? [row] : [])
  if (!view || !isInSight(caller, view.shared, view.cameras)) throw missing('view')
  return view
}

/** Whether it is anything to them: what the organisation has at other sites is not. */
function isInSight(caller: Caller, shared: boolean, cameras: readonly unknown[]): boolean {
  return !shared || caller.siteIds === null || cameras.length > 0
}

/** @throws AppError forbidden: what is the organisation's takes an operator */
function requireMayKeep({ role }: Caller, shared: boolean): void {
  if (shared && !isAtLeast(role, 'operator'))
    throw forbidden('views of the organisation are made and changed by operators and above')
}

/** @throws AppError missing; forbidden */
async function requireCameras(tx: Tx, caller: Caller, cameras: ViewCreate['cameras']): Promise<void> {
  const ids = cameras.map(({ camera_id: id }) => id)
  const found = await listCameraPlaces(tx, caller.orgId, ids)
  if (found.length < ids.length) throw missing('camera')
  for (const { site_id: siteId } of found) requireSite(caller, siteId, 'camera')
}

const holderOf = (caller: Caller, shared: boolean): string | null =>
  shared ? null : requireUser(caller).userId

async function shown(db: Db, caller: Caller, rows: readonly ViewRow[]): Promise<View[]> {
  const cameras = new Map<string, ViewCameraRow[]>()
  for (const camera of await listViewCameras(
    db,
    caller,
    rows.map(({ id }) => id),
  ))
    cameras.set(camera.view_id, [...(cameras.get(camera.view_id) ?? []), camera])
  return rows.map((row) => toView(row, cameras.get(row.id) ?? []))
}

function toView(row: ViewRow, cameras: readonly ViewCameraRow[]): View {
  return {
    id: row.id,
    name: row.name,
    shared: row.user_id === null,
    layout: row.layout,
    cameras: cameras.map(({ camera_id, size }) => ({ camera_id, size })),
    rotate_sec: row.rotate_sec,
    position: row.position,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }
}
