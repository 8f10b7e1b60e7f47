import type { UploadBegin } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../../platform/database/handles.js'
import { lockForUpload, type UploadedEvent } from '../../intake/event-upload.service.js'
import { type FrameSender, staleLease } from '../../intake/intake-frame.service.js'
import { isEventQuarantined } from '../../intake/quarantine/quarantine.service.js'
import { objectKey } from '../store/blob-store.service.js'
import { lockStoredBytes } from '../store/stored-bytes.repository.js'
import {
  abandonMedia,
  abandonUpload,
  findMediaOf,
  findUploadOf,
  insertMedia,
  insertUpload,
  type MediaRow,
  type UploadRow,
} from './upload.repository.js'
import { refuse, type UploadAnswer } from './upload-answer.js'
import { largestBytes, partCount, partSizeOf } from './upload-parts.js'

/** What an upload that begins is held against. */
interface BeginLimits {
  readonly now: Date
  /** Of the disk, bytes; null: no bound. */
  readonly room: number | null
  /** Of all media of the organisation; null: no bound. */
  readonly quotaBytes: number | null
  /** The least that the store takes as a part, bytes. */
  readonly leastPartBytes: number
}

/**
 * Finds or makes the upload of an event's clip or snapshot. The event's row is locked, so that two requests at once
 * find one upload. One whose parts do not get through is given up for another of the same medium, in smaller parts.
 */
export async function beginUpload(
  tx: Tx,
  sender: FrameSender & { orgId: string },
  body: UploadBegin,
  { now, room, quotaBytes, leastPartBytes }: BeginLimits,
): Promise<UploadAnswer<UploadRow>> {
  const flaw = flawOf(body)
  if (flaw) return flaw
  const { orgId, lease } = sender
  if (lease && !(await lease.hold(tx))) return { ok: false, error: staleLease }
  const event = await lockForUpload(tx, orgId, sender, body.event_id)
  const sent = { eventId: body.event_id, gatewayId: sender.gatewayId }
  if (!event && (await isEventQuarantined(tx, orgId, sent))) {
    return refuse('unavailable', 'the event is not stored yet')
  }
  if (!event || (body.kind === 'clip' && event.clip_status === 'expired')) {
    return refuse('not_found', 'there is no such event of this sender')
  }
  const known = await findMediaOf(tx, orgId, event.id, body.kind)
  const size = partSizeOf(body.bytes, body.most_part_bytes, leastPartBytes)
  if (known && isSame(known, body)) {
    const upload = await findUploadOf(tx, orgId, known.id)
    if (upload?.state === 'open' && room !== null && room < body.bytes) return diskFull
    if (upload?.state === 'open' && upload.part_size > size && body.bytes > size)
      return { ok: true, value: await cutAnew(tx, orgId, upload, size) }
    if (upload) return { ok: true, value: upload }
    if (known.state === 'ready') return { ok: true, value: finished(known, sender.gatewayId, size) }
  }
  if (known?.state === 'ready') {
    return refuse('conflict', `the ${body.kind} of this event is stored already, with other bytes`)
  }
  // Its parts, and the whole that is made of them before they go.
  if (room !== null && room < 2 * body.bytes) return diskFull
  if (quotaBytes !== null && (await lockStoredBytes(tx, orgId)) + body.bytes > quotaBytes) return quotaReached
  if (known) await abandonMedia(tx, orgId, known.id, now)
  return { ok: true, value: await makeUpload(tx, sender, event, { ...body, size }) }
}

/** Not refused for good: the sender keeps the file and comes again. */
export const diskFull = refuse('unavailable', 'the media store has no room: keep the file and come again')
export const quotaReached = refuse(
  'unavailable',
  'the organisation has no storage left: keep the file and come again',
)

function flawOf({ kind, content_type: type, bytes }: UploadBegin): UploadAnswer<never> | null {
  if (type !== (kind === 'clip' ? 'video/mp4' : 'image/jpeg')) {
    return refuse('invalid', `a ${kind} is not of the type ${type}`)
  }
  return bytes > largestBytes[kind]
    ? refuse('too_large', `a ${kind} has at most ${largestBytes[kind]} bytes`)
    : null
}

const isSame = (media: MediaRow, { sha256, bytes }: UploadBegin): boolean =>
  media.sha256 === sha256 && media.bytes === bytes

/** The upload of a stored medium, for its own row is gone after a while. */
function finished(media: MediaRow, gatewayId: string | null, size: number): UploadRow {
  const cut = { part_size: size, part_count: partCount({ bytes: media.bytes, size }) }
  return { ...media, ...cut, media_id: media.id, gateway_id: gatewayId, state: 'complete' }
}

/** A new upload in the place of an open one: a part of the old cut that is still on its way is none of the new. */
async function cutAnew(tx: Tx, orgId: string, upload: UploadRow, size: number): Promise<UploadRow> {
  await abandonUpload(tx, orgId, upload.id)
  const cut = { id: uuidv7(), part_size: size, part_count: partCount({ bytes: upload.bytes, size }) }
  const { media_id, gateway_id } = upload
  await insertUpload(tx, { ...cut, org_id: orgId, media_id, gateway_id, state: 'open' })
  return { ...upload, ...cut }
}

async function makeUpload(
  tx: Tx,
  { orgId, gatewayId }: FrameSender & { orgId: string },
  event: UploadedEvent,
  {
    kind,
    bytes,
    sha256,
    content_type: contentType,
    codec,
    width,
    height,
    size,
  }: UploadBegin & { size: number },
): Promise<UploadRow> {
  const [mediaId, id] = [uuidv7(), uuidv7()]
  const object = {
    event_id: event.id,
    camera_id: event.camera_id,
    kind,
    key: objectKey(orgId, mediaId),
    bytes,
    sha256,
  }
  const upload = {
    id,
    media_id: mediaId,
    gateway_id: gatewayId,
    part_size: size,
    part_count: partCount({ bytes, size }),
    state: 'open' as const,
  }
  await insertMedia(tx, {
    ...object,
    org_id: orgId,
    id: mediaId,
    site_id: event.site_id,
    content_type: contentType,
    codec,
    width,
    height,
  })
  await insertUpload(tx, { ...upload, org_id: orgId })
  return { ...upload, ...object }
}
