import { describe, expect, test } from 'vitest'
import { afterClosed, afterOpened, afterStored, type ClipState, durationSec } from './clip-progress.js'

const at = new Date('2026-03-14T10:00:00.000Z')
const state = (clip_status: ClipState['clip_status'], rest: Partial<ClipState> = {}): ClipState => ({
  clip_status,
  clip_error: null,
  closed_at: null,
  ...rest,
})
const clip = {
  start_at: '2026-03-14T10:00:00.000Z',
  end_at: '2026-03-14T10:00:20.000Z',
  codec: 'h264',
  width: 640,
  height: 360,
  bytes: 1,
  sha256: 'a'.repeat(64),
}

describe('opened', () => {
  test('failed -> recording: the gateway answers a trigger given up for lost', () => {
    expect(afterOpened(state('failed', { clip_error: 'no answer' }))).toEqual({
      clip_status: 'recording',
      clip_error: null,
    })
  })
  test('failed -> failed: the recording ended already', () => {
    expect(afterOpened(state('failed', { closed_at: at }))).toBeNull()
  })
  test.each(['recording', 'uploading', 'ready', 'expired'] as const)('%s stays', (status) => {
    expect(afterOpened(state(status))).toBeNull()
  })
})

describe('closed', () => {
  test.each(['recording', 'uploading', 'failed'] as const)('%s -> uploading: with a clip', (status) => {
    expect(afterClosed(state(status), { clip, error: 'stream lost' })).toEqual({
      clip_status: 'uploading',
      clip_error: 'stream lost',
    })
  })
  test('recording -> failed: without a clip', () => {
    expect(afterClosed(state('recording'), { clip: null, error: 'no picture' })).toEqual({
      clip_status: 'failed',
      clip_error: 'no picture',
    })
  })
  test('ready and expired stay, whatever is said again', () => {
    expect(afterClosed(state('ready'), { clip: null, error: 'x' }).clip_status).toBe('ready')
    expect(afterClosed(state('expired'), { clip, error: null }).clip_status).toBe('expired')
  })
})

describe('stored', () => {
  test.each(['recording', 'uploading', 'failed'] as const)('%s -> ready', (status) => {
    expect(afterStored(state(status))?.clip_status).toBe('ready')
  })
  test('the reason of a failure goes, that of a short clip stays', () => {
    expect(afterStored(state('failed', { clip_error: 'no answer' }))?.clip_error).toBeNull()
    expect(afterStored(state('uploading', { clip_error: 'stream lost' }))?.clip_error).toBe('stream lost')
  })
  test('expired stays', () => {
    expect(afterStored(state('expired'))).toBeNull()
  })
})

test('a clip lasts a second at least', () => {
  expect(durationSec(at, at)).toBe(1)
  expect(durationSec(at, new Date(at.getTime() + 34_600))).toBe(35)
})
