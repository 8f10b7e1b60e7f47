import { join } from 'node:path'
import { killGroup, run } from './child.mjs'
import { root, say } from './workspace.mjs'

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const reporter = join(root, 'scripts', 'test-reporter.mjs')

/** No test may take that long: the run is stuck, and no timeout inside it can act any more. */
const stuckMs = minutes(process.env.TEST_STUCK_MIN, 10)
const wholeMs = minutes(process.env.TEST_LIMIT_MIN, 60)
/** What a finished run may take to close its workers. */
const closingMs = 60_000

/**
 * Runs the tests with vitest and answers `{passed, failed, skipped}`. A run that breaks off, hangs, or finds
 * something wrong outside a test has at least one failure.
 *
 * @param args further arguments for vitest: a part of a file name, `-t name`
 */
export async function runTests(args) {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  let ended = false
  let trouble
  const watch = (child) => {
    let running = []
    const giveUp = (reason) => {
      trouble = `${reason}${running.length > 0 ? ` Running: ${running.join('; ')}.` : ''}`
      killGroup(child)
    }
    const whole = setTimeout(() => giveUp(`The tests took more than ${wholeMs / 60_000} minutes.`), wholeMs)
    let stuck
    const expectWithin = (ms, reason) => {
      clearTimeout(stuck)
      stuck = setTimeout(() => giveUp(reason), ms)
    }
    const noProgress = `No test has finished for ${stuckMs / 60_000} minutes.`
    expectWithin(stuckMs, noProgress)
    child.on('message', (message) => {
      counts = message.counts
      running = message.running
      ended = message.stage === 'end'
      if (ended) expectWithin(closingMs, 'The run has ended, but its processes have not.')
      else expectWithin(stuckMs, noProgress)
    })
    child.on('exit', () => {
      clearTimeout(whole)
      clearTimeout(stuck)
      killGroup(child)
    })
  }
  const code = await run(
    process.execPath,
    [vitest, 'run', '--reporter=default', `--reporter=${reporter}`, ...args],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], watch },
  )
  if (!ended) trouble ??= `vitest broke off with exit code ${code}.`
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

function minutes(text, fallback) {
  const value = Number(text)
  return (value > 0 ? value : fallback) * 60_000
}
