import type { CameraState, CameraStatus } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { afterReport, initialCondition } from './camera.status.js'

const arrows: [CameraStatus, CameraState, CameraStatus][] = [
  ['pending', 'online', 'online'],
  ['pending', 'auth_failed', 'error'],
  ['pending', 'stream_limit', 'error'],
  ['pending', 'unsupported', 'error'],
  ['pending', 'offline', 'offline'],
  ['online', 'stalled', 'offline'],
  ['online', 'offline', 'offline'],
  ['online', 'disabled', 'disabled'],
]

it.each(arrows)('%s -> %s shows %s', (shown, reported, after) => {
  expect(afterReport({ observed: 'connecting', shown }, reported, true)).toEqual({
    observed: reported,
    shown: after,
  })
})

it.each([
  ['pending', 'pending'],
  ['online', 'offline'],
  ['offline', 'offline'],
  ['error', 'error'],
  ['disabled', 'pending'],
] as const)('%s -> connecting shows %s', (shown, after) => {
  expect(afterReport({ observed: 'online', shown }, 'connecting', true).shown).toBe(after)
})

it('keeps what an operator set until the observed state changes', () => {
  const set = { observed: 'online', shown: 'error' } as const
  expect(afterReport(set, 'online', true)).toEqual(set)
  expect(afterReport(set, 'offline', true).shown).toBe('offline')
})

it('shows a camera that is switched off as disabled, whatever is reported late', () => {
  expect(afterReport({ observed: 'disabled', shown: 'disabled' }, 'online', false).shown).toBe('disabled')
})

it('begins as pending and stays so while it connects', () => {
  expect(afterReport(initialCondition, 'connecting', true)).toEqual(initialCondition)
})
