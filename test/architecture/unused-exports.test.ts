import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { SourceFile } from './import-directions.js'
import { readTree } from './read-tree.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

const wordsOf = (source: string): ReadonlySet<string> => new Set(source.match(/[A-Za-z_$][\w$]*/g))

/** Functions, classes and constants. Types are left out: whoever calls a function has those of its signature. */
const exportedBy = (source: string): string[] =>
  [...source.matchAll(/^export (?:abstract )?(?:async )?(?:function\*?|const|class) (\w+)/gm)].flatMap(
    ([, name]) => name ?? [],
  )

/** `path: name` of what the programs export and no other file names, as a word anywhere in it. */
function unusedExports(files: readonly SourceFile[]): string[] {
  const namedIn = new Map<string, number>()
  for (const { source } of files)
    for (const word of wordsOf(source)) namedIn.set(word, (namedIn.get(word) ?? 0) + 1)
  return files
    .filter(({ path }) => /^(?:cloud|agent)\/src\//.test(path))
    .flatMap(({ path, source }) =>
      exportedBy(source)
        .filter((name) => namedIn.get(name) === 1)
        .map((name) => `${path}: ${name}`),
    )
}

test('finds what is exported for nobody', () => {
  const files = [
    {
      path: 'cloud/src/a.ts',
      source: 'export const used = 1\nexport async function alone() {}\nexport class Used {}',
    },
    { path: 'agent/src/b.ts', source: 'import { used, Used } from "x"\nexport const lonely = alone2' },
    { path: 'test/c.ts', source: 'export const ofTests = 1' },
  ]
  expect(unusedExports(files)).toEqual(['cloud/src/a.ts: alone', 'agent/src/b.ts: lonely'])
})

test('nothing is exported that no other file names: without the word export it is private, or dead', async () => {
  expect(unusedExports(await readTree(root))).toEqual([])
})
