/**
 * Layout of the outbox database. Numbers are padded so that keys sort as numbers do.
 *
 * - `entry!<seq>` a durable frame that the cloud has not acknowledged
 * - `refused!<seq>` one that it refused, with the reason
 * - `mark!<mark>` what has been appended already, with its seq; outlives the entry
 * - `meta!seq`, `meta!acked` the last number given out, the last one acknowledged
 * - `upload!<event>!<kind>` a file on its way to the cloud
 * - `answer!<event>` the answer to a trigger
 * - `epoch!<camera>` of a relay: the newest epoch by which it held a camera
 */
const digits = 16

export const keys = {
  entry: (seq: number) => `entry!${padded(seq)}`,
  entries: { gte: 'entry!', lt: 'entry"' },
  refused: (seq: number) => `refused!${padded(seq)}`,
  refusals: { gte: 'refused!', lt: 'refused"' },
  mark: (mark: string) => `mark!${mark}`,
  marks: { gte: 'mark!', lt: 'mark"' },
  seq: 'meta!seq',
  acked: 'meta!acked',
  upload: (eventId: string, kind: string) => `upload!${eventId}!${kind}`,
  uploads: { gte: 'upload!', lt: 'upload"' },
  answer: (eventId: string) => `answer!${eventId}`,
  answers: { gte: 'answer!', lt: 'answer"' },
  epoch: (cameraId: string) => `epoch!${cameraId}`,
  epochs: { gte: 'epoch!', lt: 'epoch"' },
  cameraOfEpoch: (key: string) => key.slice('epoch!'.length),
} as const

function padded(seq: number): string {
  return String(seq).padStart(digits, '0')
}
