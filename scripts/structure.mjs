import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { root, script } from './workspace.mjs'

const built = (name) => pathToFileURL(join(root, 'test', 'dist', 'architecture', `${name}.js`)).href

/** `npm run structure [-- folder]`: draws cloud and agent from their imports, here or in a copy elsewhere. */
await script(async () => {
  await build()
  const [{ structureOf }, { readTree }] = await Promise.all(
    ['structure', 'read-tree'].map((name) => import(built(name))),
  )
  const files = await readTree(resolve(process.argv[2] ?? root))
  for (const name of ['cloud', 'agent']) draw(name, structureOf(files, name))
})

function draw(name, { areas, circles }) {
  const arrows = areas.flatMap(({ imports }) => imports).length
  const backUp = areas.flatMap(({ name: from, importsBackUp }) =>
    importsBackUp.map((to) => `${from} -> ${to}`),
  )
  say(
    `${name}: ${areas.length} areas, ${arrows} arrows, ${backUp.length} of them back up, ${circles.length} circles of files`,
  )
  for (const { name: area, files, medianLines, largestLines, imports } of areas) {
    say(
      `  ${area.padEnd(16)} ${String(files).padStart(4)} files, median ${medianLines}, largest ${largestLines}: ${imports.join(', ')}`,
    )
  }
  for (const arrow of backUp) say(`  back up: ${arrow}`)
  for (const circle of circles) say(`  circle: ${circle.join(', ')}`)
  say('')
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
