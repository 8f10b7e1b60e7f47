import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import { buildPrograms, programForTests } from '#testing/built-programs.js'
import { systemClock } from './platform/clock.js'
import { findFfmpeg } from './platform/ffmpeg/find-ffmpeg.js'

const program = programForTests('spawn-without-room')
const hundredFailures = {
  'decoder unavailable': 100,
  'job false': 100,
  'transcoder ended': 100,
  'command false': 100,
  'worker not_started': 100,
}

beforeAll(buildPrograms)

/** Runs the program to its end. @param files the most that it may have open */
async function run(files: number, ...args: string[]) {
  const line = [`ulimit -n ${files}`, 'exec "$@"'].join(' && ')
  const child = spawn('sh', ['-c', line, 'sh', process.execPath, program, ...args])
  const [said, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, complaint, ...(said === '' ? {} : JSON.parse(said)) }
}

it('goes on through a hundred children of every kind that find no open file', async () => {
  const { found } = await findFfmpeg(null, systemClock)
  if (found === null) throw new Error('this test needs ffmpeg')
  const seen = await run(64, found.path, 'short')
  expect(seen).toEqual({
    code: 0,
    complaint: '',
    counts: hundredFailures,
    // There are files again: it is started, and says what it thinks of these bytes.
    after: 'damaged',
  })
}, 60_000)

it('goes on through a hundred children whose start throws', async () => {
  // The system refuses such a path in a way that Node throws, as it does where memory is short (ENOMEM).
  const seen = await run(1024, '/dev/null/ffmpeg')
  expect(seen).toEqual({ code: 0, complaint: '', counts: hundredFailures, after: 'unavailable' })
}, 60_000)
