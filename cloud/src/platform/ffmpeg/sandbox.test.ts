import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../time/clock.js'
import { runProgram } from './run-program.js'
import { findSandbox, pathOfProgram, type Sandbox, sandboxed, sandboxLimits } from './sandbox.js'

let root: string
let dataDir: string
let folder: string
let probe: string
beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'confined ')))
  dataDir = path.join(root, 'data')
  folder = path.join(dataDir, 'pictures', 'work')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(dataDir, 'master.key'), 'canary-master-key')
  probe = path.join(root, 'probe')
  await writeFile(probe, '#!/bin/sh\n[ "$1" = -version ] && exit 0\neval "$1"\n')
  await chmod(probe, 0o755)
})
afterAll(() => rm(root, { recursive: true, force: true }))

const env = { PATH: '/usr/bin:/bin' }

async function run(kind: Sandbox['kind'], script: string, inputs: readonly string[] = []) {
  const command = sandboxed(kind, {
    program: probe,
    args: [script],
    folder,
    inputs,
    processorSec: 5,
    niceness: 10,
  })
  const end = await runProgram({
    ...command,
    cwd: folder,
    clock: systemClock,
    env,
    deadlineMs: 20_000,
    mostBytes: 1e6,
  })
  return end.kind === 'exited' ? { code: end.code, printed: end.printed, said: end.said } : end
}

const found = await findKind()
async function findKind(): Promise<Sandbox> {
  const tried = await mkdtemp(path.join(tmpdir(), 'confined-try-'))
  try {
    const shell = path.join(tried, 'answers')
    await writeFile(shell, '#!/bin/sh\nexit 0\n')
    await chmod(shell, 0o755)
    return await findSandbox(shell, await realpath(tried), { clock: systemClock, env })
  } finally {
    await rm(tried, { recursive: true, force: true })
  }
}

describe.runIf(found.kind === 'apart')('a program that is kept apart', () => {
  test('works in its folder, and finds its inputs', async () => {
    await writeFile(path.join(folder, 'clip.mp4'), 'clip')
    const done = await run('apart', 'pwd; cat clip.mp4 > copy.jpg', ['clip.mp4'])
    expect(done).toMatchObject({ code: 0, printed: `${folder}\n` })
    expect(await readFile(path.join(folder, 'copy.jpg'), 'utf8')).toBe('clip')
  })

  test('cannot write what it reads, which may be a link to what is kept', async () => {
    await writeFile(path.join(folder, 'kept.mp4'), 'kept')
    const { code } = (await run('apart', 'echo x > kept.mp4 || rm -f kept.mp4', ['kept.mp4'])) as {
      code: number
    }
    expect(code).not.toBe(0)
    expect(await readFile(path.join(folder, 'kept.mp4'), 'utf8')).toBe('kept')
  })

  test('sees nothing else of the data folder, of homes and of settings', async () => {
    const done = await run(
      'apart',
      `cat "${dataDir}/master.key"; ls "${dataDir}" "${dataDir}/pictures" /etc / /.old`,
    )
    expect(JSON.stringify(done)).not.toContain('canary')
    expect(done).toMatchObject({ printed: expect.not.stringMatching(/^(passwd|home|root|run|var)$/m) })
  })

  test('sees no process beside its own, and so neither surroundings nor open files of the service', async () => {
    process.env['CONFINED_CANARY'] = 'canary-of-the-service'
    const done = await run(
      'apart',
      `cat /proc/[0-9]*/environ; ls /proc/${process.pid}; for p in /proc/[0-9]*; do cat $p/cmdline; done`,
    )
    delete process.env['CONFINED_CANARY']
    expect(done).toMatchObject({ printed: expect.not.stringContaining('canary') })
    expect(done).toMatchObject({ printed: expect.not.stringContaining('vitest') })
    expect(done).toMatchObject({ said: expect.stringContaining(`/proc/${process.pid}`) })
  })

  test('reaches no network, not even this machine', async () => {
    const server = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const reach = `bash -c 'cat < /dev/tcp/127.0.0.1/${port}'; grep -v lo: /proc/net/dev | grep : || :`
    try {
      expect(await run('none', reach)).toMatchObject({ printed: expect.stringContaining('reached') })
      expect(await run('apart', reach)).toMatchObject({ printed: '' })
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test('has no right of the administrator, and writes no program of the system', async () => {
    const done = await run(
      'apart',
      'grep CapEff /proc/self/status; touch /usr/bin/x; mount -t tmpfs x /usr; exit 0',
    )
    expect(done).toMatchObject({ printed: expect.stringMatching(/^CapEff:\s*0+\n$/) })
    expect(done).toMatchObject({ said: expect.stringContaining('Read-only') })
  })
})

describe.each(['apart', 'bounded'] as const)('a program that is %s', (kind) => {
  test.runIf(found.kind === 'apart' || kind === 'bounded')(
    'has bounds of memory, files and time',
    async () => {
      const said = await run(kind, 'ulimit -v; ulimit -f; ulimit -n; ulimit -t; ulimit -c; exit 7')
      expect(said).toMatchObject({
        code: 7,
        printed: `${[sandboxLimits.memory / 1024, sandboxLimits.file / 512, sandboxLimits.openFiles, 5, 0].join('\n')}\n`,
      })
    },
  )
})

test('where namespaces are forbidden the program is bounded, and it is said why', async () => {
  const nowhere = { clock: systemClock, env: { PATH: root } }
  expect(await findSandbox(probe, folder, nowhere)).toEqual({
    kind: 'bounded',
    why: expect.stringContaining('ENOENT'),
  })
  const forbidding = path.join(root, 'unshare')
  await writeFile(
    forbidding,
    '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2; exit 1\n',
  )
  await chmod(forbidding, 0o755)
  expect(await findSandbox(probe, folder, nowhere)).toEqual({
    kind: 'bounded',
    why: 'unshare: unshare failed: Operation not permitted',
  })
})

test('a program is found as the system finds it, without links', async () => {
  expect(await pathOfProgram('sh', '/nowhere:/bin')).toBe(await realpath('/bin/sh'))
  expect(await pathOfProgram(probe, null)).toBe(probe)
  expect(await pathOfProgram('no-such-program', root)).toBe('no-such-program')
})
