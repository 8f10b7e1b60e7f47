import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'

const runTests = new URL('../../scripts/run-tests.mjs', import.meta.url).href
const driver = `
  const { close, failures, runTests } = await import(${JSON.stringify(runTests)})
  const counts = await runTests(process.argv.slice(1)).catch((error) => ({ passed: 0, failed: failures(error), skipped: 0 }))
  close(counts)
`

const fine = "it('holds', () => {})"
/** Fails the first time that it runs in its folder. */
const once = (what: string) => `
  import { existsSync, writeFileSync } from 'node:fs'
  const mark = import.meta.dirname + '/ran'
  const isFirst = !existsSync(mark)
  if (isFirst) writeFileSync(mark, '')
  ${what}`

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

it.each([
  ['a test', once("it('fails once', () => { if (isFirst) throw new Error('too early') })"), 'fails once: '],
  ['a hook of a file', once(`beforeAll(() => { if (isFirst) throw new Error('too early') }); ${fine}`), ''],
  [
    'an error that nobody caught',
    once("it('leaks', () => { if (isFirst) Promise.reject(new Error('too early')) })"),
    '',
  ],
])('counts what failed once, and passed alone, as passed and lists it: %s', async (_what, source, where) => {
  const run = await runIn(await folderWith({ 'a.test.mjs': source, 'b.test.mjs': fine }))
  expect(run.lines.slice(-4)).toEqual([
    'Unsteady: failed, and passed when run again alone',
    '  a.test.mjs',
    `    ${where}Error: too early`,
    '2 passed, 0 failed',
  ])
  expect(run.code).toBe(0)
})

it('runs only the file again that failed, alone and after all others', async () => {
  const note = (name: string, what = '') => `
    import { appendFileSync } from 'node:fs'
    it('${name}', () => { appendFileSync(import.meta.dirname + '/order', '${name} '); ${what} })`
  const folder = await folderWith({
    'a.test.mjs': note('a', "throw new Error('always')"),
    'b.test.mjs': note('b'),
  })
  const run = await runIn(folder, {}, ['--no-file-parallelism'])
  expect(run.lastLine).toBe('1 passed, 1 failed')
  const order = await readFile(join(folder, 'order'), 'utf8')
  expect(order.trim().split(' ').toSorted().join(' ')).toBe('a a b')
  expect(order).toMatch(/ a $/)
})

it('runs no file again of a run in which eleven failed', async () => {
  const source = once("it('fails once', () => { if (isFirst) throw new Error('too early') })")
  const names = Array.from({ length: 11 }, (_, number) => `${number}.test.mjs`)
  const files = Object.fromEntries(names.map((name) => [name, source.replace('/ran', `/ran-${name}`)]))
  expect((await runIn(await folderWith(files))).lastLine).toBe('0 passed, 11 failed')
})

it.each([
  ['a worker that dies', once("it('dies', () => { if (isFirst) process.kill(process.pid, 9) })"), {}],
  ['a run that hangs', once("it('spins', () => { while (isFirst); })"), { TEST_STUCK_MIN: '0.1' }],
])('runs nothing again after %s', async (_what, source, settings) => {
  const run = await runIn(await folderWith({ 'a.test.mjs': source }), settings)
  expect(run.lines.join('\n')).not.toContain('Unsteady')
  expect(run.lastLine).toMatch(/^[01] passed, [12] failed$/)
  expect(run.code).toBe(1)
})

it('runs nothing again if a hook of the whole run failed', async () => {
  const folder = await folderWith({
    'a.test.mjs': fine,
    'setup.mjs': once("export default () => { if (isFirst) throw new Error('no server') }"),
  })
  const run = await runIn(folder, {}, ['--globalSetup', join(folder, 'setup.mjs')])
  expect(run.lastLine).toBe('0 passed, 1 failed')
  expect(run.code).toBe(1)
})

it('ends and names a process that a test left behind', async () => {
  const source = `
    import { spawn } from 'node:child_process'
    it('forgets it', () => {
      spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }).unref()
    })`
  const run = await runIn(await folderWith({ 'a.test.mjs': source }))
  const pid = Number(/left behind: process (\d+) \(sleep 1000\)/.exec(run.errors)?.[1])
  expect(pid).toBeGreaterThan(0)
  expect(run.lastLine).toBe('1 passed, 1 failed')
  expect(await isRunning(pid)).toBe(false)
})

it('ends what goes on in its folder when nobody is left who started it, and leaves whoever looks into it', async () => {
  const folder = await folderWith({
    'a.test.mjs': `
      import { spawn } from 'node:child_process'
      import { existsSync, writeFileSync } from 'node:fs'
      import { tmpdir } from 'node:os'
      it('forgets it', async () => {
        const inFolder = { cwd: tmpdir(), env: { PATH: process.env.PATH }, stdio: 'ignore' }
        await new Promise((resolve) => spawn('sh', ['-c', 'setsid sleep 1000 & exit'], inFolder).on('exit', resolve))
        const here = import.meta.dirname
        writeFileSync(here + '/folder', tmpdir())
        await vi.waitUntil(() => existsSync(here + '/looked'), { timeout: 20_000 })
      }, 30_000)`,
  })
  const running = runIn(folder)
  await expect.poll(() => readFile(join(folder, 'folder'), 'utf8').catch(() => '')).not.toBe('')
  const cwd = await readFile(join(folder, 'folder'), 'utf8')
  const looking = spawn('sleep', ['2000'], { cwd, env: { PATH: process.env['PATH'], PWD: cwd } })
  onTestFinished(() => void looking.kill())
  await new Promise((resolve) => void looking.once('spawn', resolve))
  await writeFile(join(folder, 'looked'), '')
  const run = await running
  expect(run.errors).toMatch(/left behind: process \d+ \(sleep 1000\)/)
  expect(run.errors).not.toContain('sleep 2000')
  expect(looking.exitCode ?? looking.signalCode).toBeNull()
})

it('sweeps the folder of a run that was killed, with the processes that live in it, and no other', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'sweeping '))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folders = { killed: 'slrun-killed', living: 'slrun-living', made: 'slrun-being-made', else: 'other' }
  for (const name of Object.values(folders)) await mkdir(join(parent, name))
  await writeFile(join(parent, folders.killed, '.owner'), '999999999 1')
  await writeFile(join(parent, folders.living, '.owner'), `${process.pid} ${await startOfThis()}`)
  const killed = join(parent, folders.killed)
  const stray = spawn('sleep', ['1000'], { env: { ...process.env, TMPDIR: killed }, stdio: 'ignore' })
  const ended = new Promise((resolve) => void stray.on('exit', (_code, signal) => resolve(signal)))
  const run = await runIn(await folderWith({ 'a.test.mjs': fine }), { TMPDIR: parent })
  expect(run.lastLine).toBe('1 passed, 0 failed')
  expect(await ended).toBe('SIGKILL')
  const { killed: _killed, ...others } = folders
  expect((await readdir(parent)).toSorted()).toEqual(Object.values(others).toSorted())
})

it('runs the tests beside processes that burn a core, and ends them', async () => {
  const source = `
    import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
    it('is not alone', () => {
      const burning = readdirSync('/proc').filter((pid) => {
        try { return readFileSync('/proc/' + pid + '/cmdline', 'utf8').includes('const burn =') } catch { return false }
      })
      writeFileSync(import.meta.dirname + '/burning', burning.join(' '))
    })`
  const folder = await folderWith({ 'a.test.mjs': source })
  const run = await runIn(folder, {}, ['--beside', '2', '--slowest'])
  expect(run.lastLine).toBe('1 passed, 0 failed')
  expect(run.errors).toMatch(/Slowest files, in seconds:\n +\d+\.\d {2}a\.test\.mjs/)
  const burning = (await readFile(join(folder, 'burning'), 'utf8')).split(' ')
  expect(burning.length).toBeGreaterThanOrEqual(2)
  for (const pid of burning) await expect.poll(() => isRunning(Number(pid))).toBe(false)
})

it.each(['many', '-1', '65', ''])('refuses --beside %s', async (number) => {
  const run = await runIn(await folderWith({ 'a.test.mjs': fine }), {}, ['--beside', number])
  expect(run.lastLine).toBe('0 passed, 1 failed')
  expect(run.errors).toContain('--beside wants a number of processes from 0 to 64')
})

/** One that ended and was waited for by nobody has no command line any more. */
async function isRunning(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== ''
}

async function startOfThis(): Promise<string> {
  const stat = await readFile('/proc/self/stat', 'utf8')
  return stat.split(') ').at(-1)?.split(' ')[19] ?? ''
}

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

async function runIn(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
) {
  const args = ['--root', folder, '--config', join(folder, 'vitest.config.mjs'), ...more]
  const child = spawn(process.execPath, ['--input-type=module', '-e', driver, '--', ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.on('exit', resolve)
    child.on('error', reject)
  })
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  const lines = output.split('\n').filter((line) => line !== '')
  return { lines, lastLine: lines.at(-1) ?? '', errors, code }
}
