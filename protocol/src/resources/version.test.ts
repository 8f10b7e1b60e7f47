import { describe, expect, test } from 'vitest'
import { isNewerVersion, isVersion } from './version.js'

describe('versions', () => {
  // The order of semver.org, 11.
  const inOrder = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
  ].concat(['1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0'])

  test('come one after the other', () => {
    for (const [index, version] of inOrder.entries())
      for (const [place, other] of inOrder.entries())
        expect([version, other, isNewerVersion(version, other)]).toEqual([version, other, index > place])
  })

  test.each([
    ['1.2.3+build.7', '1.2.3'],
    ['v1.2.3', '1.2.3'],
    ['1.2.3', 'yesterday'],
    ['yesterday', '1.2.3'],
    ['1.2', '1.1.0'],
  ])('%s is not newer than %s', (version, other) => {
    expect(isNewerVersion(version, other)).toBe(false)
  })

  test.each([
    ['0.1.0', true],
    ['1.0.0-rc.1', true],
    ['1.0', false],
    ['', false],
    ['1.0.0 ', false],
  ])('%j is one: %s', (text, is) => {
    expect(isVersion(text)).toBe(is)
  })
})
