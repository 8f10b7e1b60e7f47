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

  it('says what a plain search says, wherever the bits of a pattern fall', () => {
    // Characters of one kind let everything fit nearly everywhere.
    let seed = 7
    const draw = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const word = (letters: string, length: number) =>
      Array.from({ length }, () => letters[draw(letters.length)] ?? '').join('')
    for (let n = 0; n < 3_000; n += 1) {
      const pattern = word('aab%_', draw(70))
      const text = word('aaab', draw(70))
      expect([pattern, text, likeMatches(pattern, text)]).toEqual([pattern, text, plainly(pattern, text)])
    }
  })

  it('takes no longer for a pattern that almost fits everywhere', () => {
    const begun = performance.now()
    for (let n = 0; n < 10_000; n += 1) {
      expect(likeMatches(`%_${'a'.repeat(250)}b${n % 10}`, 'a'.repeat(1024))).toBe(false)
    }
    // Character by character it is some 3 billion comparisons.
    expect(performance.now() - begun).toBeLessThan(8_000)
  })

  it('ends at once on a pattern that makes regular expressions backtrack', () => {
    expect(likeMatches('%a%a%a%a%a%a%a%a%b', 'a'.repeat(2000))).toBe(false)
  })
})

/** LIKE without escapes, place by place. */
function plainly(pattern: string, text: string): boolean {
  let fits = [true, ...Array.from({ length: text.length }, () => false)]
  for (const one of pattern) {
    let any = false
    fits = fits.map((here, at) => {
      any ||= here
      if (one === '%') return any
      return at > 0 && fits[at - 1] === true && (one === '_' || text[at - 1] === one)
    })
  }
  return fits.at(-1) === true
}
