import { randomInt } from 'node:crypto'
import { build } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { givenNumber, say } from './workspace.mjs'

// One test lasts for a quarter of an hour.
process.env.TEST_STUCK_MIN ??= '90'
process.env.TEST_LIMIT_MIN ??= '90'
const { close, failures, runTests } = await import('./run-tests.mjs')

const usage =
  'npm run chaos [-- SEED]: the long run of faults, 25 to 40 minutes. A seed, a number, repeats an earlier run.'

async function chaos() {
  const seed = givenNumber(usage, String(randomInt(2 ** 31)))
  process.env.CHAOS = 'full'
  process.env.CHAOS_SEED = seed
  say(`Two sites, a thousand events, seed ${seed}`)
  await build()
  return runTests(['test/chaos/chaos.test.ts', 'cloud/src/app-without-database.test.ts'], { again: false })
}

const counts = await ensureInstalled()
  .then(chaos)
  .catch((error) => ({ passed: 0, failed: failures(error), skipped: 0 }))
close(counts)
