import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentProgram, buildPrograms } from '#testing/built-programs.js'
import { cameraSet } from './configuration/camera-set.fixture.js'
import { PairedAgent } from './gateway/paired-agent.fixture.js'
import { endDatabase, openDatabase } from './outbox/open-database.js'
import { RecordingFiles } from './recording/recording-files.js'
import { answer, usual } from './rtsp/scripted-camera.fixture.js'
import { PlayingCamera } from './streams/playing-camera.fixture.js'
import { UploadQueue } from './upload/upload-queue.js'

let empty: string

beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'agent-main-'))
  await buildPrograms()
})
afterAll(() => rm(empty, { recursive: true, force: true }))

interface Ended {
  code: number
  out: string
  err: string
}

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [agentProgram, ...args], {
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
    expect((await readFile(agentProgram, 'utf8')).startsWith('#!/usr/bin/env node\n')).toBe(true)
  })

  it('--version', async () => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'))
    expect(await run(['--version'])).toMatchObject({ code: 0, out: `${version}\n` })
  })

  it('ends quietly when nobody reads its answer to the end', async () => {
    const { child, ended } = start(['--help'])
    child.stdout.destroy()
    expect(await ended).toMatchObject({ err: '' })
  })
})

describe('root', () => {
  const nobody = 65_534

  it.skipIf(process.getuid?.() !== 0)('works as the account that the data folder belongs to', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'agent-owned-'))
    await chown(dataDir, nobody, nobody)
    const words = ['discover', '127.0.0.1', '--timeout', '1', '--data-dir', dataDir]
    const ended = await run(words, '', { CAMERA_CIDRS: '127.0.0.0/8' })
    expect(ended).toMatchObject({ code: 0, err: '' })
    expect((await stat(join(dataDir, 'last-scan.json'))).uid).toBe(nobody)
    await rm(dataDir, { recursive: true })
  })
})

describe('a defect', () => {
  /** Thrown a moment after the program began to listen for such. */
  const defect = [
    "const fail = () => { throw new Error('cannot read rtsp://admin:canary@10.0.0.7/') }",
    "const look = () => setTimeout(process.listenerCount('uncaughtException') > 0 ? fail : look, 250)",
    'look()',
  ]

  it.each([
    ['of a command', ['discover', '--timeout', '3']],
    ['of the agent', ['run']],
  ])('%s is told without passwords', async (_name, words) => {
    await using world = await PairedAgent.pair()
    const file = join(world.dataDir, 'defect.mjs')
    await writeFile(file, defect.join('\n'))
    const env = { NODE_OPTIONS: `--import ${file}` }
    const ended = await run([...words, '--data-dir', world.dataDir], '', env)
    expect(ended.code).toBe(1)
    expect(ended.err).toContain('***@10.0.0.7')
    expect(ended.err).not.toContain('canary')
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

  it('ends in order on SIGINT, and a second run is refused', async () => {
    await using world = await PairedAgent.pair()
    const { child, ended, said } = start(['run', '--data-dir', world.dataDir])
    await world.session()
    const second = await run(['run', '--data-dir', world.dataDir])
    expect(second).toMatchObject({ code: 9, err: expect.stringContaining('another agent is running') })
    const status = await run(['status', '--json', '--data-dir', world.dataDir])
    expect(JSON.parse(status.out)).toMatchObject({ running: true, gateway_id: world.identity.gateway_id })
    child.kill('SIGINT')
    expect((await ended).code).toBe(0)
    expect(said()).toContain('agent.stopped')
    const after = await run(['status', '--data-dir', world.dataDir])
    expect(after).toMatchObject({ code: 0, out: expect.stringContaining('not running') })
  })

  it('ends within ten seconds on SIGTERM, with a recording, an upload that stands still and an ffmpeg that hangs', async () => {
    await using peer = await PlayingCamera.start()
    await using world = await PairedAgent.pair()
    await using store = await StalledStore.listen()
    const ffmpeg = await hangingFfmpeg(world.dataDir)
    await keepUpload(world.dataDir)
    const env = { CAMERA_CIDRS: '127.0.0.0/8', FFMPEG_PATH: ffmpeg.path }
    const { child, ended } = start(['run', '--data-dir', world.dataDir], env)
    const session = await world.session()
    const connection = { type: 'rtsp' as const, rtsp_url: peer.url, rtsp_sub_url: null, credentials: null }
    const camera = cameraSet({ connection })
    session.send('camera.set', camera)
    const isOnline = () => session.of('camera.status').some(({ body }) => body.state === 'online')
    await session.when(isOnline, 'a camera on line')
    const [begin] = await session.until('upload.begin')
    const part = { number: 1, url: `${store.url}/part` }
    const plan = { upload_id: randomUUID(), complete: false, part_size: 1_000_000, parts: [part] }
    session.send('result', { ok: true, value: plan }, { re: begin?.id ?? '' })
    await store.asked
    session.send('trigger', {
      deadline_ms: 5000,
      camera_id: camera.camera_id,
      event_id: randomUUID(),
      request_id: '0'.repeat(32),
      duration_sec: 60,
      triggered_at: new Date().toISOString(),
      note: null,
    })
    await session.until('event.opened')
    // One that is ended before it has said who it is cannot be looked for.
    await expect.poll(async () => (await ffmpeg.started()).length).toBeGreaterThan(0)
    const toldAt = performance.now()
    child.kill('SIGTERM')
    const { code, err } = await ended
    expect([code, err.includes('agent.not_stopped_in_time')]).toEqual([0, false])
    expect(performance.now() - toldAt).toBeLessThan(10_000)
    expect(err).toContain('agent.stopped')
    // It was waited for, and nothing of it is left.
    const started = await ffmpeg.started()
    expect(started.length).toBeGreaterThan(0)
    expect(started.filter(isAlive)).toEqual([])
  })
})

/** An ffmpeg that says who it is, and then neither works nor ends when it is asked to. */
async function hangingFfmpeg(folder: string) {
  const [path, pids] = [join(folder, 'ffmpeg-that-hangs'), join(folder, 'ffmpeg-pids')]
  const lines = [
    '#!/bin/sh',
    'case "$*" in *-version*) echo "ffmpeg version 9.9-hangs"; exit 0;; esac',
    "trap '' TERM INT",
    `echo $$ >> '${pids}'`,
    'while :; do sleep 1; done',
  ]
  await writeFile(path, lines.join('\n'), { mode: 0o700 })
  const started = async () =>
    (await readFile(pids, 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number)
  return { path, started }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A store that takes a part and never says that it has it. */
class StalledStore implements AsyncDisposable {
  readonly #server: Server
  readonly asked: Promise<unknown>

  private constructor(server: Server) {
    this.#server = server
    this.asked = once(server, 'request')
  }

  static async listen(): Promise<StalledStore> {
    const server = createServer()
    const store = new StalledStore(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return store
  }

  get url(): string {
    const address = this.#server.address()
    return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    const closed = once(this.#server, 'close')
    this.#server.close()
    await closed
  }
}

/** A picture of an earlier run that waits for its upload. */
async function keepUpload(dataDir: string): Promise<void> {
  const bytes = Buffer.alloc(200_000, 1)
  const files = new RecordingFiles(dataDir)
  await files.prepare()
  const name = 'earlier.jpg'
  await writeFile(files.named(name), bytes)
  const database = await openDatabase(join(dataDir, 'outbox'))
  const queue = await UploadQueue.open(database, 0)
  await queue.save({
    object: {
      event_id: randomUUID(),
      kind: 'snapshot',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      content_type: 'image/jpeg',
      codec: null,
      width: 640,
      height: 360,
    },
    cameraId: randomUUID(),
    name,
    afterSeq: 0,
    state: 'pending',
    refusals: 0,
    reason: null,
    failedMs: null,
    endedAtMs: null,
  })
  await endDatabase(database)
}
