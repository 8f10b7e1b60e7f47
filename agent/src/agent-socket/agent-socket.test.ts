import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AgentError } from '../platform/errors.js'
import { silentLogger } from '../platform/logger.js'
import { askAgent } from './ask.js'
import { type AgentSocket, type Answerer, serveSocket } from './serve.js'
import { socketPath } from './socket-path.js'

let dataDir: string
let socket: AgentSocket | null

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-socket-'))
  socket = null
})
afterEach(async () => {
  await socket?.[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

async function serve(answer: Answerer): Promise<void> {
  socket = await serveSocket(dataDir, answer, silentLogger)
}

const ask = (folder = dataDir) => askAgent(folder, { ask: 'status' }, z.object({ n: z.number() }))

/** Sends bytes as they are, and returns the first line that comes back. */
function say(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = connect(socketPath(dataDir), () => client.write(text))
    client.once('data', (bytes) => {
      resolve(bytes.toString())
      client.destroy()
    })
    client.once('error', reject)
  })
}

/** Listens in a process that is then killed. */
async function leaveSocketBehind(path: string): Promise<void> {
  const listen = "require('node:net').createServer().listen(process.argv[1], () => console.log('listens'))"
  const child = spawn(process.execPath, ['-e', listen, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
}

describe('agent.sock', () => {
  it('answers a question', async () => {
    const asked: string[] = []
    await serve((request) => {
      asked.push(request.ask)
      return Promise.resolve({ n: 7, more: 'dropped' })
    })
    expect(await ask()).toEqual({ n: 7 })
    expect(asked).toEqual(['status'])
  })

  it('is for its owner only', async () => {
    await serve(() => Promise.resolve({}))
    expect((await stat(socketPath(dataDir))).mode & 0o777).toBe(0o600)
  })

  it('says null where no agent runs, also where a killed one left its socket', async () => {
    expect(await ask()).toBeNull()
    await writeFile(socketPath(dataDir), '')
    expect(await ask()).toBeNull()
  })

  it('takes the place of what a killed agent left', async () => {
    await leaveSocketBehind(socketPath(dataDir))
    expect((await stat(socketPath(dataDir))).isSocket()).toBe(true)
    expect(await ask()).toBeNull()
    await serve(() => Promise.resolve({ n: 1 }))
    expect(await ask()).toEqual({ n: 1 })
  })

  it('hands on what kind of failure it was and what to do', async () => {
    await serve(() => Promise.reject(new AgentError('camera_auth', 'refused', { hint: 'check it' })))
    await expect(ask()).rejects.toMatchObject({ kind: 'camera_auth', message: 'refused', hint: 'check it' })
  })

  it.each(['nonsense\n', '{"ask":"format the disk"}\n', '\n'])('refuses %j and lives on', async (line) => {
    await serve(() => Promise.resolve({ n: 2 }))
    expect(JSON.parse(await say(line))).toMatchObject({ ok: false, kind: 'failed' })
    expect(await ask()).toEqual({ n: 2 })
  })

  it('answers the next line of the same connection after one that it refuses', async () => {
    await serve((request) => Promise.resolve({ asked: request.ask }))
    const client = connect(socketPath(dataDir))
    client.write('nonsense\n{"ask":"status"}\n')
    const replies: unknown[] = []
    for await (const line of createInterface({ input: client })) {
      replies.push(JSON.parse(line))
      if (replies.length === 2) break
    }
    client.destroy()
    expect(replies).toMatchObject([{ ok: false }, { ok: true, value: { asked: 'status' } }])
  })

  it('masks passwords in what went wrong', async () => {
    await serve(() => Promise.reject(new Error('rtsp://admin:canary-1@10.0.0.7/ is broken')))
    const reply = await say('{"ask":"status"}\n')
    expect(reply).toContain('is broken')
    expect(reply).not.toContain('canary')
  })

  it('tells the work that who asked has gone', async () => {
    let hearGone = () => {}
    const gone = new Promise<void>((resolve) => {
      hearGone = resolve
    })
    await serve((_request, signal) => {
      signal.addEventListener('abort', hearGone)
      client.destroy()
      return new Promise(() => undefined)
    })
    const client = connect(socketPath(dataDir))
    client.on('error', () => undefined)
    client.on('connect', () => client.write('{"ask":"status"}\n'))
    await gone
  })

  it('leaves nothing behind, with a question still open', async () => {
    let hear = () => {}
    const heard = new Promise<void>((resolve) => {
      hear = resolve
    })
    await serve(() => {
      hear()
      return new Promise(() => undefined)
    })
    const asked = ask()
    const outcome = asked.then(
      () => 'answered',
      (error: unknown) => error,
    )
    await heard
    await socket?.[Symbol.asyncDispose]()
    socket = null
    expect(await outcome).toMatchObject({ message: expect.stringContaining('gave no answer') })
    await expect(stat(socketPath(dataDir))).rejects.toThrow('ENOENT')
  })

  it('works in a folder whose path is longer than a socket may have', async () => {
    const before = dataDir
    dataDir = join(before, 'x'.repeat(120))
    expect(socketPath(dataDir).length).toBeLessThan(104)
    await serve(() => Promise.resolve({ n: 3 }))
    expect(await ask()).toEqual({ n: 3 })
    expect(await ask(before)).toBeNull()
    await socket?.[Symbol.asyncDispose]()
    socket = null
    dataDir = before
  })
})
