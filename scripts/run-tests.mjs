import { join } from 'node:path'
import { burnBeside } from './burn-beside.mjs'
import { run } from './child.mjs'
import { withTemporaryFolder } from './temporary-folder.mjs'
import { readTestArguments } from './test-arguments.mjs'
import { filesToRunAgain, outcomeOf } from './test-outcome.mjs'
import { watchOver } from './test-watchdog.mjs'
import { Refusal, root, say } from './workspace.mjs'

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const reporter = join(root, 'scripts', 'test-reporter.mjs')
const slowestShown = 20

/**
 * Runs the tests with vitest. A file with a failed test is run once more, alone and in a fresh process, after all
 * others: what fails again has failed, what passes is `unsteady`. A run that breaks off, hangs, finds something wrong
 * outside a test, or leaves something in its temporary folder has at least one failure, and nothing of it is repeated.
 *
 * @param args `--beside N`, `--slowest`, and further arguments for vitest: a part of a file name, `-t name`
 * @param options.again false where what fails by chance is what is looked for, as in `fuzz` and `chaos`
 * @returns `{passed, failed, skipped, unsteady}`
 * @throws Refusal for arguments that cannot be meant
 */
export async function runTests(args, { again: mayAgain = true } = {}) {
  const { beside, slowest, words, options } = readTestArguments(args)
  const stopBurning = burnBeside(beside)
  try {
    const first = await runInFolder([...words, ...options])
    if (slowest) sayHowLong(first.files)
    const again = []
    for (const file of mayAgain ? filesToRunAgain(first) : [])
      again.push({ file, run: await runAgain(file, options) })
    const outcome = outcomeOf(first, again)
    const untidy = first.untidy || again.some(({ run: second }) => second.untidy)
    return { ...outcome, failed: outcome.failed + (first.trouble ? 1 : 0) + (untidy ? 1 : 0) }
  } finally {
    stopBurning()
  }
}

function runAgain(file, options) {
  say(`\n${file.name} failed. Once more, alone:`)
  const project = file.project === '' ? [] : ['--project', file.project]
  return runInFolder([file.path, ...project, ...options])
}

/**
 * One run of vitest in a temporary folder of its own: what its watchdog saw, with the `trouble` that it had as a run, and
 * whether it is `untidy`. Tests that were broken off or failed could not tidy up, so what such a run leaves is no fault
 * of its own.
 */
async function runInFolder(args) {
  const { answer, left } = await withTemporaryFolder((places) => runVitest(args, places))
  const { code, state } = answer
  const { counts, ended } = state
  const unexplained = code !== 0 && counts.failed === 0 && counts.passed > 0
  const trouble =
    state.trouble ??
    (ended && !unexplained
      ? undefined
      : `vitest ${ended ? 'ended' : 'broke off'} with exit code ${code}${ended ? ', though no test failed' : ''}.`)
  if (trouble !== undefined) say(trouble)
  if (left.length > 0) say(`The tests left behind: ${left.join(', ')}`)
  return { ...state, trouble, untidy: trouble === undefined && counts.failed === 0 && left.length > 0 }
}

async function runVitest(args, places) {
  let state
  const code = await run(
    process.execPath,
    [vitest, 'run', '--reporter=default', `--reporter=${reporter}`, ...args],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...places },
      reportsWhenStopped: true,
      watch: (child) => {
        state = watchOver(child)
      },
    },
  )
  return { code, state }
}

function sayHowLong(files) {
  const rows = files.toSorted((a, b) => b.tookMs - a.tookMs).slice(0, slowestShown)
  say(`\nSlowest files, in seconds:`)
  for (const { tookMs, name } of rows) say(`${(tookMs / 1000).toFixed(1).padStart(8)}  ${name}`)
}

/**
 * Prints what was unsteady and the closing line, the last on stdout, and sets the exit code: 0 only if tests ran and
 * none failed. Nothing may be printed after it.
 */
export function close({ passed, failed, skipped, unsteady = [] }) {
  if (passed + failed === 0) say('No test ran.')
  const list = unsteady.map(({ name, error }) => `  ${name}\n    ${error.split('\n', 1)[0]}\n`)
  const head = list.length > 0 ? `Unsteady: failed, and passed when run again alone\n${list.join('')}\n` : ''
  const tail = skipped > 0 ? `, ${skipped} skipped` : ''
  process.stdout.write(`${head}${passed} passed, ${failed} failed${tail}\n`, () => {
    process.exit(failed > 0 || passed === 0 ? 1 : 0)
  })
}

/** Says what went wrong outside the tests and counts it as one failure. */
export function failures(error) {
  say(error instanceof Refusal ? error.message : String(error.stack))
  return 1
}
