import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createPasswords } from './password.service.js'

const right = { isRight: true, renewed: null }
const wrong = { isRight: false, renewed: null }

describe('createPasswords', () => {
  it('verifies the password that was hashed and no other', async () => {
    const passwords = createPasswords()
    const stored = await passwords.hash('Correct-Horse-1')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.verify(stored, 'Correct-Horse-1')).toEqual(right)
    expect(await passwords.verify(stored, 'correct-horse-1')).toEqual(wrong)
  })

  it.each([
    ['é as a Mac composes it', 'Caf\u0065\u0301-Tür-1234', 'Café-Tür-1234'],
    ['Hangul in parts', '\u1112\u1161\u11ab-Aa1', '한-Aa1'],
    ['wide letters of a Japanese keyboard', 'Ｐａｓｓ－１２３４', 'Pass-1234'],
    ['a ligature, and a space that does not break', 'ﬁne\u00a0Day-1234', 'fine Day-1234'],
    ['marks in another order', 'a\u0301\u0323-Aa1', 'a\u0323\u0301-Aa1'],
  ])('takes %s for the same password', async (_, one, other) => {
    const passwords = createPasswords()
    expect(await passwords.verify(await passwords.hash(one), other)).toEqual(right)
    expect(await passwords.verify(await passwords.hash(other), one)).toEqual(right)
  })

  it.each([
    ['as it is typed now', 'Cafe\u0301-Tür-1234', 'Cafe\u0301-Tür-1234'],
    ['on a Mac, typed on Windows', 'Cafe\u0301-1234', 'Caf\u00e9-1234'],
    ['on Windows, typed on a Mac', '\ufb01ne-Caf\u00e9-1234', '\ufb01ne-Cafe\u0301-1234'],
    ['on a Mac, with a letter that stands for two', '\ufb01ne-Cafe\u0301-1234', '\ufb01ne-Caf\u00e9-1234'],
    ['where wide letters are taken apart', 'Aa1-e\u0301', '\uff21a1-\u00e9'],
  ])('verifies a hash of the text %s, as they were made before, and renews it', async (_, hashed, typed) => {
    const passwords = createPasswords()
    const before = await hash(hashed, { memoryCost: 8, timeCost: 1 })
    const { isRight, renewed } = await passwords.verify(before, typed)
    expect([isRight, renewed]).toEqual([true, expect.stringMatching(/^\$argon2id\$v=19\$m=19456,/)])
    expect(await passwords.verify(renewed ?? '', hashed)).toEqual(right)
    expect(await passwords.verify(before, `${typed}5`)).toEqual(wrong)
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
