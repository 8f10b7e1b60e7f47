import { describe, expect, test } from 'vitest'
import { type CameraEvent, type CameraStatus, next } from './camera-status.js'

const at = (state: CameraStatus['state']): CameraStatus => ({ state, fault: null, message: null, sinceMs: 1 })
const failed = (fault: Extract<CameraEvent, { kind: 'failed' }>['fault']): CameraEvent => ({
  kind: 'failed',
  fault,
  message: `because of ${fault}`,
})
const flowing: CameraEvent = { kind: 'flowing' }
const stalled: CameraEvent = { kind: 'stalled', message: 'no pictures' }

describe.each([
  'connecting',
  'online',
  'stalled',
  'offline',
  'auth_failed',
  'stream_limit',
  'unsupported',
] as const)('%s ->', (state) => {
  test.each([
    ['online: packets flow', flowing, 'online'],
    ['stalled: frames stopped', stalled, 'stalled'],
    ['offline: refused', failed('refused'), 'offline'],
    ['offline: no stream at the path', failed('not_found'), 'offline'],
    ['auth_failed: wrong password', failed('auth'), 'auth_failed'],
    ['stream_limit: 453', failed('stream_limit'), 'stream_limit'],
    ['unsupported: H.265', failed('codec'), 'unsupported'],
    ['unsupported: a redirect', failed('redirect'), 'unsupported'],
    ['disabled: switched off', { kind: 'configured', enabled: false }, 'disabled'],
    ['connecting: new settings', { kind: 'configured', enabled: true }, 'connecting'],
  ] satisfies [string, CameraEvent, CameraStatus['state']][])('%s', (_name, event, to) => {
    const after = next(at(state), event, 9)
    expect(after.state).toBe(to)
    expect(after.sinceMs).toBe(to === state ? 1 : 9)
  })
})

describe('disabled ->', () => {
  test.each([flowing, stalled, failed('auth')])('disabled: what was under way has no say (%o)', (event) => {
    const status = at('disabled')
    expect(next(status, event, 9)).toBe(status)
  })

  test('connecting: switched on', () => {
    expect(next(at('disabled'), { kind: 'configured', enabled: true }, 9)).toMatchObject({
      state: 'connecting',
    })
  })
})

test('the same failure again is no news, another one is', () => {
  const first = next(at('connecting'), failed('refused'), 5)
  expect(next(first, failed('refused'), 9)).toBe(first)
  expect(next(first, failed('dns'), 9)).toEqual({
    state: 'offline',
    fault: 'dns',
    message: 'because of dns',
    sinceMs: 5,
  })
})
