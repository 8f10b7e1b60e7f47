import { expect, it } from 'vitest'
import { readAccount } from './camera-account.js'
import type { Terminal } from './terminal.js'

const person = (password: string): Terminal => ({
  isThere: true,
  ask: () => Promise.resolve('admin'),
  askHidden: () => Promise.resolve(password),
})

it('takes what a person types', async () => {
  expect(await readAccount({}, null, person('canary 7'), true)).toEqual({
    username: 'admin',
    password: 'canary 7',
  })
})

it.each([
  ['a user name', { username: 'x'.repeat(257) }, 'canary 7'],
  ['a password', { username: 'admin' }, 'x'.repeat(513)],
])('refuses %s that the cloud has no place for, before it is tried', async (_what, options, password) => {
  await expect(readAccount(options, null, person(password), true)).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('longer than'),
  })
})
