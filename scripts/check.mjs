import { join } from 'node:path'
import { build } from './build.mjs'
import { run } from './child.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { close, failures, runTests } from './run-tests.mjs'
import { Refusal, root } from './workspace.mjs'

const oxlint = ['node_modules', 'oxlint', 'bin', 'oxlint']
const biome = ['node_modules', '@biomejs', 'biome', 'bin', 'biome']

/** In this order. A step throws if it fails; the tests answer their counts instead. */
const steps = {
  types: build,
  client: () => tool(['scripts', 'client.mjs'], '--check'),
  lint: () => tool(oxlint, '--type-aware', '--deny-warnings'),
  format: () => tool(biome, 'check', '--error-on-warnings'),
  directions: () => tool(['scripts', 'directions.mjs']),
  tests: () => runTests(process.argv.slice(2)),
}

async function tool(path, ...args) {
  const stdio = ['ignore', 'inherit', 'inherit']
  const code = await run(process.execPath, [join(root, ...path), ...args], { stdio })
  if (code !== 0) throw new Refusal(`${path.at(-1)} ended with exit code ${code}.`)
}

/** Runs a step under its heading. One that fails counts as one failure in the closing line. */
async function take(name, step) {
  const started = performance.now()
  process.stdout.write(`\n== ${name}\n`)
  const nothing = { passed: 0, failed: 0, skipped: 0, unsteady: [] }
  const counts = await step().then(
    (answer) => answer ?? nothing,
    (error) => ({ ...nothing, failed: failures(error) }),
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`== ${name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`)
  return counts
}

/** Every step runs, whatever became of the one before. */
async function takeAll() {
  const total = { passed: 0, failed: 0, skipped: 0, unsteady: [] }
  for (const [name, step] of Object.entries(steps)) {
    const counts = await take(name, step)
    for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key]
    total.unsteady.push(...counts.unsteady)
  }
  process.stdout.write('\n')
  return total
}

const total = await ensureInstalled()
  .then(takeAll)
  .catch((error) => ({ passed: 0, failed: failures(error), skipped: 0 }))
close(total)
