import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, buildProducts } from './build.mjs'
import { root, script } from './workspace.mjs'

/**
 * Builds, then runs a built program inside this very process: it gets the arguments, stdin, stdout and every
 * signal itself, its exit code is ours, and there is no child that could be left behind.
 *
 * @param path the program, relative to the workspace
 */
export async function runBuilt(path) {
  await script(path.startsWith('test/') ? build : buildProducts)
  const program = join(root, path)
  process.argv = [process.argv[0], program, ...process.argv.slice(2)]
  await import(pathToFileURL(program).href)
}
