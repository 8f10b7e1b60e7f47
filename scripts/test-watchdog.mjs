import { killGroup } from './child.mjs'

/** No test may take that long: the run is stuck, and no timeout inside it can act any more. */
const stuckMs = minutes(process.env.TEST_STUCK_MIN, 10)
const wholeMs = minutes(process.env.TEST_LIMIT_MIN, 60)
/** What a finished run may take to close its workers. */
const closingMs = 60_000

/**
 * Follows a test run by what its reporter tells, and kills it with all that it started if it makes no progress.
 * `state` holds the counts so far, whether the run came to its end, then its files and how many errors belong to none of
 * them, and the reason if it was killed.
 */
export function watchOver(child) {
  const state = {
    counts: { passed: 0, failed: 0, skipped: 0 },
    ended: false,
    files: [],
    outsideFiles: 0,
    trouble: undefined,
  }
  let running = []
  let stuck
  const giveUp = (reason) => {
    state.trouble = running.length > 0 ? `${reason} Running: ${running.join('; ')}.` : reason
    killGroup(child)
  }
  const expectWithin = (ms, reason) => {
    clearTimeout(stuck)
    stuck = setTimeout(() => giveUp(reason), ms)
  }
  const expectProgress = () => expectWithin(stuckMs, `No test has finished for ${stuckMs / 60_000} minutes.`)
  const whole = setTimeout(() => giveUp(`The tests took more than ${wholeMs / 60_000} minutes.`), wholeMs)

  expectProgress()
  child.on('message', (message) => {
    state.counts = message.counts
    state.ended = message.stage === 'end'
    if (state.ended) {
      state.files = message.files
      state.outsideFiles = message.outsideFiles
    }
    running = message.running
    if (state.ended) expectWithin(closingMs, 'The run has ended, but its processes have not.')
    else expectProgress()
  })
  child.on('exit', () => {
    clearTimeout(whole)
    clearTimeout(stuck)
    killGroup(child)
  })
  return state
}

function minutes(text, fallback) {
  const value = Number(text)
  return (value > 0 ? value : fallback) * 60_000
}
