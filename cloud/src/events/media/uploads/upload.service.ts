import type { UploadBegin, UploadComplete, UploadPlan } from '@sightline/protocol'
import type { Config } from '../../../platform/config.js'
import type { Database } from '../../../platform/database/database.js'
import { forbidden, invalid, missing, unavailable } from '../../../platform/errors.js'
import type { Log } from '../../../platform/log.js'
import type { Metrics } from '../../../platform/metrics.js'
import type { Clock } from '../../../platform/time/clock.js'
import type { EventHooks } from '../../event.hooks.js'
import { clipStored, lockForUpload, snapshotStored } from '../../intake/event-upload.service.js'
import { type FrameSender, isOwnedBy, staleLease } from '../../intake/intake-frame.service.js'
import type { LinkTail } from '../links/media-links.service.js'
import type { BlobStore } from '../store/blob-store.service.js'
import { roomIn } from '../store/storage-room.service.js'
import { beginUpload, diskFull, quotaReached } from './begin-upload.js'
import type { PartLinks } from './part-links.js'
import {
  findUpload,
  forgetParts,
  listAbandonedUploads,
  listPartNumbers,
  lockUpload,
  markStored,
  savePart,
  type UploadRow,
} from './upload.repository.js'
import { refuse, type UploadAnswer } from './upload-answer.js'
import { missingParts, partBytes } from './upload-parts.js'

export type { UploadAnswer } from './upload-answer.js'

/** Who asks: a gateway, which its key named with its organisation, or a relay under a lease. */
type Uploader = FrameSender & { readonly orgId: string }

/** A part on its way in, as its signed link names it. */
interface IncomingPart {
  readonly orgId: string | undefined
  readonly uploadId: string
  readonly number: number
  readonly tail: LinkTail
  /** From `Content-Length`; null if the request does not say. */
  readonly bytes: number | null
  readonly body: AsyncIterable<Uint8Array>
}

/** Uploads of clips and snapshots (docs/protocol.md, section 9). */
export interface Uploads {
  /** Where the missing parts go. Asked again for the same bytes, it is the same upload. */
  beginUpload(gateway: Uploader, body: UploadBegin): Promise<UploadAnswer<UploadPlan>>
  /** Verifies the whole; then medium and event are ready, in one transaction. May be repeated. */
  completeUpload(gateway: Uploader, body: UploadComplete): Promise<UploadAnswer<Record<string, never>>>
  /**
   * Takes a part; resolves when it is durable.
   * @throws AppError forbidden (no valid link), missing (the upload is gone), invalid or too_large (its length)
   */
  takePart(part: IncomingPart): Promise<void>
}

interface UploadDeps {
  readonly database: Database
  readonly clock: Clock
  readonly config: Pick<Config, 'storageQuotaBytes' | 'storageReserveBytes'>
  readonly metrics: Pick<Metrics, 'uploadsPutOff'>
  readonly log: Pick<Log, 'warn'>
  readonly store: BlobStore
  readonly links: PartLinks
  readonly hooks: EventHooks
}

export function createUploads(deps: UploadDeps): Uploads {
  /** Verifications under way on this node, so that an impatient repeat joins the first. */
  const completing = new Map<string, Promise<UploadAnswer<Record<string, never>>>>()
  return {
    async beginUpload(gateway, body) {
      const { database, store, config, metrics } = deps
      const limits = {
        now: new Date(deps.clock.now()),
        room: (await roomIn(store, config))?.bytes ?? null,
        quotaBytes: config.storageQuotaBytes,
        leastPartBytes: store.leastPartBytes,
      }
      const begun = await database.inOrg(gateway.orgId, (tx) => beginUpload(tx, gateway, body, limits))
      if (begun === diskFull) metrics.uploadsPutOff.inc({ reason: 'disk' })
      if (begun === quotaReached) metrics.uploadsPutOff.inc({ reason: 'quota' })
      if (!begun.ok) return begun
      // They are in no count of what is stored, and would lie there for as long as the object does not come.
      await dropAll(deps, gateway.orgId, begun.value.givenUp)
      return { ok: true, value: await planOf(deps, gateway.orgId, begun.value.upload) }
    },

    completeUpload(gateway, { upload_id: id }) {
      const key = `${gateway.orgId} ${gateway.lease?.cameraId ?? gateway.gatewayId} ${id}`
      const known = completing.get(key)
      if (known) return known
      const work = complete(deps, gateway, id).finally(() => completing.delete(key))
      completing.set(key, work)
      return work
    },

    takePart: (part) => takePart(deps, part),
  }
}

async function planOf(
  { database, links }: UploadDeps,
  orgId: string,
  upload: UploadRow,
): Promise<UploadPlan> {
  const plan = { upload_id: upload.id, part_size: upload.part_size }
  if (upload.state === 'complete') return { ...plan, complete: true, parts: [] }
  const there = await listPartNumbers(database.forOrg(orgId), orgId, upload.id)
  const missingNow = missingParts(cutOf(upload), there)
  const parts = missingNow
    .slice(0, mostListed)
    .map((number) => ({ number, url: links.pathOf(orgId, upload.id, number) }))
  const more = missingNow.length > parts.length ? { missing: missingNow.length } : {}
  return { ...plan, complete: false, parts, ...more }
}

/** All parts of the usual size; of smaller ones not so many that the frame would be too large. */
const mostListed = 512

const cutOf = ({ bytes, part_size: size }: UploadRow) => ({ bytes, size })

const noSuchUpload = refuse('not_found', 'there is no such upload of this sender')

async function complete(
  deps: UploadDeps,
  sender: Uploader,
  id: string,
): Promise<UploadAnswer<Record<string, never>>> {
  const { database, store, clock, config, hooks } = deps
  const { orgId, lease } = sender
  const db = database.forOrg(orgId)
  if (lease && !(await database.inOrg(orgId, (tx) => lease.hold(tx)))) return { ok: false, error: staleLease }
  const upload = await findUpload(db, orgId, id)
  if (!upload || !isOwnedBy(sender, upload) || upload.state === 'abandoned') return noSuchUpload
  if (upload.state === 'open') {
    const missingNow = missingParts(cutOf(upload), await listPartNumbers(db, orgId, id))
    if (missingNow.length > 0) return refuse('parts_missing', `${missingNow.length} parts have not arrived`)
    // The whole is written beside its parts, which go then: half of the reserve may serve for that.
    const room = await roomIn(store, config)
    if (room && room.withHalfTheReserve < upload.bytes) return diskFull
    const outcome = await store.complete(id, { ...upload, parts: upload.part_count })
    if (outcome !== 'stored') {
      await forgetParts(db, orgId, id)
      await dropAll(deps, orgId, [id])
      return outcome === 'parts_missing'
        ? refuse('parts_missing', 'parts that had arrived are lost: begin the upload again')
        : refuse('hash_mismatch', 'the parts received are not the bytes announced: begin the upload again')
    }
    const stored = await database.inOrg(orgId, async (tx) => {
      // The bytes may have taken longer to verify than the relay kept the camera.
      if (lease && !(await lease.hold(tx))) return 'stale'
      // The event first, as `beginUpload` does. One that was deleted meanwhile takes no more media.
      const event = upload.event_id && (await lockForUpload(tx, orgId, sender, upload.event_id))
      const locked = await lockUpload(tx, orgId, id)
      if (!event || !locked || locked.state === 'abandoned') return false
      if (locked.state === 'complete') return true
      if (!(await markStored(tx, orgId, locked, new Date(clock.now())))) return false
      if (locked.kind === 'clip') await clipStored(hooks, tx, orgId, event.id)
      else await snapshotStored(tx, orgId, event.id, locked.media_id)
      return true
    })
    if (stored === 'stale') return { ok: false, error: staleLease }
    if (!stored) return noSuchUpload
  }
  await dropAll(deps, orgId, [id, ...(await listAbandonedUploads(db, orgId, upload.media_id))])
  return { ok: true, value: {} }
}

/** What has happened has, though its parts lie there still: what knows of them stays, and retention drops them. */
async function dropAll(
  { database, store, log }: UploadDeps,
  orgId: string,
  uploadIds: readonly string[],
): Promise<void> {
  for (const uploadId of uploadIds) {
    try {
      await store.dropParts(uploadId)
      await forgetParts(database.forOrg(orgId), orgId, uploadId)
    } catch (error) {
      log.warn({ err: error, uploadId }, 'upload.parts_left')
    }
  }
}

async function takePart(deps: UploadDeps, part: IncomingPart): Promise<void> {
  const { database, store, links, config } = deps
  const { orgId, uploadId, number } = part
  if (orgId === undefined || links.judge(orgId, uploadId, number, part.tail) !== 'valid') {
    throw forbidden('this link is not valid, or no more: ask upload.begin again')
  }
  const db = database.forOrg(orgId)
  const upload = await findUpload(db, orgId, uploadId)
  const bytes = upload && partBytes(cutOf(upload), number)
  if (!upload || upload.state === 'abandoned' || !bytes) throw missing('upload')
  if (part.bytes !== null && part.bytes !== bytes) throw wrongLength(number, bytes)
  // Everything is stored already: a repeat that was under way when the upload was completed.
  if (upload.state === 'complete') return
  const room = await roomIn(store, config)
  if (room && room.withHalfTheReserve < bytes) throw unavailable('the media store has no room')
  const put = await store.putPart(uploadId, number, part.body, bytes)
  if (put === 'wrong_length') throw wrongLength(number, bytes)
  // What was given up or completed while the part was on its way, dropped its parts before this one came.
  const { state } = (await findUpload(db, orgId, uploadId)) ?? { state: 'abandoned' }
  if (state !== 'open') await dropAll(deps, orgId, [uploadId])
  if (state === 'abandoned') throw missing('upload')
  if (state !== 'open') return
  if (put === 'dropped') throw unavailable('the parts of this upload were dropped meanwhile: send it again')
  await savePart(db, orgId, uploadId, { number, bytes })
}

const wrongLength = (number: number, bytes: number) =>
  invalid(`part ${number} of this upload has ${bytes} bytes: send exactly these, with Content-Length`)
