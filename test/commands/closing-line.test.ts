import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'

const runTests = new URL('../../scripts/run-tests.mjs', import.meta.url).href
const driver = `
  const { close, runTests } = await import(${JSON.stringify(runTests)})
  close(await runTests(process.argv.slice(1)))
`

const fine = "it('holds', () => {})"

it.each([
  ['what passes', { 'a.test.mjs': fine, 'b.test.mjs': fine }, '2 passed, 0 failed', 0],
  [
    'what fails',
    { 'a.test.mjs': `${fine}; it('fails', () => { throw new Error() })` },
    '1 passed, 1 failed',
    1,
  ],
  [
    'what is skipped',
    { 'a.test.mjs': `${fine}; it.skip('later', () => {})` },
    '1 passed, 0 failed, 1 skipped',
    0,
  ],
  [
    'a file that does not load',
    { 'a.test.mjs': "import './gone.mjs'", 'b.test.mjs': fine },
    '1 passed, 1 failed',
    1,
  ],
  [
    'a hook that fails',
    { 'a.test.mjs': `beforeAll(() => { throw new Error() }); ${fine}` },
    '0 passed, 1 failed, 1 skipped',
    1,
  ],
  [
    'an error that nobody caught',
    { 'a.test.mjs': "it('leaks', () => { Promise.reject(new Error()) })" },
    '1 passed, 1 failed',
    1,
  ],
  [
    'a worker that dies',
    { 'a.test.mjs': "it('dies', () => { process.kill(process.pid, 9) })" },
    '0 passed, 2 failed',
    1,
  ],
  [
    'nothing but skipped tests',
    { 'a.test.mjs': "it.skip('later', () => {})" },
    '0 passed, 0 failed, 1 skipped',
    1,
  ],
  [
    'what a test leaves in the temporary folder',
    {
      'a.test.mjs': `import { writeFileSync } from 'node:fs'; import { tmpdir } from 'node:os'
        it('leaves something', () => { writeFileSync(tmpdir() + '/left-behind', '') })`,
    },
    '1 passed, 1 failed',
    1,
  ],
  ['no test at all', {}, '0 passed, 0 failed', 1],
])('counts %s', async (_what, files, line, code) => {
  const run = await runIn(await folderWith(files))
  expect(run.lastLine).toBe(line)
  expect(run.code).toBe(code)
})

it('ends a run that hangs where no timeout inside it can act', async () => {
  const folder = await folderWith({ 'a.test.mjs': `${fine}; it('spins', () => { for (;;) {} })` })
  const run = await runIn(folder, { TEST_STUCK_MIN: '0.1' })
  expect(run.lastLine).toMatch(/^[01] passed, 1 failed$/)
  expect(run.code).toBe(1)
})

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'closing line '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const config = "export default { test: { include: ['*.test.mjs'], globals: true, pool: 'forks' } }"
  for (const [name, source] of Object.entries({ ...files, 'vitest.config.mjs': config })) {
    await writeFile(join(folder, name), source)
  }
  return folder
}

async function runIn(folder: string, settings: Readonly<Record<string, string>> = {}) {
  const args = ['--root', folder, '--config', join(folder, 'vitest.config.mjs')]
  const child = spawn(process.execPath, ['--input-type=module', '-e', driver, '--', ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.on('exit', resolve)
    child.on('error', reject)
  })
  const [output, code] = await Promise.all([text(child.stdout), exit])
  return { lastLine: output.trimEnd().split('\n').at(-1) ?? '', code }
}
