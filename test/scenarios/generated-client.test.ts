import { execFile } from 'node:child_process'
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
})
