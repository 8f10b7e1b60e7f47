import { spawn } from 'node:child_process'
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { findViolations } from './import-directions.js'
import { importRules } from './import-rules.js'
import { readTree } from './read-tree.js'
import { useRules } from './use-rules.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** For each rule: the file, a line that breaks the rule there, and a line beside it that does not. */
const planted: Record<string, [path: string, bad: string, good: string][]> = {
  'packages reach each other by name, through their entry': [
    ['cloud/console/player/src/index.ts', "import '@sightline/client'", "import '@sightline/client/live'"],
    ['cloud/src/app.ts', "import '@sightline/agent'", "import '@sightline/protocol'"],
    ['cloud/client/src/client.ts', "import '@sightline/protocol'", "import './api.js'"],
    ['agent/src/index.ts', "import '@sightline/cloud'", "import '@sightline/protocol'"],
    ['agent/src/index.test.ts', "import '@sightline/cloud'", "import '@sightline/protocol'"],
    ['cloud/src/app.ts', "import '../../agent/src/index.js'", "import './config.js'"],
    ['agent/src/index.ts', "import type { A } from '../../cloud/src/index.js'", "import './config.js'"],
    ['protocol/src/index.ts', "export * from '@sightline/cloud'", "export * from './errors.js'"],
    ['test/harness/world.ts', "import '@sightline/cloud/dist/app.js'", "import '@sightline/cloud'"],
    ['test/harness/world.ts', "await import('../../agent/src/index.js')", "import '@sightline/agent'"],
  ],
  'protocol imports zod only': [
    ['protocol/src/errors.ts', "import 'node:crypto'", "import { z } from 'zod'"],
    ['protocol/src/errors.ts', "import { it } from 'vitest'", "import './common.js'"],
    ['protocol/src/errors.test.ts', "import 'fastify'", "import 'vitest'\nimport 'node:fs'"],
  ],
  'the player imports no library: a page loads it': [
    ['cloud/console/player/src/index.ts', "import 'zod'", "import '@sightline/client/live'"],
    [
      'cloud/console/player/src/decode/stage.ts',
      "import 'node:fs'",
      "import workerSource from '#decode-worker'",
    ],
  ],
  'the client imports openapi-fetch only: others install it': [
    ['cloud/client/src/client.ts', "import 'zod'", "import 'openapi-fetch'"],
    ['cloud/client/src/pages.ts', "import 'node:fs'", "import './api.js'"],
  ],
  'nothing imports a program': [
    ['cloud/src/app.ts', "import './main.js'", "import './app-settings.js'"],
    ['cloud/src/platform/config.ts', "import { x } from '../cli.js'", "import './secret.js'"],
    ['agent/src/index.test.ts', "import './main.js'", "import './index.js'"],
  ],
  'nothing points back to the root': [
    ['cloud/src/events/list/event.service.ts', "import '../../app.js'", "import './event.status.js'"],
    ['cloud/src/events/list/event.service.ts', "import '../../wiring.js'", "import '../event.hooks.js'"],
    ['agent/src/outbox/outbox.ts', "import '../index.js'", "import '../platform/clock.js'"],
  ],
  'what is delivered imports no test code': [
    ['agent/src/index.ts', "import './platform/clock.fake.js'", "import './platform/clock.js'"],
    ['cloud/src/app.ts', "import '#testing/test-app.js'", "import './services.js'"],
    ['cloud/src/app.ts', "import '../contract/route-book.fixture.js'", "import './services.js'"],
  ],
  'routes call services': [
    [
      'cloud/src/events/list/event.routes.ts',
      "import './event.repository.js'",
      "import './event.service.js'",
    ],
    [
      'cloud/src/events/list/event.routes.ts',
      "import '../media/media.repository.js'",
      "import '../media/media.service.js'",
    ],
  ],
  'repositories call nobody above them': [
    ['cloud/src/events/list/event.repository.ts', "import './event.service.js'", "import './event.table.js'"],
    [
      'cloud/src/events/list/event.repository.ts',
      "import './event.routes.js'",
      "import '../../platform/scope.js'",
    ],
    [
      'cloud/src/events/list/event.repository.ts',
      "import '../media/media.service.js'",
      "import '../media/media.table.js'",
    ],
  ],
  'a slice reaches another through its service': [
    [
      'cloud/src/events/list/event.service.ts',
      "import '../media/media.repository.js'",
      "import '../media/media.service.js'",
    ],
    [
      'cloud/src/events/list/event.service.ts',
      "import '../media/media.routes.js'",
      "import './event.repository.js'",
    ],
    [
      'cloud/src/events/list/take-event.ts',
      "import { open } from '../media/open-clip.js'",
      "import './event.status.js'",
    ],
  ],
  'an area of the cloud knows what stands below it': [
    [
      'cloud/src/platform/work/work-loop.ts',
      "import '../../events/event.table.js'",
      "import '../database/database.js'\nimport '../../migrations/index.js'",
    ],
    [
      'cloud/src/platform/database/tables.ts',
      "import type { EventTable } from '../../events/event.table.js'",
      "import type { NodeTable } from '../platform.table.js'",
    ],
    [
      'cloud/src/fleet/gateways/pairing/pair-gateway.ts',
      "import '../../../alerting/alerts/alert.service.js'",
      "import '../../../identity/sites/site.service.js'",
    ],
    ['cloud/src/reports/weekly.service.ts', "import '../platform/clock.js'", ''],
    [
      'cloud/src/delivery/webhooks/webhook.service.ts',
      "import type { AlertTable } from '../../alerting/alerts/alert.table.js'",
      "import '../notifications/notification.service.js'",
    ],
  ],
  'migrations know no area': [
    ['cloud/src/migrations/0001.ts', "import '../events/event.table.js'", "import '../platform/ids.js'"],
  ],
  'a folder of the agent knows what it stands on': [
    ['agent/src/rtsp/client.ts', "import '../cloud-link/link.js'", "import '../platform/clock.js'"],
    ['agent/src/onvif/session.ts', "import '../discovery/discover.js'", "import './soap.js'"],
    ['agent/src/stream/ring.ts', "import '../outbox/outbox.js'", "import '../rtsp/track.js'"],
    ['agent/src/motion/watch.ts', "import '../commands/run.js'", "import '../stream/packet.js'"],
    ['agent/src/recording/recorder.ts', "import '../rtsp/client.js'", "import '../stream/packet.js'"],
    ['agent/src/recording/recorder.ts', "import '../cloud-link/link.js'", "import './journal.js'"],
    [
      'agent/src/streams/stream-connection.ts',
      "import '../cameras/camera-supervisor.js'",
      "import '../rtsp/track.js'",
    ],
    [
      'agent/src/discovery/discover.ts',
      "import '../cameras/camera-supervisor.js'",
      "import '../onvif/answers.js'",
    ],
    [
      'agent/src/cameras/camera-supervisor.ts',
      "import '../preview/previews.js'",
      "import '../motion/watch.js'",
    ],
    ['agent/src/capture/capture.ts', "import '../cloud-link/link.js'", "import '../streams/probe.js'"],
    [
      'agent/src/preview/previews.ts',
      "import '../outbox/outbox.js'",
      "import '../cameras/camera-supervisor.js'",
    ],
    ['agent/src/service/install.ts', "import '../runtime/agent-parts.js'", "import '../platform/clock.js'"],
    [
      'agent/src/doctor/examine.ts',
      "import '../cameras/camera-supervisor.js'",
      "import '../telemetry/clock.js'",
    ],
    ['agent/src/platform/retry.ts', "import '../outbox/outbox.js'", "import './clock.js'"],
    ['agent/src/novelty/new.ts', "import '../stream/packet.js'", "import { z } from 'zod'"],
  ],
  'process.env is read in platform/config.ts only': [
    ['cloud/src/main.ts', 'const port = process.env.PORT', 'const id = process.pid'],
    ['agent/src/platform/ffmpeg/find.ts', 'find(process.env)', "find('process.env')"],
    ['protocol/src/errors.ts', 'const e = process\n  .env', '// process.env'],
  ],
  'raw SQL stands in repositories, platform and migrations only': [
    [
      'cloud/src/events/list/event.service.ts',
      "import { sql } from 'kysely'",
      "import { Kysely } from 'kysely'",
    ],
    ['cloud/src/app.ts', "import { Kysely, sql as raw } from 'kysely'", "import { sql } from './texts.js'"],
  ],
  'connections to PostgreSQL are made by platform/database/clients/clients.ts': [
    [
      'cloud/src/operations/doctor/check.ts',
      'const client = new pg.Client({})',
      'const client = createClient({})',
    ],
    ['cloud/src/platform/database/listener.ts', 'const pool = new pg.Pool()', 'let pool: pg.Pool'],
  ],
  'chance comes from Random': [
    [
      'agent/src/doctor/check.ts',
      "import { randomUUID } from 'node:crypto'",
      "import { createHash } from 'node:crypto'",
    ],
    [
      'agent/src/cameras/camera-supervisor.ts',
      'const part = Math.random()',
      'const part = random.fraction()',
    ],
  ],
  'children are started by platform': [
    [
      'agent/src/cameras/camera-supervisor.ts',
      "import { spawn } from 'node:child_process'",
      "import { fork } from './branches.js'",
    ],
  ],
  'a promise that is kept has a catch': [
    [
      'agent/src/a.ts',
      'this.#done ??= work()',
      '#done: Promise<void> | null = null\nthis.#done ??= kept(work())',
    ],
    [
      'agent/src/a.ts',
      'this.#tail = this.#tail.then(next)',
      '#tail: Promise<void> = Promise.resolve()\nthis.#tail = this.#tail.then(next)\n  .catch(note)',
    ],
    [
      'agent/src/a.ts',
      'const b = { name, done: work() }',
      'interface A { readonly name: string; readonly done: Promise<void> }\nconst a = { name, done: new Promise((resolve) => end(resolve)) }',
    ],
    [
      'agent/src/a.ts',
      'const b = { name, done: made }',
      'interface A { readonly name: string; readonly done: Promise<void> }\nconst made = work()\nconst a = { name, done: handedIn }',
    ],
    [
      'agent/src/a.ts',
      'this.#all.set(id, work())',
      'readonly #all = new Map<string, Promise<void>>()\nthis.#all.set(id, handedIn)',
    ],
    [
      'agent/src/a.ts',
      'all.add(work())',
      'const all = new Set<Promise<void>>()\nall.add(work().catch(note))',
    ],
  ],
  'a server hears its errors as long as it lives': [
    ['agent/src/a.ts', "import { createServer } from 'node:net'", "import { connect } from 'node:net'"],
    ['agent/src/a.ts', "import { createSocket } from 'node:dgram'", "socket.once('error', reject)"],
  ],
  'time comes from the clock': [
    ['cloud/src/app.ts', 'const now = Date.now()', 'const now = clock.now()'],
    ['agent/src/index.ts', 'const now = new Date()', 'const then = new Date(0)'],
    ['agent/src/index.ts', 'const now = new Date', 'const date: Date = then'],
    ['agent/src/index.ts', 'setTimeout(work, 1)', 'socket.setTimeout(1)'],
    ['agent/src/index.ts', 'globalThis.setTimeout(work, 1)', '// setTimeout(work, 1)'],
    ['cloud/src/app.ts', 'setInterval(work, 1)', "say('setInterval(work, 1)')"],
    ['cloud/src/app.ts', "import { setTimeout } from 'node:timers/promises'", "import 'node:fs/promises'"],
  ],
}

const cases = Object.entries(planted).flatMap(([rule, examples]) =>
  examples.map(([path, bad, good]) => ({ rule, path, bad, good })),
)

it('has an example of every rule', () => {
  expect(Object.keys(planted).toSorted()).toEqual(
    [...Object.keys(importRules), ...Object.keys(useRules)].toSorted(),
  )
})

it.each(cases)('$rule: finds `$bad` in $path', ({ rule, path, bad, good }) => {
  const broken = findViolations([{ path, source: `${good}\n${bad}\n` }])
  const line = good.split('\n').length + 1
  expect(broken).toContainEqual(expect.objectContaining({ path, line, rule }))
  expect(findViolations([{ path, source: good }])).toEqual([])
})

it.each([
  ['cloud/src/events/list/event.repository.ts', "import { sql } from 'kysely'"],
  ['cloud/src/migrations/0001-first.ts', "import { sql } from 'kysely'"],
  ['cloud/src/platform/work/work-loop.ts', "import { sql } from 'kysely'\nconst at = Date.now()"],
  ['cloud/src/platform/config.ts', 'parse(process.env)'],
  ['agent/src/commands/run.ts', "import { startAgent } from '../gateway/start-agent.js'"],
  ['agent/src/platform/random.ts', "import { randomUUID } from 'node:crypto'\nMath.random()"],
  ['agent/src/platform/child-process.ts', "import { spawn } from 'node:child_process'"],
  [
    'cloud/src/events/list/event.routes.test.ts',
    "import '../media/media.repository.js'\nsetTimeout(work, 1)",
  ],
  ['test/harness/world.ts', 'spawn(node, { env: { ...process.env }, at: Date.now() })'],
  ['cloud/testing/test-app.ts', "import '#cloud/events/events/event.repository.js'\nsetTimeout(work, 1)"],
  ['cloud/contract/access.test.ts', "import '../src/app.js'\nimport '#testing/scene.js'"],
  ['scripts/anything.ts', "import '../cloud/src/main.js'"],
])('allows in %s: %s', (path, source) => {
  expect(findViolations([{ path, source }])).toEqual([])
})

it('finds nothing in this workspace', async () => {
  const files = await readTree(root)
  expect(files.map(({ path }) => path)).toContain('test/architecture/import-directions.test.ts')
  const found = findViolations(files)
  expect(found.map(({ path, line, message }) => `${path}:${line}: ${message}`)).toEqual([])
})

it('makes the command fail when a forbidden import is planted in a copy of this workspace', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'directions '))
  onTestFinished(() => rm(copy, { recursive: true }))
  for (const folder of ['protocol/src', 'cloud/src', 'agent/src', 'test/architecture']) {
    await cp(join(root, folder), join(copy, folder), { recursive: true })
  }
  expect(await checkDirections(copy)).toMatchObject({ code: 0 })

  await appendFile(join(copy, 'protocol/src/index.ts'), "\nexport * from '@sightline/cloud'\n")
  const broken = await checkDirections(copy)
  expect(broken.code).toBe(1)
  expect(broken.output).toMatch(/protocol\/src\/index\.ts:\d+: protocol may not import @sightline\/cloud/)
})

async function checkDirections(folder: string) {
  const script = join(root, 'scripts', 'directions.mjs')
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.on('exit', resolve)
    child.on('error', reject)
  })
  const [output, code] = await Promise.all([text(child.stdout), exit])
  return { output, code }
}
