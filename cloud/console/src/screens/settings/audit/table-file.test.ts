import { expect, it } from 'vitest'
import { lineOf, tableFile } from './table-file.js'

const written = async (...rows: string[][]) =>
  (await tableFile(rows.map(lineOf)).text()).replace('\uFEFF', '')

it('quotes what would end a cell', async () => {
  expect(await written(['a', 'b,c'], ['say "no"', 'two\nlines'])).toBe(
    'a,"b,c"\r\n"say ""no""","two\nlines"\r\n',
  )
})

it.each(['=1+1', '+1', '-1', '@x', '\tx'])('keeps %j from being a formula', async (text) => {
  expect(await written([text])).toBe(`'${text}\r\n`)
})
