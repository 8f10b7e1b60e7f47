import { describe, expect, it } from 'vitest'
import { createPasswords } from './password.service.js'

describe('createPasswords', () => {
  it('verifies the password that was hashed and no other', async () => {
    const passwords = createPasswords()
    const stored = await passwords.hash('Correct-Horse-1')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.verify(stored, 'Correct-Horse-1')).toBe(true)
    expect(await passwords.verify(stored, 'correct-horse-1')).toBe(false)
  })

  it('makes a caller wait in a queue, and refuses the one that finds it full', async () => {
    const passwords = createPasswords()
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verifyNothing('x')))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(8)
    for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'rate_limited' })
    await expect(passwords.verifyNothing('x')).resolves.toBeUndefined()
  })
})
