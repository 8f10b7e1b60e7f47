import { keys } from '../outbox/outbox-keys.js'
import type { UploadRecord } from '../outbox/upload-record.js'

type Placed = Pick<UploadRecord, 'object' | 'afterSeq'>

/** Where an upload lies that is on its way. */
export const keyOfUpload = ({ object, afterSeq }: Placed): string =>
  keys.send(object.kind, afterSeq, object.event_id)

/** Where one lies that was set aside. */
export const keyOfUnsent = ({ object, afterSeq }: Placed): string =>
  keys.unsent(object.kind, afterSeq, object.event_id)
