import { expect, it } from 'vitest'
import { table, wrapped } from './table.js'

it('lines columns up, and cuts what is too wide for its own', () => {
  const text = table(
    ['NAME', 'STATE'],
    [
      ['a camera at the door', 'online'],
      ['b', ''],
    ],
    [8],
  )
  expect(text.split('\n')).toEqual(['NAME      STATE', 'a camer…  online', 'b'])
})

it.each([
  ['short', 'short'],
  ['one two three four', 'one two\n  three\n  four'],
  ['    one two', '    one\n  two'],
  ['a  b', 'a  b'],
  ['incomprehensible', 'incomprehensible'],
  ['', ''],
])('wraps %j', (text, lines) => {
  expect(wrapped(text, '  ', 8)).toBe(lines)
})
