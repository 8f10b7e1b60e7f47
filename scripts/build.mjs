import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundlePrograms } from './bundle-programs.mjs'
import { run } from './child.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { Refusal, root, say, script } from './workspace.mjs'

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/** Bundle what is served to browsers: the player, also for `agent preview`, then the console, which holds it. */
const bundlers = [
  [join(root, 'cloud', 'console', 'player', 'build.mjs'), join(root, 'agent', 'dist', 'player')],
  [join(root, 'cloud', 'console', 'build.mjs')],
]

/** The projects that the programs run from: no test, and nothing that only tests stand on. */
const products = ['cloud/src', 'agent/src']

/** Installs what is missing and compiles what changed of the programs (a third of a second when nothing did). */
export async function buildProducts() {
  await compile(products)
}

/** Compiles what describes the API without running it, and bundles what is served to browsers. */
export async function buildDescription() {
  await compile(['cloud/testing'])
}

/** Compiles everything else too, and checks the types of the tests. */
export async function build() {
  await compile(['.'])
}

async function compile(projects) {
  await ensureInstalled()
  const isFirst = !existsSync(join(root, 'cloud', 'dist', '.tsbuildinfo'))
  if (isFirst) say('Building (a few seconds, once).')
  const code = await oneAtATime(async () => {
    let exitCode = await run(process.execPath, [tsc, '-b', ...projects])
    for (const bundler of bundlers) exitCode ||= await run(process.execPath, bundler)
    if (exitCode === 0) await bundlePrograms()
    return exitCode
  })
  if (code !== 0) throw new Refusal('The sources do not compile; the reasons stand above.')
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await script(build)
