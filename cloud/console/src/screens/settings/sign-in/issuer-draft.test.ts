import { describe, expect, test } from 'vitest'
import { bodyOf, formOf, type GroupForm, groupProblem, isWhole } from './issuer-draft.js'

const guards: GroupForm = { key: 1, group: 'guards', role: 'viewer', siteIds: ['yard'] }
const whole = { ...formOf(null), name: ' ID ', issuer: ' https://id.example.com ', clientId: 'desk' }

describe('the form of an issuer', () => {
  test('is whole with a name, an address and a client', () => {
    expect(isWhole(formOf(null))).toBe(false)
    expect(isWhole(whole)).toBe(true)
    expect(isWhole({ ...whole, groupsClaim: ' ' })).toBe(false)
  })

  test.each([
    ['without a name', { ...guards, group: ' ' }, 'needed'],
    ['named twice', { ...guards, key: 2 }, 'groupTwice'],
    ['of viewers without a site', { ...guards, siteIds: [] }, 'noSites'],
    ['of operators without a site', { ...guards, role: 'operator', siteIds: [] } as const, null],
  ])('a group %s', (_, one, problem) => {
    const others = problem === 'groupTwice' ? [guards] : []
    expect(groupProblem(one, [...others, one])).toBe(problem)
    expect(isWhole({ ...whole, groups: [...others, one] })).toBe(problem === null)
  })

  test('sends no secret that was not typed, and sites of viewers alone', () => {
    const sent = bodyOf({
      ...whole,
      scopes: ' groups  roles ',
      groups: [guards, { key: 2, group: 'staff', role: 'admin', siteIds: ['yard'] }],
    })
    expect(sent).not.toHaveProperty('client_secret')
    expect(sent).toMatchObject({
      name: 'ID',
      issuer: 'https://id.example.com',
      scopes: ['groups', 'roles'],
      groups: [
        { group: 'guards', role: 'viewer', site_ids: ['yard'] },
        { group: 'staff', role: 'admin', site_ids: [] },
      ],
    })
    expect(bodyOf({ ...whole, secret: 'typed' })).toHaveProperty('client_secret', 'typed')
  })
})
