import type { UploadBegin } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { type FrameSender, lockForUpload, type UploadedEvent } from '../events/event.service.js'
import type { Tx } from '../platform/database/database.js'
import { objectKey } from './blob-store.js'
import {
  abandonMedia,
  findMediaOf,
  findUploadOf,
  insertMedia,
  insertUpload,
  type MediaRow,
  type UploadRow,
} from './upload.repository.js'
import { type Answer, refuse, staleLease } from './upload-answer.js'
import { largestBytes, partCount, partSize } from './upload-parts.js'

/**
 * Finds or makes the upload of an event's clip or snapshot. The event's row is locked, so that two requests at once
 * find one upload.
 */
export async function beginUpload(
  tx: Tx,
  sender: FrameSender & { orgId: string },
  body: UploadBegin,
  now: Date,
): Promise<Answer<UploadRow>> {
  const flaw = flawOf(body)
  if (flaw) return flaw
  const { orgId, lease } = sender
  if (lease && !(await lease.hold(tx))) return staleLease
  const event = await lockForUpload(tx, orgId, sender, body.event_id)
  if (!event || (body.kind === 'clip' && event.clip_status === 'expired')) {
    return refuse('not_found', 'there is no such event of this sender')
  }
  const known = await findMediaOf(tx, orgId, event.id, body.kind)
  if (known && isSame(known, body)) {
    const upload = await findUploadOf(tx, orgId, known.id)
    if (upload) return { ok: true, value: upload }
    if (known.state === 'ready') return { ok: true, value: finished(known, sender.gatewayId) }
  }
  if (known?.state === 'ready') {
    return refuse('conflict', `the ${body.kind} of this event is stored already, with other bytes`)
  }
  if (known) await abandonMedia(tx, orgId, known.id, now)
  return { ok: true, value: await makeUpload(tx, sender, event, body) }
}

function flawOf({ kind, content_type: type, bytes }: UploadBegin): Answer<never> | null {
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
function finished(media: MediaRow, gatewayId: string | null): UploadRow {
  const cut = { part_size: partSize, part_count: partCount({ bytes: media.bytes, size: partSize }) }
  return { ...media, ...cut, media_id: media.id, gateway_id: gatewayId, state: 'complete' }
}

async function makeUpload(
  tx: Tx,
  { orgId, gatewayId }: FrameSender & { orgId: string },
  event: UploadedEvent,
  { kind, bytes, sha256, content_type: contentType, codec, width, height }: UploadBegin,
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
    part_size: partSize,
    part_count: partCount({ bytes, size: partSize }),
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
