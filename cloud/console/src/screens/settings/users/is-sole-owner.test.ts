import { expect, it } from 'vitest'
import { isSoleOwner } from './is-sole-owner.js'

const one = { id: '1', role: 'owner', enabled: true } as const
const other = { id: '2', role: 'owner', enabled: true } as const

it('is whoever is left without another owner who may sign in', () => {
  expect(isSoleOwner(one, [one])).toBe(true)
  expect(isSoleOwner(one, [one, { ...other, enabled: false }, { ...other, role: 'admin' }])).toBe(true)
  expect(isSoleOwner(one, [one, other])).toBe(false)
})

it('is nobody who is no owner, or may not sign in', () => {
  expect(isSoleOwner({ ...one, role: 'admin' }, [one])).toBe(false)
  expect(isSoleOwner({ ...one, enabled: false }, [one])).toBe(false)
})
