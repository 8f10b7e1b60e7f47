import { GatewayStatus } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { onSessionBegun, onSilence, operatorMayMove } from './gateway.status.js'

const allowed = ['registered -> disabled', 'online -> disabled', 'offline -> disabled', 'disabled -> offline']
const moves = GatewayStatus.options.flatMap((from) => GatewayStatus.options.map((to) => ({ from, to })))

it.each(moves)('$from -> $to by an operator', ({ from, to }) => {
  expect(operatorMayMove(from, to)).toBe(allowed.includes(`${from} -> ${to}`))
})

it.each([
  ['registered', 'online'],
  ['online', 'online'],
  ['offline', 'online'],
  ['disabled', 'disabled'],
] as const)('%s -> %s: a session begins', (from, to) => {
  expect(onSessionBegun(from)).toBe(to)
})

it.each([
  ['registered', 'registered'],
  ['online', 'offline'],
  ['offline', 'offline'],
  ['disabled', 'disabled'],
] as const)('%s -> %s: silence', (from, to) => {
  expect(onSilence(from)).toBe(to)
})
