import { randomInt } from 'node:crypto'
import { build } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { close, failures, runTests } from './run-tests.mjs'
import { say } from './workspace.mjs'

/**
 * The long run of generated requests: `npm run fuzz -- [requests]`, 50,000 if nothing is said. FUZZ_SEED repeats
 * an earlier run.
 */
async function fuzz() {
  const [requests = '50000'] = process.argv.slice(2)
  process.env.FUZZ_RUNS = requests
  process.env.FUZZ_SEED ??= String(randomInt(2 ** 31))
  say(`${requests} generated requests, FUZZ_SEED=${process.env.FUZZ_SEED}`)
  await build()
  return runTests(['cloud/src/contract/fuzz.test.ts'])
}

const counts = await ensureInstalled()
  .then(fuzz)
  .catch((error) => ({ passed: 0, failed: failures(error), skipped: 0 }))
close(counts)
