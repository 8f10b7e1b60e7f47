import { join } from 'node:path'
import { run } from './child.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { root, script } from './workspace.mjs'

const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')

await script(async () => {
  await ensureInstalled()
  process.exitCode = await run(process.execPath, [biome, 'check', '--write', ...process.argv.slice(2)])
})
