import { describe, expect, it } from 'vitest'
import { decodeRecord, type JournalRecord } from './journal-format.js'
import { JournalQueue } from './journal-queue.js'

const kilobyte = 1024

/** A picture of about a kilobyte, by its time. */
const picture = (ptsUs: number, keyframe = false, dtsUs = ptsUs): JournalRecord => ({
  kind: 'packet',
  track: 'video',
  ptsUs,
  dtsUs,
  keyframe,
  data: Buffer.alloc(kilobyte - 28),
})
const sound: JournalRecord = {
  kind: 'packet',
  track: 'audio',
  ptsUs: 0,
  dtsUs: 0,
  keyframe: true,
  data: Buffer.alloc(8),
}

/** What the pictures that are left say of themselves: time, how many are missing before it, and whether it is damaged. */
function left(queue: JournalQueue): [number, number, boolean][] {
  const { bytes } = queue.take(Number.POSITIVE_INFINITY, queue.length)
  const found: [number, number, boolean][] = []
  for (let at = 0; at < bytes.length; ) {
    const decoded = decodeRecord(bytes.subarray(at))
    if (decoded.kind !== 'record') throw new Error(decoded.kind)
    at += decoded.bytes
    const { record } = decoded
    if (record.kind === 'packet' && record.track === 'video')
      found.push([record.ptsUs, record.missingBefore ?? 0, record.damaged ?? false])
  }
  return found
}

describe('what waits beyond its bound', () => {
  it('is what is being written and the first picture, and then the newest groups', () => {
    const queue = new JournalQueue(8 * kilobyte)
    for (const at of [0, 1, 2, 3]) queue.append(picture(at, at % 3 === 0))
    queue.take(2 * kilobyte, 4)
    for (const at of [4, 5, 6, 7, 8]) expect(queue.append(picture(at, at % 3 === 0))).toBe(true)
    // 0 and 1 are being written, 2 is what is left of their group.
    expect(left(queue).map(([at]) => at)).toEqual([0, 1, 3, 4, 5, 6, 7, 8])
    queue.written(true)
    expect(queue.length).toBe(0)
  })

  it('counts what was missing before and what is given up again and again', () => {
    const queue = new JournalQueue(4 * kilobyte)
    for (let at = 0; at < 20; at += 1) queue.append(picture(at, at % 2 === 0))
    expect(left(queue)).toEqual([
      [0, 0, false],
      [18, 17, false],
      [19, 0, false],
    ])
  })

  it('goes on with damaged pictures where there is no other keyframe', () => {
    const queue = new JournalQueue(4 * kilobyte)
    for (const at of [0, 1, 2, 3, 4, 5]) queue.append(picture(at, at === 0))
    queue.append(picture(6, true))
    expect(left(queue)).toEqual([
      [0, 0, false],
      [4, 3, true],
      [5, 0, true],
      [6, 0, false],
    ])
  })

  it('leaves out what is shown before the keyframe and refers to what was given up', () => {
    const queue = new JournalQueue(5 * kilobyte)
    queue.append(picture(0, true))
    for (const at of [1, 2]) queue.append(picture(at))
    queue.append(picture(6, true, 3))
    queue.append(picture(4, false, 4))
    queue.append(picture(5, false, 5))
    queue.append(picture(7))
    expect(left(queue)).toEqual([
      [0, 0, false],
      [6, 2, false],
      [7, 2, false],
    ])
  })

  it('says so where nothing can be given up', () => {
    const queue = new JournalQueue(30)
    expect(queue.append(picture(0, true))).toBe(false)
    const other = new JournalQueue(30)
    expect(other.append(sound)).toBe(false)
  })

  it('waits again where it could not be written', () => {
    const queue = new JournalQueue(4 * kilobyte)
    for (const at of [0, 1]) queue.append(picture(at, at === 0))
    queue.take(kilobyte, 1)
    queue.written(false)
    expect(left(queue).map(([at]) => at)).toEqual([0, 1])
  })
})
