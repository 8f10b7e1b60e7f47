import { join } from 'node:path'
import { build } from './build.mjs'
import { run } from './child.mjs'
import { close, runTests } from './run-tests.mjs'
import { Refusal, root, say } from './workspace.mjs'

const stdio = ['ignore', 'inherit', 'inherit']
const tool = (path, ...args) => run(process.execPath, [join(root, ...path), ...args], { stdio })

/** Each step answers how much it adds to the counts of the closing line; a failed step is one failure. */
const steps = {
  types: async () => failedUnless(await build().then(() => 0)),
  lint: async () =>
    failedUnless(await tool(['node_modules', 'oxlint', 'bin', 'oxlint'], '--type-aware', '--deny-warnings')),
  format: async () =>
    failedUnless(
      await tool(['node_modules', '@biomejs', 'biome', 'bin', 'biome'], 'check', '--error-on-warnings'),
    ),
  directions: async () => failedUnless(await tool(['scripts', 'directions.mjs'])),
  tests: () => runTests(process.argv.slice(2)),
}

function failedUnless(code) {
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function timed(name, step) {
  const started = performance.now()
  process.stdout.write(`\n== ${name}\n`)
  const counts = await step().catch((error) => {
    say(error instanceof Refusal ? error.message : String(error.stack))
    return { passed: 0, failed: 1, skipped: 0 }
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`== ${name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`)
  return counts
}

const total = { passed: 0, failed: 0, skipped: 0 }
for (const [name, step] of Object.entries(steps)) {
  const counts = await timed(name, step)
  for (const key of Object.keys(total)) total[key] += counts[key]
}
process.stdout.write('\n')
close(total)
