import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesBelow } from '../harness/files-below.js'
import { type AddedCamera, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

/** A password that stands out wherever it gets to, with every character that breaks an address. */
const canary = 'kanarienvogel:@/%?#&é'
const traces = [
  canary,
  encodeURIComponent(canary),
  Buffer.from(canary).toString('base64').slice(2, 24),
  'kanarienvogel',
]

let world: World
let agent: SiteAgent
let camera: AddedCamera

beforeAll(async () => {
  world = await startWorld({
    cameras: [{ name: 'Front door', credentials: { username: 'admin', password: canary } }],
    agentEnv: { LOG_LEVEL: 'trace' },
    cloudEnv: { LOG_LEVEL: 'trace' },
  })
  agent = await world.onlineAgent()
})
afterAll(() => world.close())

/** What the processes of this world show to everybody on their machine. */
async function commandLines(): Promise<string> {
  const texts: string[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    texts.push(await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => ''))
  }
  return texts.join('\n')
}

function expectNoTrace(where: string, text: string): void {
  for (const trace of traces) expect(text.includes(trace), `${where} holds the password`).toBe(false)
}

it('keeps a camera password out of answers, logs, files and command lines', async () => {
  const seen: string[] = []
  const watch = setInterval(() => void commandLines().then((text) => seen.push(text)), 20)
  camera = await world.addCamera(agent)
  const answers = [
    await world.api.post('/api/v1/cameras', {
      ...world.cameraBody(agent, camera.fake),
      rtsp_password: `${canary}x`,
    }),
    await world.api.get(`/api/v1/cameras/${camera.id}`),
    await world.api.get('/api/v1/cameras'),
    await world.api.patch(`/api/v1/cameras/${camera.id}`, { rtsp_password: canary }),
  ]
  const triggered = await until('the trigger is taken', async () => {
    const taken = await world.api.post(`/api/v1/cameras/${camera.id}/trigger`, { duration_sec: 5 })
    return taken.status === 202 ? taken : null
  })
  const event = await world.untilClip(triggered.body.event_id)
  answers.push(triggered, { ...triggered, status: 200, body: event })
  const probe = await agent.command('status', '--json')
  clearInterval(watch)

  expect(answers.map((answer) => answer.status)).toEqual([400, 200, 200, 200, 202, 200])
  expectNoTrace('an answer', JSON.stringify(answers))
  expectNoTrace('the status command', probe.output)
  expectNoTrace("the agent's log", agent.log)
  expectNoTrace("the cloud's log", world.cloud.log)
  expect(seen.length).toBeGreaterThan(5)
  for (const text of seen) expectNoTrace('a command line', text)
  for (const [file, content] of await filesBelow(world.folder)) expectNoTrace(file, content)
  const dump = await world.database.query(
    'select * from cameras, camera_streams, audit_log, gateway_commands',
  )
  expectNoTrace('the database', JSON.stringify(dump))
})
