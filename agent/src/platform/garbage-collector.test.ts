import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** By how many bytes V8 lets the heap of a process of its own grow after a collection, and what it holds then. */
async function growthAfterCollection(begin: string): Promise<{ heldKb: number; growsKb: number }> {
  const program = `${begin}; const known = Array.from({ length: 600_000 }, (_, n) => ({ n })); gc(); gc(); console.log(known.length)`
  const flags = ['--expose-gc', '--trace-gc', '--trace-gc-verbose', '--input-type=module']
  const { stdout } = await run(process.execPath, [...flags, '--eval', program])
  const limits = [...stdout.matchAll(/\[HeapController\] Limit: old size: (\d+) KB, new limit: (\d+) KB/g)]
  const [held, limit] = [Number(limits.at(-1)?.[1]), Number(limits.at(-1)?.[2])]
  return { heldKb: held, growsKb: limit - held }
}

/** V8 adds what new objects may take, at most 16 MB. */
const newKb = 17 * 1024

it('lets the heap of a running process grow by as much again as it holds', async () => {
  const file = pathToFileURL(`${import.meta.dirname}/../../dist/platform/garbage-collector.js`).href
  const { heldKb, growsKb } = await growthAfterCollection(
    `import { tuneGarbageCollector } from '${file}'; tuneGarbageCollector()`,
  )
  expect(growsKb).toBeGreaterThanOrEqual(0.99 * heldKb)
  expect(growsKb).toBeLessThan(heldKb + newKb)
  // V8's own choice for a program that has just begun is another.
  const usual = await growthAfterCollection('')
  expect(usual.growsKb).toBeGreaterThan(usual.heldKb + newKb)
})
