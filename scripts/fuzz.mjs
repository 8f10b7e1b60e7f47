import { randomInt } from 'node:crypto'
import { build } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { close, failures, runTests } from './run-tests.mjs'
import { givenNumber, say } from './workspace.mjs'

const usage =
  'npm run fuzz [-- REQUESTS]: so many generated requests, 50000 unless told, and the streams of FUZZ_STREAMS odd cameras, 200 unless told. FUZZ_SEED=NUMBER repeats an earlier run.'

async function fuzz() {
  const requests = givenNumber(usage, '50000')
  process.env.FUZZ_RUNS = requests
  process.env.FUZZ_SEED ??= String(randomInt(2 ** 31))
  process.env.FUZZ_STREAMS ??= '200'
  say(
    `${requests} generated requests, ${process.env.FUZZ_STREAMS} odd streams, FUZZ_SEED=${process.env.FUZZ_SEED}`,
  )
  await build()
  return runTests(['cloud/contract/fuzz.test.ts', 'odd-streams.test.ts'], { again: false })
}

const counts = await ensureInstalled()
  .then(fuzz)
  .catch((error) => ({ passed: 0, failed: failures(error), skipped: 0 }))
close(counts)
