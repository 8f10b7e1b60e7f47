import { expect, it } from 'vitest'
import { findImports } from './imports.js'
import { tokenize } from './tokens.js'

const specifiers = (source: string) => findImports(tokenize(source)).map(({ specifier }) => specifier)

it.each([
  ["import './a.js'", ['./a.js']],
  ["import a from './a.js'", ['./a.js']],
  ["import type { A } from './a.js'", ['./a.js']],
  ["import a, { b as c, type D } from './a.js'\nimport e from './e.js'", ['./a.js', './e.js']],
  ["import {\n  a,\n  // from './no.js'\n  b,\n} from './a.js'", ['./a.js']],
  ["import * as a from './a.js'", ['./a.js']],
  ["export * from './a.js'\nexport * as b from './b.js'", ['./a.js', './b.js']],
  ["export type { A } from './a.js'", ['./a.js']],
  ["export { a }\nimport { b } from './b.js'", ['./b.js']],
  ["const a = await import('./a.js')", ['./a.js']],
  ['const a = await import(`./a.js`)', ['./a.js']],
  ["type A = import('./a.js').A", ['./a.js']],
  ["const a = require('./a.cjs')", ['./a.cjs']],
])('finds the imports of %s', (source, expected) => {
  expect(specifiers(source)).toEqual(expected)
})

it.each([
  "// import a from './a.js'",
  "/* import a from './a.js' */",
  `const text = "import a from './a.js'"`,
  "const text = `import a from './a.js' ${'and'} import('./b.js')`",
  "const pattern = /import a from './; const other = 'x'",
  "const url = import.meta.resolve('./a.js')",
  "export const from = './a.js'",
  "export function from() { return './a.js' }",
  "archive.import('./a.js')",
])('takes %s for no import', (source) => {
  expect(specifiers(source)).toEqual([])
})

it('reads on after templates, regular expressions and divisions', () => {
  const source = [
    'const a = `one ${{ b: `two ${3}` }.b} }`',
    "const c = a.replace(/['\"`/]/g, '').length / 2 / 1",
    "import d from './d.js'",
  ].join('\n')
  expect(findImports(tokenize(source))).toEqual([{ specifier: './d.js', names: ['d'], line: 3 }])
})

it('knows the names that come with an import, by which the other file calls them', () => {
  const [found] = findImports(tokenize("import { type Kysely, sql as raw } from 'kysely'"))
  expect(found?.names).toEqual(['Kysely', 'sql'])
})
