import { join } from 'node:path'
import { run } from './child.mjs'
import { withTemporaryFolder } from './temporary-folder.mjs'
import { watchOver } from './test-watchdog.mjs'
import { Refusal, root, say } from './workspace.mjs'

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const reporter = join(root, 'scripts', 'test-reporter.mjs')

/**
 * Runs the tests with vitest and answers `{passed, failed, skipped}`. A run that breaks off, hangs, finds something
 * wrong outside a test, or leaves something in its temporary folder has at least one failure.
 *
 * @param args further arguments for vitest: a part of a file name, `-t name`
 */
export async function runTests(args) {
  const { answer, left } = await withTemporaryFolder((folder) => runVitest(args, folder))
  const { code, state } = answer
  const { counts, ended } = state
  const trouble = state.trouble ?? (ended ? undefined : `vitest broke off with exit code ${code}.`)
  if (trouble) say(trouble)
  const unexplained = trouble !== undefined || (code !== 0 && counts.failed === 0 && counts.passed > 0)
  // Tests that were broken off could not tidy up.
  const untidy = trouble === undefined && left.length > 0
  if (untidy) say(`The tests left in the temporary folder: ${left.join(', ')}`)
  return { ...counts, failed: counts.failed + (unexplained ? 1 : 0) + (untidy ? 1 : 0) }
}

async function runVitest(args, temporaryFolder) {
  let state
  const code = await run(
    process.execPath,
    [vitest, 'run', '--reporter=default', `--reporter=${reporter}`, ...args],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, TMPDIR: temporaryFolder },
      reportsWhenStopped: true,
      watch: (child) => {
        state = watchOver(child)
      },
    },
  )
  return { code, state }
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
