import type { CameraStatusReport } from '@sightline/protocol'
import { expect, test } from 'vitest'
import { reportFingerprint } from './report-fingerprint.js'

const stream = { codec: 'h264', width: 640, height: 360, fps: 15, gop_sec: 1, bitrate_kbps: 1000 }
const report: CameraStatusReport = {
  camera_id: '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d',
  state: 'online',
  fault: null,
  message: null,
  since: '2026-03-14T09:26:55.012Z',
  stream,
  reconnects_last_hour: 0,
  stalls_last_hour: 0,
  pre_roll_shortened: false,
  streams: [
    {
      role: 'main',
      state: 'online',
      fault: null,
      used_for: ['recording'],
      received: { ...stream, transport: 'tcp', audio: null },
    },
  ],
  events: {
    state: 'subscribed',
    last_event_at: '2026-03-14T09:26:55.012Z',
    last_renew_at: null,
    motion_seen: true,
  },
  motion: { state: 'watching', stream: 'main', last_motion_at: null },
  clock_skew_sec: 1.2,
  warnings: [],
}
const [main] = report.streams ?? []
const { events, motion } = report

test.each<[string, Partial<CameraStatusReport>]>([
  ['a rate that wavers', { stream: { ...stream, fps: 15.2, bitrate_kbps: 1040 } }],
  ['the same', {}],
  ['a further event', { events: events && { ...events, last_event_at: '2026-03-14T09:27:55.012Z' } }],
  ['a clock that is read again', { clock_skew_sec: 0.9 }],
])('no news: %s', (_, change) => {
  expect(reportFingerprint({ ...report, ...change })).toBe(reportFingerprint(report))
})

test.each<[string, Partial<CameraStatusReport>]>([
  ['rates that were not known', { stream: { ...stream, fps: null, bitrate_kbps: null } }],
  ['another size', { stream: { ...stream, width: 1920 } }],
  ['another bitrate', { stream: { ...stream, bitrate_kbps: 2000 } }],
  ['a shorter pre-roll', { pre_roll_shortened: true }],
  ['a reconnect', { reconnects_last_hour: 1 }],
  ['a stall', { stalls_last_hour: 1 }],
  ['no stream', { stream: null }],
  ['another use of a stream', { streams: main ? [{ ...main, used_for: ['recording', 'detection'] }] : [] }],
  ['a stream that fails', { streams: main ? [{ ...main, state: 'unsupported', fault: 'codec' }] : [] }],
  ['a subscription that fails', { events: events && { ...events, state: 'degraded' } }],
  ['an event an hour later', { events: events && { ...events, last_event_at: '2026-03-14T10:26:55.012Z' } }],
  ['a camera that tells of motion', { motion: motion && { ...motion, state: 'standby' } }],
  ['a broken frame', { broken_frames_last_hour: 1 }],
  ['a run of pictures that broke', { breaks_last_hour: 1 }],
  ['why runs of pictures broke', { breaks_by_reason: { format: 1 } }],
  ['another clock', { clock_skew_sec: 60 }],
  ['a warning', { warnings: [{ code: 'b_frames', stream: 'main', value: null }] }],
])('news: %s', (_, change) => {
  expect(reportFingerprint({ ...report, ...change })).not.toBe(reportFingerprint(report))
})

test('no news: broken frames that go on as before', () => {
  const at = (count: number) => reportFingerprint({ ...report, broken_frames_last_hour: count })
  expect(at(701)).toBe(at(700))
  expect(at(1500)).not.toBe(at(700))
})
