import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Link } from '../fakes/link/index.js'
import { startWorld, until, type World } from '../harness/index.js'
import { installPackedClient } from '../harness/packed-client.js'
import { repositoryRoot } from '../harness/program.js'

const sources = path.join(repositoryRoot, 'test', 'integrator')
const run = promisify(execFile)
const node = (...args: string[]) => run(process.execPath, args, { cwd: folder, timeout: 120_000 })

let world: World
/** That of the integrator: there is nothing but the packed client in it, and what they wrote. */
let folder: string
/** What the compiler says of that; empty: nothing. */
let complaints: string

beforeAll(async () => {
  const starting = startWorld({ cameras: [{ name: 'Front door', timetable: 'rest' }] })
  starting.catch(() => {})
  folder = await mkdtemp(path.join(os.tmpdir(), 'integrator-'))
  await installPackedClient(folder)
  complaints = await compile()
  world = await starting
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

/** Compiles the programs of `test/integrator` and the examples of the page. @returns what is wrong */
async function compile(): Promise<string> {
  for (const file of ['story.ts', 'mirror.ts', 'tsconfig.json'])
    await copyFile(path.join(sources, file), path.join(folder, file))
  const examples = examplesOf(await readFile(path.join(repositoryRoot, 'docs', 'client.md'), 'utf8'))
  if (examples.length <= 3) throw new Error('docs/client.md has lost its examples')
  await mkdir(path.join(folder, 'dist', 'examples'), { recursive: true })
  for (const [at, example] of examples.entries())
    await writeFile(path.join(folder, 'dist', 'examples', `${at}.ts`), example)
  const compiler = path.join(sources, 'node_modules', 'typescript', 'bin', 'tsc')
  return node(compiler, '--project', 'tsconfig.json').then(
    ({ stdout }) => stdout,
    (failure: unknown) => `${String(failure)}\n${String(Reflect.get(Object(failure), 'stdout'))}`,
  )
}

const Told = z.object({
  camera_id: z.uuid(),
  rule_id: z.uuid(),
  secret: z.string(),
  event_id: z.uuid(),
  repeated: z.literal(true),
  refused: z.literal('not_found'),
  listed: z.array(z.uuid()),
})

/** What stands in a page between ```ts and ```. */
const examplesOf = (text: string): string[] =>
  [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, example = '']) => example)

describe('the client, as a program of somebody else uses it', () => {
  it('compiles as it is packed, and so does each example of its page', () => {
    expect(complaints).toBe('')
  })

  it('goes from login to a signed webhook', async () => {
    const agent = await world.onlineAgent()
    const [camera] = world.cameras
    if (!camera) throw new Error('this world has no camera')
    const { username, password } = camera.options.credentials
    const { stdout } = await node(
      'dist/story.js',
      world.cloud.url,
      world.owner.email,
      world.owner.password,
      agent.gatewayId,
      camera.rtspUrl(),
      username,
      password,
      world.receiver.url,
    )
    const told = Told.parse(JSON.parse(stdout))
    expect(told.listed.filter((id) => id !== told.event_id)).toEqual([])
    const [delivery] = await world.receiver.waitFor(1)
    if (!delivery) throw new Error('nothing arrived')
    expect(world.receiver.whatIsWrong(delivery, told.secret)).toBeNull()
    await world.untilClip(told.event_id)
  })

  it('keeps a copy of all events over its own end, a restart of the service, a lost line and a revoked key', async () => {
    const events = await EventTable.make(world)
    await using line = await Link.start(world.cloud.port)
    await using mirror = new Mirror(path.join(folder, 'mirror.json'), line.url)
    const first = await makeKey()
    await events.add(5)
    mirror.start(first.key)
    await mirror.until(events)
    await events.add(1)
    await mirror.until(events)

    await mirror.kill()
    await events.add(3)
    await events.change()
    await events.remove()
    mirror.start(first.key)
    await mirror.until(events)

    await world.cloud.stop()
    await events.add(2)
    await events.remove()
    await world.cloud.start()
    await mirror.until(events)

    line.cut()
    await events.add(40)
    await events.change()
    await events.remove()
    await until('it was tried in vain', () => line.refused > 0)
    line.mend()
    await mirror.until(events)

    expect((await world.api.delete(`/api/v1/service-accounts/${first.id}`)).status).toBe(200)
    expect(await mirror.ended()).toBe(1)
    // The notices call it the one, a list the other, whichever is refused first.
    expect(['auth_required', 'unauthorized']).toContain(mirror.said.at(-1))
    await events.add(4)
    await events.remove()
    mirror.start((await makeKey()).key)
    await mirror.until(events)
    await mirror.kill()
    // It went on from where it was, each time.
    expect(mirror.said.filter((step) => step === 'restart')).toHaveLength(1)
  })
})

async function makeKey(): Promise<{ id: string; key: string }> {
  const made = await world.api.post('/api/v1/service-accounts', { name: 'Mirror', role: 'operator' })
  expect(made.status).toBe(201)
  return { id: made.body.service_account.id, key: made.body.api_key.full_key }
}

/** The events of a world, as its database has them. */
class EventTable {
  readonly #world: World
  readonly #cameraId: string

  private constructor(of: World, cameraId: string) {
    this.#world = of
    this.#cameraId = cameraId
  }

  static async make(of: World): Promise<EventTable> {
    const cameraId = randomUUID()
    await of.database.query(
      `insert into cameras (org_id, id, site_id, name, type) select org_id, $1, id, 'Yard', 'rtsp' from sites where id = $2`,
      [cameraId, of.siteId],
    )
    return new EventTable(of, cameraId)
  }

  async add(count: number): Promise<void> {
    await this.#world.database.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
       select org_id, gen_random_uuid(), id, site_id, 'motion', 'onvif', now() from cameras, generate_series(1, $2)
       where id = $1`,
      [this.#cameraId, count],
    )
  }

  async change(): Promise<void> {
    await this.#world.database.query(`update events set notes = 'seen' where ${this.#one}`, [this.#cameraId])
  }

  async remove(): Promise<void> {
    await this.#world.database.query(`update events set deleted_at = now() where ${this.#one}`, [
      this.#cameraId,
    ])
  }

  async notesById(): Promise<Record<string, string>> {
    const rows = await this.#world.database.query<{ id: string; notes: string | null }>(
      'select id, notes from events where visible and deleted_at is null',
    )
    return Object.fromEntries(rows.map(({ id, notes }) => [id, notes ?? '']))
  }

  get #one(): string {
    return 'id = (select id from events where camera_id = $1 and deleted_at is null order by id limit 1)'
  }
}

/** The program that keeps a copy, from one run to the next. */
class Mirror implements AsyncDisposable {
  readonly said: string[] = []
  readonly #file: string
  readonly #origin: string
  #program: ChildProcess | null = null
  #closed = false

  constructor(file: string, origin: string) {
    this.#file = file
    this.#origin = origin
  }

  start(key: string): void {
    const program = spawn(process.execPath, ['dist/mirror.js', this.#origin, key, this.#file], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    program.stdout
      .setEncoding('utf8')
      .on('data', (text: string) => this.said.push(...text.trim().split('\n')))
    this.#closed = false
    program.once('close', () => {
      this.#closed = true
    })
    this.#program = program
  }

  async until(events: EventTable): Promise<void> {
    const expected = await events.notesById()
    await expect.poll(() => this.#held(), { timeout: 60_000 }).toEqual(expected)
  }

  async kill(): Promise<void> {
    this.#program?.kill('SIGKILL')
    await this.ended()
  }

  async ended(): Promise<number | null> {
    const program = this.#program
    if (program === null) return null
    // Its end, and all that it said until then.
    const code = await until('the copy has ended', () => this.#closed && { is: program.exitCode }).catch(
      (cause: unknown) => {
        throw new Error(`the copy goes on: ${this.said.join()}`, { cause })
      },
    )
    return code.is
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill()
  }

  async #held(): Promise<unknown> {
    const text = await readFile(this.#file, 'utf8').catch(() => 'null')
    return JSON.parse(text)?.events
  }
}
