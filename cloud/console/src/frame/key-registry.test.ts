import { expect, it, vi } from 'vitest'
import { KeyRegistry } from './key-registry.js'

const key = (does: string, more = {}) => ({ does, act: vi.fn(), ...more })
const press = (name: string, more = {}) => ({ name, atMs: 0, isTaken: false, singleKeys: true, ...more })

function registryOf(page: Record<string, ReturnType<typeof key>>, everywhere = {}) {
  const registry = new KeyRegistry()
  registry.add({ where: 'everywhere', keys: () => everywhere })
  const leave = registry.add({ where: 'page', keys: () => page })
  return { registry, leave }
}

it('of two layers the newer one has a key, and gives it back when it goes', () => {
  const { registry, leave } = registryOf(
    { j: key('next alert') },
    { j: key('next page'), '?': key('all keys') },
  )
  expect(registry.pressed(press('j'))?.does).toBe('next alert')
  expect(registry.pressed(press('?'))?.does).toBe('all keys')
  expect(registry.map()).toEqual([
    { where: 'page', name: 'j', does: 'next alert' },
    { where: 'everywhere', name: '?', does: 'all keys' },
  ])
  leave()
  expect(registry.pressed(press('j'))?.does).toBe('next page')
})

it('where somebody types nothing acts but what says so', () => {
  const { registry } = registryOf({
    a: key('take'),
    'Ctrl+k': key('go to', { inFields: true }),
    'Ctrl+z': key('undo'),
  })
  expect(registry.pressed(press('a', { isTaken: true }))).toBeNull()
  expect(registry.pressed(press('Ctrl+z', { isTaken: true }))).toBeNull()
  expect(registry.pressed(press('Ctrl+k', { isTaken: true }))?.does).toBe('go to')
})

it('characters alone can be switched off; other keys stay', () => {
  const off = { singleKeys: false }
  const { registry } = registryOf({
    a: key('take'),
    '?': key('all keys'),
    Escape: key('back'),
    'g l': key('live'),
    'Ctrl+z': key('undo'),
  })
  expect(registry.pressed(press('a', off))).toBeNull()
  expect(registry.pressed(press('?', off))).toBeNull()
  registry.pressed(press('g', off))
  expect(registry.pressed(press('l', off))).toBeNull()
  expect(registry.pressed(press('Escape', off))?.does).toBe('back')
  expect(registry.pressed(press('Ctrl+z', off))?.does).toBe('undo')
})

it('two keys after each other, if the second comes soon', () => {
  const { registry } = registryOf({ 'g l': key('live'), l: key('to now') })
  expect(registry.pressed(press('g'))).toBeNull()
  expect(registry.pressed(press('l', { atMs: 1500 }))?.does).toBe('live')
  registry.pressed(press('g', { atMs: 2000 }))
  expect(registry.pressed(press('l', { atMs: 3501 }))?.does).toBe('to now')
  registry.pressed(press('g', { atMs: 4000 }))
  expect(registry.pressed(press('x', { atMs: 4100 }))).toBeNull()
  expect(registry.pressed(press('l', { atMs: 4200 }))?.does).toBe('to now')
})
