import { build } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { close, failures, runTests } from './run-tests.mjs'

/** A build that fails is a failure of its own; the tests, which run from the sources, still say what they can. */
async function buildAndTest() {
  const broken = await build().then(() => 0, failures)
  const counts = await runTests(process.argv.slice(2))
  return { ...counts, failed: counts.failed + broken }
}

const counts = await ensureInstalled()
  .then(buildAndTest)
  .catch((error) => ({ passed: 0, failed: failures(error), skipped: 0 }))
close(counts)
