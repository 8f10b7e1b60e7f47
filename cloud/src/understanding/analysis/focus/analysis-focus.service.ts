import { isDeepStrictEqual } from 'node:util'
import type { AnalysisFocus, AnalysisFocusPut, PageQuery } from '@sightline/protocol'
import { z } from 'zod'
import { requireCamera, requireLockedCamera } from '../../../fleet/cameras/camera.service.js'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Caller } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { conflict } from '../../../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../../../platform/pagination/page.js'
import type { Platform } from '../../../platform/platform.js'
import {
  countFocusVersions,
  type FocusRow,
  insertFocusVersion,
  listFocusVersions,
} from './analysis-focus.repository.js'

type FocusDeps = Pick<Platform, 'database' | 'keys'>

const Position = z.object({ version: z.number().int() })

/** @throws AppError missing, or forbidden outside the caller's sites */
export async function getFocus(
  { database }: Pick<FocusDeps, 'database'>,
  caller: Caller,
  cameraId: string,
): Promise<AnalysisFocus> {
  const db = database.forOrg(caller.orgId)
  await requireCamera(db, caller, cameraId)
  return newestFocus(db, caller.orgId, cameraId)
}

/**
 * What a camera is watched for, as it stands. The same text again makes no version.
 * @throws AppError missing, forbidden; conflict if the caller wrote over a version that is not the newest
 */
export function putFocus(
  { database }: Pick<FocusDeps, 'database'>,
  caller: Caller,
  cameraId: string,
  { version: writtenOver, ...wanted }: AnalysisFocusPut,
): Promise<AnalysisFocus> {
  const { orgId, actor } = caller
  return database.inOrg(orgId, async (tx) => {
    // Its lock gives one version at a time.
    await requireLockedCamera(tx, caller, cameraId)
    const newest = await newestFocus(tx, orgId, cameraId)
    if (writtenOver !== undefined && writtenOver !== newest.version) {
      throw conflict(`version ${newest.version} is the newest by now: read it, and write over it again`)
    }
    if (newest.version > 0 && isSame(newest, wanted)) return newest
    const row = await insertFocusVersion(tx, {
      org_id: orgId,
      camera_id: cameraId,
      version: newest.version + 1,
      focus_text: wanted.focus_text,
      ignore_guidance: wanted.ignore_guidance,
      monitoring_schedule: JSON.stringify(wanted.monitoring_schedule),
      created_by_kind: actor.kind,
      created_by_id: actor.id,
      created_by_name: actor.name,
    })
    const data = { version: row.version }
    await recordAudit(tx, { orgId, actor }, 'camera.analysis_focus_changed', {
      target: { kind: 'camera', id: cameraId },
      data,
    })
    return toFocus(row)
  })
}

/** All versions of a camera's focus, newest first. @throws AppError missing, forbidden; invalid for a foreign cursor */
export async function listFocusHistory(
  { database, keys }: FocusDeps,
  caller: Caller,
  cameraId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<AnalysisFocus>> {
  const { orgId } = caller
  const db = database.serving('reads').forOrg(orgId)
  await requireCamera(db, caller, cameraId)
  const list = `analysis focus ${orgId} ${cameraId}`
  const position = cursor === undefined ? null : decodeCursor(keys, list, cursor, Position)
  const range = { before: position?.version ?? null, limit: limit + 1 }
  return toPage(await listFocusVersions(db, orgId, cameraId, range), {
    limit,
    total: await countFocusVersions(db, orgId, cameraId),
    keys,
    list,
    positionOf: ({ version }) => ({ version }),
    toItem: toFocus,
  })
}

async function newestFocus(db: Db, orgId: string, cameraId: string): Promise<AnalysisFocus> {
  const [row] = await listFocusVersions(db, orgId, cameraId, { before: null, limit: 1 })
  return row ? toFocus(row) : { ...nothingSaid, camera_id: cameraId }
}

const nothingSaid = {
  version: 0,
  focus_text: '',
  ignore_guidance: '',
  monitoring_schedule: [],
  updated_at: null,
  updated_by: null,
}

function isSame(
  { focus_text, ignore_guidance, monitoring_schedule }: AnalysisFocus,
  wanted: Omit<AnalysisFocusPut, 'version'>,
): boolean {
  return isDeepStrictEqual({ focus_text, ignore_guidance, monitoring_schedule }, wanted)
}

function toFocus(row: FocusRow): AnalysisFocus {
  return {
    camera_id: row.camera_id,
    version: row.version,
    focus_text: row.focus_text,
    ignore_guidance: row.ignore_guidance,
    monitoring_schedule: row.monitoring_schedule,
    updated_at: toTimestamp(row.created_at),
    updated_by: { kind: row.created_by_kind, id: row.created_by_id, name: row.created_by_name },
  }
}
