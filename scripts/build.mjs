import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run } from './child.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { Refusal, root, say, script } from './workspace.mjs'

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/** Installs what is missing and compiles what changed (a third of a second when nothing did). */
export async function build() {
  await ensureInstalled()
  if (!existsSync(join(root, 'test', 'dist', '.tsbuildinfo'))) say('Building (a few seconds, once).')
  const code = await oneAtATime(() => run(process.execPath, [tsc, '-b']))
  if (code !== 0) throw new Refusal('The sources do not compile; the reasons stand above.')
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await script(build)
