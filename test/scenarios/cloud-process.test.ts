import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@sightline/protocol/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Program, processesNaming, runProgram, until } from '../harness/index.js'

// The cloud with its own PostgreSQL, as `npm start` runs it: processes, signals, and what they leave.
let folder: string
let env: Record<string, string>
let url: string
const started: Program[] = []

/** A data folder for the tests of a group: a new one costs each of them seconds. */
function shareFolder(): void {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sl-process-'))
    await chmod(folder, 0o711)
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    env = {
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      OWNER_EMAIL: 'owner@example.com',
      OWNER_PASSWORD: 'Correct-horse-1',
      LOG_LEVEL: 'warn',
    }
  })
  afterEach(async () => {
    for (const program of started.splice(0)) await program[Symbol.asyncDispose]()
    expect(await servers()).toEqual([])
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
}

const servers = () => processesNaming(folder)

async function start(): Promise<Program> {
  const program = new Program('cloud/dist/main.js', { env })
  started.push(program)
  await until(`the cloud serves\n${program.output}`, async () => {
    if (program.ending) throw new Error(`it ended:\n${program.output}`)
    return (await fetch(`${url}/api/v1/health/ready`)).ok
  })
  return program
}

const login = (email: string, password: string) =>
  fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

const createOrg = (email: string) =>
  runProgram('cloud/dist/cli.js', {
    args: ['org', 'create', '--name', 'Shop', '--owner-email', email, '--owner-password-stdin'],
    env,
    // As a Mac composes it; whoever signs in below types it as Windows does.
    input: 'Another-Mo\u0308we-2\n',
  })

/** A connection on which the head of a request was sent, and the begin of its body. */
async function openRequest() {
  const slow = connect(Number(env.PORT), '127.0.0.1')
  slow.on('error', () => undefined)
  const head = 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  await new Promise<void>((resolve, reject) => {
    slow.write(`${head}Content-Length: 100\r\n\r\n{`, (error) => (error ? reject(error) : resolve()))
  })
  return slow
}

describe('a cloud process', () => {
  shareFolder()

  it('starts nothing where something is asked of it', async () => {
    const asked = await runProgram('cloud/dist/main.js', { args: ['--help'], env })
    expect(asked.code).toBe(1)
    expect(asked.output).toMatch(
      /^sightline: the service takes no arguments, and was given: --help; .*npm run cloud -- --help\n$/,
    )
  })

  it('ends at SIGTERM in order, within 15 s, even if asked twice and while a client keeps a request open', async () => {
    const cloud = await start()
    const slow = await openRequest()
    const askedAt = performance.now()
    const [ending] = await Promise.all([cloud.end('SIGTERM'), cloud.end('SIGINT')])
    expect(ending).toEqual({ code: 0, signal: null })
    expect(performance.now() - askedAt).toBeLessThan(15_000)
    expect(await servers()).toEqual([])
    slow.destroy()
  })

  it('leaves no PostgreSQL behind, whatever ends it, and goes on from its data', async () => {
    const nobody = () => until('PostgreSQL has ended as well', async () => (await servers()).length === 0)
    await (await start()).kill()
    await nobody()
    const closed = await start()
    await closed.end('SIGHUP')
    await nobody()
    const hasty = await start()
    // Its PostgreSQL stands still, so that ending in order takes its time.
    const postmaster = Number.parseInt(
      await readFile(path.join(folder, 'data/postgres/data/postmaster.pid'), 'utf8'),
      10,
    )
    process.kill(postmaster, 'SIGSTOP')
    const ending = hasty.end('SIGTERM')
    // What comes within a second is the same signal, passed on by npm.
    await sleep(1_500)
    await hasty.end('SIGTERM')
    expect((await ending).code).toBe(1)
    process.kill(postmaster, 'SIGCONT')
    await nobody()
    // At once: the server of the one that was killed may still be ending.
    await (await start()).kill()
    await start()
    expect((await login('owner@example.com', 'Correct-horse-1')).status).toBe(200)
  })

  it('refuses a second start on its data folder, in a sentence', async () => {
    await start()
    const second = await runProgram('cloud/dist/main.js', { env: { ...env, PORT: '0' } })
    expect(second.code).toBe(1)
    expect(second.output).toMatch(/^sightline: another Sightline \(process \d+\) already uses .*DATA_DIR\s*$/)
  })
})

describe('cloud org create', () => {
  shareFolder()

  it('uses the server that runs, and leaves it running', async () => {
    await start()
    const made = await createOrg('shop@example.com')
    expect(made.code, made.output).toBe(0)
    const ids = JSON.parse(made.output) as Record<string, string>
    expect(Object.keys(ids)).toEqual(['org_id', 'owner_id', 'site_id'])
    const answer = await login('shop@example.com', 'Another-Möwe-2')
    expect(await answer.json()).toMatchObject({
      user: { org_id: ids.org_id, id: ids.owner_id, role: 'owner' },
    })
  })

  it('starts the server for its own time where none runs', async () => {
    expect((await createOrg('yard@example.com')).code).toBe(0)
    expect(await servers()).toEqual([])
    await start()
    expect((await login('yard@example.com', 'Another-Möwe-2')).status).toBe(200)
  })

  it('says which option is wrong', async () => {
    const refused = await createOrg('nobody')
    expect(refused.code).toBe(1)
    expect(refused.output).toBe('sightline: --owner-email: must be an e-mail address\n')
  })
})

describe('cloud user', () => {
  shareFolder()

  const inviteLink = (org: string, email: string) =>
    runProgram('cloud/dist/cli.js', { args: ['user', 'invite-link', '--org', org, '--email', email], env })

  it('prints a link by which a person sets a password, and forgets a lost second factor, beside the server that runs', async () => {
    await start()
    const made = JSON.parse((await createOrg('shop@example.com')).output) as Record<string, string>
    const printed = await inviteLink(made.org_id ?? '', 'Shop@example.com')
    expect(printed.code, printed.output).toBe(0)
    const said = JSON.parse(printed.output) as Record<string, string>
    expect(said).toMatchObject({ user_id: made.owner_id, email: 'shop@example.com', purpose: 'reset' })
    expect(said.link).toMatch(`${url}/reset?token=`)
    const answer = await fetch(`${url}/api/v1/auth/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: new URL(said.link ?? '').searchParams.get('token'),
        new_password: 'Chosen-by-hand-3',
      }),
    })
    expect(answer.status).toBe(200)
    expect((await login('shop@example.com', 'Chosen-by-hand-3')).status).toBe(200)
    const args = ['user', 'reset-second-factor', '--org', made.org_id ?? '', '--email', 'Shop@example.com']
    const reset = await runProgram('cloud/dist/cli.js', { args, env })
    expect([reset.code, JSON.parse(reset.output)]).toEqual([
      0,
      { user_id: made.owner_id, email: 'shop@example.com', second_factors: 0 },
    ])
  })

  it('says whom it does not know', async () => {
    const made = JSON.parse((await createOrg('yard@example.com')).output) as Record<string, string>
    const refused = await inviteLink(made.org_id ?? '', 'nobody@example.com')
    expect([refused.code, refused.output]).toEqual([
      1,
      'sightline: there is no such account of this address in this organisation\n',
    ])
    expect((await inviteLink('7', 'yard@example.com')).output).toMatch(/^sightline: --org: /)
  })
})
