import { build } from './build.mjs'
import { close, runTests } from './run-tests.mjs'
import { Refusal, say } from './workspace.mjs'

/** A build that fails is a failure of its own; the tests, which run from the sources, still say what they can. */
async function buildAndTest() {
  const broken = await build().then(
    () => 0,
    (error) => complain(error),
  )
  const counts = await runTests(process.argv.slice(2)).catch((error) => ({
    passed: 0,
    failed: complain(error),
    skipped: 0,
  }))
  return { ...counts, failed: counts.failed + broken }
}

function complain(error) {
  say(error instanceof Refusal ? error.message : String(error.stack))
  return 1
}

close(await buildAndTest())
