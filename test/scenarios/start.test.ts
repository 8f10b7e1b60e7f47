import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeCamera, startCamera } from '../fakes/camera/index.js'
import { ApiClient, Program, processesNaming, repositoryRoot, runProgram, until } from '../harness/index.js'

// `npm start`: the cloud with its own PostgreSQL and a relay beside it, one program to whoever runs it.
let folder: string
let dataDir: string
let env: Record<string, string>
let camera: FakeCamera
const started: Program[] = []

// Of all tests: a new data folder costs seconds.
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sl-start-'))
  await chmod(folder, 0o711)
  dataDir = path.join(folder, 'data')
  env = {
    PORT: '0',
    DATA_DIR: dataDir,
    OWNER_EMAIL: 'owner@example.com',
    OWNER_PASSWORD: 'Correct-horse-1',
    ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  camera = await startCamera({ name: 'Harbour' })
})
afterEach(async () => {
  for (const program of started.splice(0)) await program[Symbol.asyncDispose]()
  await camera.close()
  await untilNoneIsLeft()
})

/** PostgreSQL and the relay have ended: the cloud itself names the folder nowhere. */
const untilNoneIsLeft = () =>
  until('no process is left', async () => (await processesNaming(folder)).length === 0)

/** Starts everything and signs in. */
async function start(
  program = new Program('scripts/start.mjs', { env }),
): Promise<{ program: Program; api: ApiClient }> {
  started.push(program)
  const urlOf = () => /^Sightline is ready at (\S+)$/m.exec(program.output)?.[1]
  await until('the cloud says where it is', () => program.ending ?? urlOf())
  const url = urlOf()
  if (url === undefined) throw new Error(`it ended:\n${program.output}`)
  await until('it says what to do with it', () => program.output.includes('Open it in a browser and sign in'))
  const api = new ApiClient(url)
  await api.login('owner@example.com', 'Correct-horse-1')
  return { program, api }
}

/** The processes of the relay. */
const relayProcesses = () => processesNaming(path.join(dataDir, 'relay'))

async function untilOnline(api: ApiClient, cameraId: string): Promise<void> {
  await until('the camera is on line', async () => {
    const { body } = await api.get(`/api/v1/cameras/${cameraId}`)
    return body.status === 'online'
  })
}

async function addCamera(api: ApiClient): Promise<string> {
  const sites = await api.get('/api/v1/sites')
  const made = await api.post('/api/v1/cameras', {
    name: 'Harbour',
    site_id: sites.body.data[0].id,
    connection_mode: 'direct',
    type: 'rtsp',
    rtsp_url: camera.rtspUrl(),
    rtsp_username: camera.options.credentials.username,
    rtsp_password: camera.options.credentials.password,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return String(made.body.id)
}

describe('npm start', () => {
  it('serves a camera without a gateway, starts its relay again when it dies, and ends both in order', async () => {
    const { program, api } = await start()
    const key = path.join(dataDir, 'relay.key')
    expect((await stat(key)).mode & 0o777).toBe(0o600)
    const cameraId = await addCamera(api)
    await untilOnline(api, cameraId)

    for (const pid of await relayProcesses()) process.kill(pid, 'SIGKILL')
    await until('the camera is received anew', () => camera.counters.sessionsOpened >= 2)
    await untilOnline(api, cameraId)

    const askedAt = performance.now()
    expect(await program.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(performance.now() - askedAt).toBeLessThan(15_000)
    expect(await processesNaming(folder)).toEqual([])
    expect(program.output).not.toContain((await readFile(key, 'utf8')).trim())
  })

  it('refuses a second start on its data folder; leaves nothing behind when the first one is killed', async () => {
    const { program, api } = await start()
    await until('the relay runs', async () => (await relayProcesses()).length === 2)
    const before = await relayProcesses()
    const second = await runProgram('scripts/start.mjs', { env })
    expect(second.code).toBe(1)
    expect(second.output).toMatch(/another Sightline \(process \d+\) already uses .*DATA_DIR\s*$/)
    expect(await relayProcesses()).toEqual(before)
    expect((await api.get('/api/v1/sites')).status).toBe(200)
    await program.kill()
    await untilNoneIsLeft()
  })

  it('goes on from its data after it was killed, relay and all, and ends when its npm is killed', async () => {
    const first = await start()
    const cameraId = await addCamera(first.api)
    await untilOnline(first.api, cameraId)
    const before = camera.counters.sessionsOpened
    await first.program.kill()
    const again = await start(new Program('start', { env, runner: 'npm' }))
    await until('the camera is received anew', () => camera.counters.sessionsOpened > before)
    await untilOnline(again.api, cameraId)
    process.kill(again.program.pid, 'SIGKILL')
    // They hold open what npm wrote to.
    await until('cloud and relay have ended as well', () => again.program.ending)
    await untilNoneIsLeft()
  })

  it('has a relay that ends too when its cloud is killed just as it begins', async () => {
    const keyFile = path.join(folder, 'key')
    await writeFile(keyFile, `rl_${'k'.repeat(43)}`)
    const place = ['--key-file', keyFile, '--data-dir', path.join(folder, 'relay')]
    const relay = fork(
      path.join(repositoryRoot, 'agent/dist/main.js'),
      ['relay', '--cloud', 'http://127.0.0.1:9', '--allow-http', ...place],
      { stdio: 'ignore', execArgv: [] },
    )
    // As a process that is killed does, long before the other one listens.
    relay.disconnect()
    try {
      expect(await once(relay, 'exit')).toEqual([0, null])
    } finally {
      relay.kill('SIGKILL')
    }
  })
})
