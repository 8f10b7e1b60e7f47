import { join } from 'node:path'
import { run } from './child.mjs'
import { watchOver } from './test-watchdog.mjs'
import { Refusal, root, say } from './workspace.mjs'

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const reporter = join(root, 'scripts', 'test-reporter.mjs')

/**
 * Runs the tests with vitest and answers `{passed, failed, skipped}`. A run that breaks off, hangs, or finds
 * something wrong outside a test has at least one failure.
 *
 * @param args further arguments for vitest: a part of a file name, `-t name`
 */
export async function runTests(args) {
  let state
  const code = await run(
    process.execPath,
    [vitest, 'run', '--reporter=default', `--reporter=${reporter}`, ...args],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      reportsWhenStopped: true,
      watch: (child) => {
        state = watchOver(child)
      },
    },
  )
  const { counts, ended } = state
  const trouble = state.trouble ?? (ended ? undefined : `vitest broke off with exit code ${code}.`)
  if (trouble) say(trouble)
  const unexplained = trouble !== undefined || (code !== 0 && counts.failed === 0 && counts.passed > 0)
  return { ...counts, failed: counts.failed + (unexplained ? 1 : 0) }
}

/**
 * Prints the closing line, the last on stdout, and sets the exit code: 0 only if tests ran and none failed.
 * Nothing may be printed after it.
 */
export function close({ passed, failed, skipped }) {
  if (passed + failed === 0) say('No test ran.')
  const tail = skipped > 0 ? `, ${skipped} skipped` : ''
  process.stdout.write(`${passed} passed, ${failed} failed${tail}\n`, () => {
    process.exit(failed > 0 || passed === 0 ? 1 : 0)
  })
}

/** Says what went wrong outside the tests and counts it as one failure. */
export function failures(error) {
  say(error instanceof Refusal ? error.message : String(error.stack))
  return 1
}
