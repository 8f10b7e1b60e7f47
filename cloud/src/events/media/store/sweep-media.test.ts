import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { periodicTasks } from '../../../periodic-tasks.js'
import { startWorkers } from '../../../workers.js'
import { mediaFolder } from './media-files.service.js'

const patiently = { timeout: 30_000, interval: 20 }
const partBytes = 1024 * 1024
let world: TestApp
let root: string

beforeAll(async () => {
  world = await createTestApp()
  root = mediaFolder(world.platform.config)
})
afterAll(() => world.close())

const leftovers = () => readdir(path.join(root, 'unfinished')).catch(() => [])

/** A process that joins the parts of a clip, and is killed when half of it is there. */
async function killWhileCompleting(): Promise<void> {
  const upload = randomUUID()
  const parts = path.join(root, 'uploads', upload)
  await mkdir(parts, { recursive: true })
  await writeFile(path.join(parts, '1'), randomBytes(partBytes))
  // Whoever reads the second part waits for one who writes it.
  await promisify(execFile)('mkfifo', [path.join(parts, '2')])
  const store = new URL('../../../../dist/events/media/store/local-blob-store.js', import.meta.url)
  const whole = {
    key: `${randomUUID()}/ab/${randomUUID()}`,
    parts: 2,
    bytes: 2 * partBytes,
    sha256: '0'.repeat(64),
  }
  const script = `
    import { createLocalBlobStore } from ${JSON.stringify(store.href)}
    await createLocalBlobStore(${JSON.stringify(root)}).complete('${upload}', ${JSON.stringify(whole)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  const exited = once(child, 'exit')
  await vi.waitFor(async () => {
    const [name = ''] = await leftovers()
    expect((await stat(path.join(root, 'unfinished', name))).size).toBe(partBytes)
  }, patiently)
  child.kill('SIGKILL')
  await exited
}

test('what a kill left of a clip that was being joined goes with the next start, and else within a day', async () => {
  const { platform, services } = world
  const due = (at: string) =>
    world.test.query(
      `insert into periodic_tasks (name, next_at) values ('media_leftovers', now() + $1::interval)
       on conflict (name) do update set next_at = excluded.next_at`,
      [at],
    )
  await due('1 hour')
  await killWhileCompleting()
  expect(await leftovers()).toHaveLength(1)
  const own = { address: world.test.address, supervise: async () => {}, close: async () => {} }
  const stop = await startWorkers(platform, services, own)
  try {
    await vi.waitFor(async () => expect(await leftovers()).toEqual([]), patiently)
    await killWhileCompleting()
    await due('-1 second')
    await vi.waitFor(async () => expect(await leftovers()).toEqual([]), patiently)
  } finally {
    await stop(10_000)
  }
  const daily = periodicTasks(platform, services).find(({ name }) => name === 'media_leftovers')
  expect(daily?.everyMs).toBe(24 * 60 * 60_000)
})
