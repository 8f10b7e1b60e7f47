/**
 * Layout of the outbox database. Numbers are padded so that keys sort as numbers do.
 *
 * - `entry!<seq>` a durable frame that the cloud has not acknowledged
 * - `refused!<seq>` one that it refused, with the reason
 * - `mark!<mark>` what has been appended already, with its seq; outlives the entry
 * - `meta!seq`, `meta!acked` the last number given out, the last one acknowledged; `meta!probe` tries whether a
 *   write is taken
 * - `lost!<what>!<event>`, `meta!losses` what was given up, one by one and added up
 * - `send!<turn>!<seq>!<event>` a file on its way to the cloud: pictures have turn 0, clips turn 1
 * - `unsent!<seq>!<event>!<kind>` one that the cloud refused for good
 * - `unread!<key>` one of either whose record cannot be read, as it lay under that key
 * - `answer!<event>` the answer to a trigger
 * - `epoch!<camera>` of a relay: the newest epoch by which it held a camera
 */
const digits = 16

export type UploadKind = 'snapshot' | 'clip'

/** A picture is small and soon useful: all pictures go before the clips. */
const turns: Readonly<Record<UploadKind, number>> = { snapshot: 0, clip: 1 }

export const keys = {
  entry: (seq: number) => `entry!${padded(seq)}`,
  entries: { gte: 'entry!', lt: 'entry"' },
  refused: (seq: number) => `refused!${padded(seq)}`,
  refusals: { gte: 'refused!', lt: 'refused"' },
  mark: (mark: string) => `mark!${mark}`,
  marks: { gte: 'mark!', lt: 'mark"' },
  seq: 'meta!seq',
  acked: 'meta!acked',
  losses: 'meta!losses',
  probe: 'meta!probe',
  lost: (what: string, id: string) => `lost!${what}!${id}`,
  losts: { gte: 'lost!', lt: 'lost"' },
  send: (kind: UploadKind, seq: number, eventId: string) => `send!${turns[kind]}!${padded(seq)}!${eventId}`,
  sends: (kind: UploadKind) => ({ gte: `send!${turns[kind]}!`, lt: `send!${turns[kind]}"` }),
  allSends: { gte: 'send!', lt: 'send"' },
  unsent: (kind: UploadKind, seq: number, eventId: string) => `unsent!${padded(seq)}!${eventId}!${kind}`,
  unsents: { gte: 'unsent!', lt: 'unsent"' },
  unread: (key: string) => `unread!${key}`,
  unreads: { gte: 'unread!', lt: 'unread"' },
  keyOfUnread: (key: string) => key.slice('unread!'.length),
  /** Where files lay that were on their way in earlier versions. */
  oldUploads: { gte: 'upload!', lt: 'upload"' },
  answer: (eventId: string) => `answer!${eventId}`,
  answers: { gte: 'answer!', lt: 'answer"' },
  epoch: (cameraId: string) => `epoch!${cameraId}`,
  epochs: { gte: 'epoch!', lt: 'epoch"' },
  cameraOfEpoch: (key: string) => key.slice('epoch!'.length),
} as const

function padded(seq: number): string {
  return String(seq).padStart(digits, '0')
}
