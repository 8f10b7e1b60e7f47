import type { CameraStatusReport } from '@sightline/protocol'
import { expect, test } from 'vitest'
import { noticeableFacts } from './noticeable-facts.js'

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
}

test.each<[string, Partial<CameraStatusReport>]>([
  ['a rate that wavers', { stream: { ...stream, fps: 15.2, bitrate_kbps: 1040 } }],
  ['the same', {}],
])('no news: %s', (_, change) => {
  expect(noticeableFacts({ ...report, ...change })).toBe(noticeableFacts(report))
})

test.each<[string, Partial<CameraStatusReport>]>([
  ['rates that were not known', { stream: { ...stream, fps: null, bitrate_kbps: null } }],
  ['another size', { stream: { ...stream, width: 1920 } }],
  ['another bitrate', { stream: { ...stream, bitrate_kbps: 2000 } }],
  ['a shorter pre-roll', { pre_roll_shortened: true }],
  ['a reconnect', { reconnects_last_hour: 1 }],
  ['a stall', { stalls_last_hour: 1 }],
  ['no stream', { stream: null }],
])('news: %s', (_, change) => {
  expect(noticeableFacts({ ...report, ...change })).not.toBe(noticeableFacts(report))
})
