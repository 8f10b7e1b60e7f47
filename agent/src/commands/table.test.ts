import { expect, it } from 'vitest'
import { table, tableWithin, wrapped } from './table.js'

it('lines columns up, and takes the middle out of what is too wide for its own', () => {
  const text = table(
    ['NAME', 'STATE'],
    [
      ['a camera at the door', 'online'],
      ['b', ''],
    ],
    [8],
  )
  expect(text.split('\n')).toEqual(['NAME      STATE', 'a ca…oor  online', 'b'])
})

it('tells cameras of one model apart, whose names end in their addresses', () => {
  const names = ['ACME DS-2CD2143G2 (10.0.0.17)', 'ACME DS-2CD2143G2 (10.0.0.18)']
  const [, first, second] = table(
    ['CAMERA'],
    names.map((name) => [name]),
    [18],
  ).split('\n')
  expect(first).not.toBe(second)
})

it('tells the channels of one device apart, whose names end in the same address', () => {
  const names = ['1', '2', '10'].map((channel) => [`Recorder ${channel} (192.168.20.23)`])
  const lines = table(['CAMERA'], names, [18]).split('\n')
  expect(lines).toEqual(['CAMERA', 'Recorder 1 …20.23)', 'Recorder 2 …20.23)', 'Recorder 10…20.23)'])
})

it('is a paragraph for each row where a page is too narrow for columns', () => {
  const rows = [
    ['1', 'Yard camera', 'online'],
    ['2', 'Door', ''],
  ]
  const headings = ['#', 'NAME', 'STATE']
  expect(tableWithin(22, headings, rows)).toBe(table(headings, rows))
  expect(tableWithin(20, headings, rows).split('\n')).toEqual([
    '1: NAME Yard camera;',
    '  STATE online',
    '2: NAME Door',
  ])
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
