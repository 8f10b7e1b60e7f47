import { describe, expect, it } from 'vitest'
import { likeMatches } from './like-match.js'

describe('likeMatches', () => {
  it.each([
    ['%', '', true],
    ['', '', true],
    ['', 'a', false],
    ['a', 'a', true],
    ['a', 'b', false],
    ['%motion%', 'tns1:RuleEngine/CellMotionDetector/motion', true],
    ['%Motion', 'CellMotion/x', false],
    ['a%c', 'abbc', true],
    ['a%b%c', 'acbc', true],
    ['a_c', 'abc', true],
    ['a_c', 'ac', false],
    ['_', 'é', true],
    ['_', '😀', true],
    ['100\\%', '100%', true],
    ['100\\%', '100x', false],
    ['a\\_b', 'a_b', true],
    ['a\\_b', 'axb', false],
    ['a\\\\b', 'a\\b', true],
    ['%%%a', 'bbba', true],
  ])('%s against %s is %s', (pattern, text, expected) => {
    expect(likeMatches(pattern, text)).toBe(expected)
  })

  it('ends at once on a pattern that makes regular expressions backtrack', () => {
    expect(likeMatches('%a%a%a%a%a%a%a%a%b', 'a'.repeat(2000))).toBe(false)
  })
})
