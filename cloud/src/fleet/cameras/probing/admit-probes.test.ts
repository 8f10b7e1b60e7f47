import { expect, it } from 'vitest'
import { admitProbes } from './admit-probes.js'

const probe = (name: string, ...addresses: string[]) => ({ name, addresses })
const named = (admitted: ReturnType<typeof admitProbes<ReturnType<typeof probe>>>) =>
  admitted.map(({ probe: { name }, place }) => `${name}@${place}`)

it('gives free places in the order of waiting', () => {
  const held = [{ place: 2, addresses: ['x'] }]
  const waiting = [probe('1', 'a'), probe('2', 'b'), probe('3', 'c')]
  expect(named(admitProbes(held, waiting, 3))).toEqual(['1@1', '2@3'])
  expect(named(admitProbes([], [], 3))).toEqual([])
})

it('lets one at a time to an address, and others pass who waits for it', () => {
  const held = [{ place: 1, addresses: ['recorder'] }]
  const waiting = [probe('1', 'recorder'), probe('2', 'a'), probe('3', 'a'), probe('4', 'b')]
  expect(named(admitProbes(held, waiting, 8))).toEqual(['2@2', '4@3'])
})

it('lets nobody who wants the same address pass, where one connects to two', () => {
  const held = [{ place: 1, addresses: ['main'] }]
  expect(named(admitProbes(held, [probe('1', 'main', 'sub'), probe('2', 'sub')], 8))).toEqual([])
})

it('counts places that are held beyond what there are for nothing', () => {
  expect(named(admitProbes([{ place: 9, addresses: [] }], [probe('1', 'a')], 1))).toEqual(['1@1'])
})
