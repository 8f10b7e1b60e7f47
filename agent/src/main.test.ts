import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PlayingCamera } from './cameras/playing-camera.fixture.js'
import { cameraSet } from './configuration/camera-set.fixture.js'
import { PairedAgent } from './paired-agent.fixture.js'
import { answer, usual } from './rtsp/scripted-camera.fixture.js'

const root = resolve(import.meta.dirname, '..')
const main = join(root, 'dist/main.js')
let empty: string

beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'agent-main-'))
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  // Findings in files that others are writing must not stop this test; what it needs is emitted anyway.
  await promisify(execFile)(process.execPath, [tsc, '-b', root]).catch(() => undefined)
})
afterAll(() => rm(empty, { recursive: true, force: true }))

interface Ended {
  code: number
  out: string
  err: string
}

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: 'pipe',
    env: { PATH: process.env['PATH'], HOME: empty, AGENT_DATA_DIR: empty, LOG_LEVEL: 'info', ...env },
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = once(child, 'close').then(([code]): Ended => ({ code: Number(code), out, err }))
  return { child, ended, said: () => err }
}

/** Runs a command to its end. */
function run(args: string[], input = '', env: Record<string, string> = {}): Promise<Ended> {
  const { child, ended } = start(args, env)
  child.stdin.end(input)
  return ended
}

describe('agent', () => {
  it('begins as a program does, so that an installed one starts', async () => {
    expect((await readFile(main, 'utf8')).startsWith('#!/usr/bin/env node\n')).toBe(true)
  })

  it('--version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    expect(await run(['--version'])).toMatchObject({ code: 0, out: `${version}\n` })
  })

  it('ends quietly when nobody reads its answer to the end', async () => {
    const { child, ended } = start(['--help'])
    child.stdout.destroy()
    expect(await ended).toMatchObject({ err: '' })
  })
})

describe('agent probe', () => {
  const password = 'canary p@ss:#1'
  const loopback = { CAMERA_CIDRS: '127.0.0.0/8' }
  const unguarded = { type: 'rtsp' as const, rtsp_sub_url: null, credentials: null }

  it('takes the password from standard input, and shows it nowhere', async () => {
    await using peer = await PlayingCamera.start((request) =>
      request.headers.get('authorization') === `Basic ${btoa(`admin:${password}`)}` ||
      request.method === 'OPTIONS'
        ? usual(request)
        : answer(request, 401, ['WWW-Authenticate: Basic realm="r"']),
    )
    const probe = ['probe', peer.url, '--username', 'admin', '--password-stdin']
    const good = await run(probe, `${password}\n`, loopback)
    expect(good).toMatchObject({ code: 0, err: '' })
    expect(good.out).toContain('640x360')
    const bad = await run([...probe, '--json'], 'wrong-canary\n', { ...loopback, LOG_LEVEL: 'trace' })
    expect(bad.code).toBe(4)
    expect(JSON.parse(bad.out)).toMatchObject({ reachable: false, fault: 'auth' })
    expect(JSON.stringify([good, bad])).not.toContain('canary')
  })

  it('does not follow a camera that sends it elsewhere, and says so', async () => {
    await using elsewhere = await PlayingCamera.start()
    await using peer = await PlayingCamera.start((request) =>
      request.method === 'DESCRIBE' ? answer(request, 302, [`Location: ${elsewhere.url}`]) : usual(request),
    )
    const ended = await run(['probe', peer.url], '', loopback)
    expect([ended.code, ended.out]).toEqual([6, ''])
    expect(ended.err).toContain('never followed')
    expect(elsewhere.server.connections).toBe(0)
  })

  it('says that a camera has no such stream', async () => {
    await using peer = await PlayingCamera.start((request) =>
      request.method === 'DESCRIBE' ? answer(request, 404) : usual(request),
    )
    const ended = await run(['probe', peer.url], '', loopback)
    expect([ended.code, ended.out]).toEqual([6, ''])
    expect(ended.err).not.toMatch(/\n\s+at /)
  })

  it('asks the running agent, so that a camera in use gets no second connection', async () => {
    await using peer = await PlayingCamera.start()
    await using world = await PairedAgent.pair()
    await world.start()
    const session = await world.session()
    session.send('camera.set', cameraSet({ connection: { ...unguarded, rtsp_url: peer.url } }))
    await session.when(
      () => session.of('camera.status').some(({ body }) => body.state === 'online'),
      'a camera on line',
    )
    const ended = await run(['probe', peer.url, '--data-dir', world.dataDir])
    expect(ended).toMatchObject({ code: 0, err: '', out: expect.stringContaining('640x360') })
    expect(peer.server.connections).toBe(1)
    const status = await run(['status', '--data-dir', world.dataDir])
    expect(status).toMatchObject({ code: 0, err: '', out: expect.stringContaining('640x360 h264') })
  })

  it('does not ask where nobody can answer', async () => {
    const ended = await run(['probe', 'rtsp://127.0.0.1:1/x', '--username', 'admin'], '', loopback)
    expect(ended.code).toBe(2)
    expect(ended.err).toContain('--password-stdin')
  })
})

describe('agent run', () => {
  it('without a pairing says what to do', async () => {
    const ended = await run(['run'])
    expect([ended.code, ended.out]).toEqual([3, ''])
    expect(ended.err).toContain('agent pair')
    expect(ended.err).not.toMatch(/\n\s+at /)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends in order on %s, and a second run is refused',
    async (signal) => {
      await using world = await PairedAgent.pair()
      const { child, ended, said } = start(['run', '--data-dir', world.dataDir])
      await world.session()
      const second = await run(['run', '--data-dir', world.dataDir])
      expect(second).toMatchObject({ code: 9, err: expect.stringContaining('another agent is running') })
      const status = await run(['status', '--json', '--data-dir', world.dataDir])
      expect(JSON.parse(status.out)).toMatchObject({ running: true, gateway_id: world.identity.gateway_id })
      const toldAt = performance.now()
      child.kill(signal)
      expect((await ended).code).toBe(0)
      expect(performance.now() - toldAt).toBeLessThan(10_000)
      expect(said()).toContain('agent.stopped')
      const after = await run(['status', '--data-dir', world.dataDir])
      expect(after).toMatchObject({ code: 0, out: expect.stringContaining('not running') })
    },
  )
})
