import { randomInt } from 'node:crypto'
import { build } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { close, failures, runTests } from './run-tests.mjs'
import { givenNumber, say } from './workspace.mjs'

/** Requests from the OpenAPI document, properties that are tried with generated values, and streams of odd cameras. */
const fuzzed = [
  'cloud/contract/fuzz.test.ts',
  'cloud/src/alerting/rules/rule-index.service.test.ts',
  'cloud/src/alerting/compiled/compile/compile-sentence.test.ts',
  'cloud/src/alerting/compiled/predicate/predicate.properties.test.ts',
  'cloud/src/understanding/pictures/choose-moments.test.ts',
  'cloud/src/understanding/labels/one-vocabulary.test.ts',
  'test/fakes/camera/odd-streams/odd-streams.test.ts',
]

const usage =
  'npm run fuzz [-- REQUESTS]: so many generated requests, 50000 unless told, and the streams of FUZZ_STREAMS odd cameras, 200 unless told. FUZZ_SEED=NUMBER repeats an earlier run.'

async function fuzz() {
  const requests = givenNumber(usage, '50000')
  process.env.FUZZ_RUNS = requests
  process.env.FUZZ_SEED ??= String(randomInt(2 ** 31))
  process.env.FUZZ_TIMES ??= '20'
  process.env.FUZZ_STREAMS ??= '200'
  const { FUZZ_SEED: seed, FUZZ_STREAMS: streams } = process.env
  say(`${requests} generated requests, ${streams} odd streams, FUZZ_SEED=${seed}`)
  await build()
  return runTests(fuzzed, { again: false })
}

const counts = await ensureInstalled()
  .then(fuzz)
  .catch((error) => ({ passed: 0, failed: failures(error), skipped: 0 }))
close(counts)
