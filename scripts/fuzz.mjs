import { randomInt } from 'node:crypto'
import { build } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { close, failures, runTests } from './run-tests.mjs'
import { givenNumber, say } from './workspace.mjs'

const usage =
  'npm run fuzz [-- REQUESTS]: so many generated requests, 50000 unless told. FUZZ_SEED=NUMBER repeats an earlier run.'

async function fuzz() {
  const requests = givenNumber(usage, '50000')
  process.env.FUZZ_RUNS = requests
  process.env.FUZZ_SEED ??= String(randomInt(2 ** 31))
  say(`${requests} generated requests, FUZZ_SEED=${process.env.FUZZ_SEED}`)
  await build()
  return runTests(['cloud/contract/fuzz.test.ts'], { again: false })
}

const counts = await ensureInstalled()
  .then(fuzz)
  .catch((error) => ({ passed: 0, failed: failures(error), skipped: 0 }))
close(counts)
