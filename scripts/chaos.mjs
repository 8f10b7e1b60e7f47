import { randomInt } from 'node:crypto'
import { build } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { close, failures, runTests } from './run-tests.mjs'
import { say } from './workspace.mjs'

/**
 * The long run of faults: `npm run chaos [-- seed]`. A seed repeats an earlier run.
 */
async function chaos() {
  const [seed = String(randomInt(2 ** 31))] = process.argv.slice(2)
  process.env.CHAOS = 'full'
  process.env.CHAOS_SEED = seed
  say(`Two sites, a thousand events, seed ${seed}`)
  await build()
  return runTests(['test/chaos/chaos.test.ts'])
}

const counts = await ensureInstalled()
  .then(chaos)
  .catch((error) => ({ passed: 0, failed: failures(error), skipped: 0 }))
close(counts)
