import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const execute = promisify(execFile)
const script = (name: string): string => new URL(`../../scripts/${name}.mjs`, import.meta.url).pathname

it.each([
  ['chaos', ['--help'], 'npm run chaos [-- SEED]'],
  ['chaos', ['7', '8'], 'npm run chaos [-- SEED]'],
  ['fuzz', ['--help'], 'npm run fuzz [-- REQUESTS]'],
  ['fuzz', ['1e9'], 'npm run fuzz [-- REQUESTS]'],
])('%s with %j says how it is used, and begins nothing', async (name, args, usage) => {
  const refused = await execute(process.execPath, [script(name), ...args]).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(usage) })
})
