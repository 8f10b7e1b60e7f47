import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { systemClock } from '../time/clock.js'
import { runProgram } from './run-program.js'

const start = promisify(execFile)
const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
)

const run = (file: string) =>
  runProgram({ file, args: [], clock: systemClock, env: {}, deadlineMs: 20_000, mostBytes: 1_000 })

test('one whose start throws was not started', async () => {
  // The system refuses such a path in a way that Node throws, as it does where memory is short (ENOMEM).
  expect(await run('/dev/null/program')).toMatchObject({
    kind: 'not_started',
    error: { code: 'ENOTDIR' },
  })
})

/** Takes every file that it may open, asks for programs meanwhile, and once more when there are files again. */
const short = `
import { closeSync, openSync } from 'node:fs'
import { runProgram } from './ffmpeg/run-program.js'
const clock = { after: () => () => {} }
const run = () => runProgram({ file: '/bin/true', args: [], clock, env: {}, deadlineMs: 1, mostBytes: 1 })
const files = []
try { for (;;) files.push(openSync('/dev/null')) } catch {}
const ends = []
for (let n = 0; n < 100; n += 1) ends.push(run())
const codes = new Set((await Promise.all(ends)).map((end) => end.kind + ' ' + end.error?.code))
for (const file of files) closeSync(file)
console.log(JSON.stringify({ short: [...codes], after: (await run()).kind }))
`

test('a process without a file left goes on, and starts programs again when there are some', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'run program '))
  try {
    const compiling = '--ignoreConfig --noCheck --module nodenext --target es2022 --types node --outDir'
    const source = path.join(import.meta.dirname, 'run-program.ts')
    await start(process.execPath, [compiler, ...compiling.split(' '), folder, source])
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(path.join(folder, 'short.js'), short)
    const line = 'ulimit -n 64 && exec "$0" short.js'
    const { stdout } = await start('/bin/sh', ['-c', line, process.execPath], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual({ short: ['not_started EMFILE'], after: 'exited' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
