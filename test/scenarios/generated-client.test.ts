import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startWorld, type World } from '../harness/index.js'
import { repositoryRoot } from '../harness/program.js'

const folder = path.join(repositoryRoot, 'test', 'integrator')
const run = promisify(execFile)
const node = (...args: string[]) => run(process.execPath, args, { cwd: folder, timeout: 120_000 })
const bin = (...parts: string[]) => path.join(folder, 'node_modules', ...parts)

let world: World

beforeAll(async () => {
  world = await startWorld({ cameras: [{ name: 'Front door', timetable: 'rest' }] })
  await rm(path.join(folder, 'dist'), { recursive: true, force: true })
  await mkdir(path.join(folder, 'dist', 'examples'), { recursive: true })
})
afterAll(() => world.close())

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
  it('compiles, and so does each example of its page', async () => {
    const examples = examplesOf(await readFile(path.join(repositoryRoot, 'docs', 'client.md'), 'utf8'))
    expect(examples.length).toBeGreaterThan(3)
    await Promise.all(
      examples.map((example, at) => writeFile(path.join(folder, 'dist', 'examples', `${at}.ts`), example)),
    )
    await node(bin('typescript', 'bin', 'tsc'), '--project', 'tsconfig.json').catch((error: unknown) => {
      throw new Error(`the client does not compile: ${String(Reflect.get(Object(error), 'stdout'))}`, {
        cause: error,
      })
    })
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

  it('keeps a copy of all events over its own end, a restart of the service and a revoked key', async () => {
    const events = await EventTable.make(world)
    await using mirror = new Mirror(path.join(world.folder, 'mirror.json'))
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

    expect((await world.api.delete(`/api/v1/service-accounts/${first.id}`)).status).toBe(200)
    expect(await mirror.ended()).toBe(1)
    expect(mirror.said.at(-1)).toBe('auth_required')
    await events.add(4)
    await events.remove()
    mirror.start((await makeKey()).key)
    await mirror.until(events)
    await mirror.kill()
    // It went on from where it was, each time.
    expect(mirror.said.filter((line) => line === 'restart')).toHaveLength(1)
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
  #program: ChildProcess | null = null

  constructor(file: string) {
    this.#file = file
  }

  start(key: string): void {
    const program = spawn(process.execPath, ['dist/mirror.js', world.cloud.url, key, this.#file], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    program.stdout
      .setEncoding('utf8')
      .on('data', (text: string) => this.said.push(...text.trim().split('\n')))
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
    if (program && program.exitCode === null && program.signalCode === null) await once(program, 'close')
    return program?.exitCode ?? null
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill()
  }

  async #held(): Promise<unknown> {
    const text = await readFile(this.#file, 'utf8').catch(() => 'null')
    return JSON.parse(text)?.events
  }
}
