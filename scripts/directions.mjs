import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { Refusal, root, say, script } from './workspace.mjs'

const built = join(root, 'test', 'dist', 'architecture')
const sources = join(root, 'test', 'architecture')
const parts = ['import-directions', 'read-tree']

/** The checker is built with the tests; other sources that do not compile are no reason not to look at imports. */
async function freshChecker() {
  const newer = parts.every((name) => {
    const file = join(built, `${name}.js`)
    return existsSync(file) && statSync(file).mtimeMs >= statSync(join(sources, `${name}.ts`)).mtimeMs
  })
  if (!newer) await build()
  return Promise.all(parts.map((name) => import(pathToFileURL(join(built, `${name}.js`)).href)))
}

/** `node scripts/directions.mjs [folder]`: checks the workspace, or a copy of it elsewhere. */
await script(async () => {
  const [{ findViolations }, { readTree }] = await freshChecker()
  const files = await readTree(resolve(process.argv[2] ?? root))
  if (files.length === 0) throw new Refusal('No sources found; nothing was checked.')
  const violations = findViolations(files)
  for (const { path, line, rule, message } of violations) {
    process.stdout.write(`${path}:${line}: ${message}\n    rule: ${rule}\n`)
  }
  if (violations.length > 0)
    throw new Refusal(`Violations of the directions of imports: ${violations.length}.`)
  say(`${files.length} files keep the directions of imports.`)
})
