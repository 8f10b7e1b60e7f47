import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readTree } from './read-tree.js'
import { structureOf, tableOf } from './structure.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

const file = (path: string, ...imports: string[]) => ({
  path: `cloud/src/${path}`,
  source: imports.map((specifier) => `import '${specifier}'\n`).join(''),
})

it('draws the areas from the top down, with what each imports', () => {
  const { areas, circles } = structureOf(
    [
      file('platform/clock.ts'),
      file('events/events/event.service.ts', '../../platform/clock.js', './event.status.js'),
      file('events/events/event.status.ts'),
      file('events/events/event.test.ts', '../../app.js'),
      file('app.ts', './events/events/event.service.js'),
    ],
    'cloud',
  )
  expect(areas).toMatchObject([
    { name: 'composition', files: 1, largestLines: 1, imports: ['events'] },
    { name: 'events', files: 2, medianLines: 2, largestLines: 2, imports: ['platform'] },
    { name: 'platform', files: 1, imports: [] },
  ])
  expect(areas.flatMap(({ importsBackUp }) => importsBackUp)).toEqual([])
  expect(circles).toEqual([])
})

it('finds arrows that run back up, and circles of files', () => {
  const { areas, circles } = structureOf(
    [
      file('identity/sites/site.ts', '../../events/media/clip.js'),
      file('events/media/clip.ts', './part.js'),
      file('events/media/part.ts', './store.js'),
      file('events/media/store.ts', './clip.js'),
    ],
    'cloud',
  )
  expect(areas.find(({ name }) => name === 'identity')?.importsBackUp).toEqual(['events'])
  expect(circles).toEqual([
    ['cloud/src/events/media/clip.ts', 'cloud/src/events/media/part.ts', 'cloud/src/events/media/store.ts'],
  ])
})

it('orders areas without an order by who imports whom', () => {
  const { areas } = structureOf(
    [file('a/one.ts'), file('b/two.ts', '../a/one.js'), file('c/three.ts', '../b/two.js')],
    'cloud',
    [],
  )
  expect(areas.map(({ name }) => name)).toEqual(['c', 'b', 'a'])
})

it.each(['cloud', 'agent'] as const)('no files of the %s import each other in a circle', async (name) => {
  expect(structureOf(await readTree(root), name).circles).toEqual([])
})

it('draws the cloud as docs/architecture.md shows it, with no arrow back up', async () => {
  const cloud = structureOf(await readTree(root), 'cloud')
  expect(cloud.areas.flatMap(({ importsBackUp }) => importsBackUp)).toEqual([])
  expect(await readFile(`${root}docs/architecture.md`, 'utf8')).toContain(tableOf(cloud))
})

it('has at most twelve folders directly in the sources of the cloud', async () => {
  const folders = new Set(
    (await readTree(root)).flatMap(({ path }) => /^cloud\/src\/([^/]+)\//.exec(path)?.[1] ?? []),
  )
  expect(folders.size).toBeGreaterThan(5)
  expect(folders.size).toBeLessThanOrEqual(12)
})
