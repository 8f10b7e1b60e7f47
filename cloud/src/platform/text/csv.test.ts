import { describe, expect, test } from 'vitest'
import { type CsvCell, csvLine } from './csv.js'

/** Reads one line as RFC 4180 says, without any code of ours. */
function parseLine(line: string): string[] {
  expect(line.endsWith('\r\n')).toBe(true)
  const cells: string[] = []
  let rest = line.slice(0, -2)
  for (;;) {
    const cell = rest.startsWith('"')
      ? (/^"(?:[^"]|"")*"/.exec(rest)?.[0] ?? '')
      : (/^[^,]*/.exec(rest)?.[0] ?? '')
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    rest = rest.slice(cell.length)
    if (rest === '') return cells
    expect(rest[0]).toBe(',')
    rest = rest.slice(1)
  }
}

test.each<[CsvCell, string]>([
  [null, ''],
  [0, '0'],
  [-5, '-5'],
  [true, 'true'],
  [false, 'false'],
  ['', ''],
  ['plain text', 'plain text'],
  ['ü € 👩', 'ü € 👩'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [[], '""'],
  [['person'], '"person"'],
  [['person', 'a,b', 'c"d'], '"person,a,b,c""d"'],
])('%j is written %j', (cell, text) => {
  expect(csvLine([cell])).toBe(`${text}\r\n`)
})

describe('formulas', () => {
  test.each(['=', '+', '-', '@', '\t', '\r', '\0'])('text that begins with %j gets an apostrophe', (sign) => {
    expect(parseLine(csvLine([`${sign}cmd|' /C calc'!A0`, 'x']))).toEqual([`'${sign}cmd|' /C calc'!A0`, 'x'])
    expect(parseLine(csvLine([[`${sign}SUM(A1)`, 'b']]))).toEqual([`'${sign}SUM(A1),b`])
    expect(parseLine(csvLine([`a${sign}b`]))).toEqual([`a${sign}b`])
  })

  test('the apostrophe stands inside the quotes', () => {
    expect(csvLine(['=HYPERLINK("http://x","y")'])).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`)
  })
})

test('cells are joined by commas, and come back as they were', () => {
  const cells = ['a', 'b,c', '"', 'x\r\n', '', ',,', '""']
  expect(parseLine(csvLine(cells))).toEqual(cells)
})
