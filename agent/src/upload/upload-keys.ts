import { keys, type UploadKind } from '../outbox/outbox-keys.js'
import type { UploadRecord } from '../outbox/upload-record.js'

type Placed = Pick<UploadRecord, 'object' | 'afterSeq'>

/** Where an upload lies that is on its way. */
export const keyOfUpload = ({ object, afterSeq }: Placed): string =>
  keys.send(object.kind, afterSeq, object.event_id)

/** Where one lies that was set aside. */
export const keyOfUnsent = ({ object, afterSeq }: Placed): string =>
  keys.unsent(object.kind, afterSeq, object.event_id)

/** What the key of an upload says of its file, whatever can be read of the record. */
export interface PlaceOfUpload {
  readonly kind: UploadKind
  readonly eventId: string
  /** Of the file in the folder of recordings. */
  readonly name: string
}

/** Of one that is on its way, was refused, or lies where earlier versions kept them. */
export function placeOf(key: string): PlaceOfUpload {
  const [range, first = '', second = '', third = ''] = key.split('!')
  switch (range) {
    case 'upload':
      return place(second === 'clip', first)
    case 'unsent':
      return place(third === 'clip', second)
    default:
      return place(first === keys.sends('clip').gte.split('!')[1], third)
  }
}

function place(isClip: boolean, eventId: string): PlaceOfUpload {
  const name = `${eventId.toLowerCase()}.${isClip ? 'mp4' : 'jpg'}`
  return { kind: isClip ? 'clip' : 'snapshot', eventId, name }
}
