import { expect, test } from 'vitest'
import { RecordedVolume } from './recorded-volume.js'
import type { ClosedEvent, RecordingObserver } from './recording-observer.js'

const hourMs = 3_600_000
const nobody: RecordingObserver = {
  opened: async () => {},
  extended: async () => {},
  closed: async () => {},
}
const file = (bytes: number) => ({ path: '/x', bytes, sha256: '', width: 1, height: 1 })
const closed = (clipBytes: number, snapshotBytes: number): ClosedEvent => ({
  eventId: 'e',
  cameraId: 'c',
  clip: { ...file(clipBytes), codec: 'h264', startAtMs: 0, endAtMs: 1 },
  snapshot: file(snapshotBytes),
  error: null,
})

test('what was recorded is counted from the start on, and forgotten after a day', async () => {
  let nowMs = 5_000
  const volume = new RecordedVolume({ monotonic: () => nowMs })
  const observer = volume.counting(nobody)
  expect(volume.lately).toEqual({ bytes: 0, sec: 0 })
  await observer.closed(closed(900, 100))
  nowMs += hourMs / 2
  expect(volume.lately).toEqual({ bytes: 1000, sec: 1800 })
  nowMs += 10 * hourMs
  await observer.closed(closed(500, 0))
  expect(volume.lately).toEqual({ bytes: 1500, sec: 10.5 * 3600 })
  nowMs += 14 * hourMs
  expect(volume.lately).toEqual({ bytes: 500, sec: 23.5 * 3600 })
})

test('what nobody has kept is not counted, and who recorded is told', async () => {
  const volume = new RecordedVolume({ monotonic: () => 0 })
  const observer = volume.counting({
    ...nobody,
    closed: () => Promise.reject(new Error('the disk is full')),
  })
  await expect(observer.closed(closed(1, 1))).rejects.toThrow('the disk is full')
  expect(volume.lately.bytes).toBe(0)
})
