import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createTestDatabase } from '@sightline/cloud/testing'
import { expect, it } from 'vitest'
import { ApiClient, CloudNode, runProgram, startWorld } from '../harness/index.js'

// What an operator does after a fire: the newest backup, a new machine, the key from the safe.
const reportIn = (output: string) =>
  JSON.parse(output.split('\n').find((line) => line.startsWith('{"')) ?? '{}')

it('a backup of a running service becomes a service elsewhere that plays the recorded clip', async () => {
  const key = randomBytes(32).toString('hex')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sl-restore-'))
  try {
    await using world = await startWorld({ cloudEnv: { MASTER_KEY: key } })
    const agent = await world.onlineAgent()
    const camera = await world.addCamera(agent)
    const { event_id: eventId } = await world.trigger(camera.id)
    const event = await world.untilClip(String(eventId))

    const backup = path.join(folder, 'backup')
    const output = await world.cloud.operate('backup', '--to', backup)
    expect(output).toContain('The master key is NOT in this backup')
    expect(output).not.toContain(key)
    const made = reportIn(output)
    // The clip, and the snapshot where this machine has ffmpeg.
    expect(made.media.objects).toBeGreaterThanOrEqual(1)
    expect(made.media.missing).toBe(0)
    expect(made.needs_keys).toHaveLength(1)
    expect((await world.api.get(`/api/v1/events/${eventId}`)).status).toBe(200)
    // Neither in the manifest nor in any table is a password or a key to be read.
    const manifest = await readFile(path.join(backup, 'manifest.json'), 'utf8')
    expect(manifest).not.toContain(key)

    await using database = await createTestDatabase()
    const env = { DATABASE_URL: database.address.url, DATA_DIR: path.join(folder, 'data') }
    const restore = (masterKey: string) =>
      runProgram('cloud/dist/cli.js', {
        args: ['restore', '--from', backup],
        env: { ...env, MASTER_KEY: masterKey },
      })
    const withoutKey = await restore(randomBytes(32).toString('hex'))
    expect(withoutKey.code).toBe(1)
    expect(withoutKey.output).toContain(`need the master key ${made.needs_keys[0]}: add it to MASTER_KEY`)

    const restored = await restore(key)
    expect(restored.code, restored.output).toBe(0)
    expect(reportIn(restored.output)).toMatchObject({
      rows: made.rows,
      objects: made.media.objects,
      missing_count: 0,
    })
    const again = await restore(key)
    expect(again.code).toBe(1)
    expect(again.output).toContain('the database is not empty')

    await using elsewhere = await CloudNode.start({ ...env, MASTER_KEY: key })
    const api = new ApiClient(elsewhere.url)
    await api.login(world.owner.email, world.owner.password)
    const { body: seen } = await api.get(`/api/v1/events/${eventId}`)
    expect(seen).toMatchObject({ clip_status: 'ready', clip_sha256: event.clip_sha256 })
    const clip = Buffer.from(await (await fetch(seen.clip_url)).arrayBuffer())
    expect(createHash('sha256').update(clip).digest('hex')).toBe(event.clip_sha256)
    const { body: shown } = await api.get(`/api/v1/cameras/${camera.id}`)
    expect(shown.name).toBe(camera.fake.options.name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

it('with the database of its own: from one data folder into another, once the key is there', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sl-restore-'))
  // The database's own user has to pass through.
  await chmod(folder, 0o711)
  try {
    const [from, to, backup] = ['from', 'to', 'backup'].map((name) => path.join(folder, name))
    const password = 'Correct-horse-1'
    const env = { OWNER_EMAIL: 'owner@example.com', OWNER_PASSWORD: password }
    const first = await CloudNode.start({ ...env, DATA_DIR: from ?? '' })
    const api = new ApiClient(first.url)
    await api.login('owner@example.com', password)
    const body = { name: 'Desk', url: 'https://example.com/hook', event_types: ['alert'] }
    expect((await api.post('/api/v1/webhooks', body)).status).toBe(201)
    const issuer = {
      name: 'Issuer',
      issuer: 'https://example.com',
      client_id: 'c',
      client_secret: 'kept',
      groups: [],
    }
    expect((await api.put('/api/v1/organisation/single-sign-on', issuer)).status).toBe(200)
    await first.operate('backup', '--to', backup ?? '')
    expect(await first.stop()).toBe(0)

    const restore = () =>
      runProgram('cloud/dist/cli.js', {
        args: ['restore', '--from', backup ?? ''],
        env: { DATA_DIR: to ?? '' },
      })
    const withoutKey = await restore()
    expect(withoutKey.code).toBe(1)
    expect(withoutKey.output).toContain(`put it into ${path.join(to ?? '', 'master.key')}`)
    await mkdir(to ?? '', { mode: 0o711 })
    await writeFile(
      path.join(to ?? '', 'master.key'),
      await readFile(path.join(from ?? '', 'master.key'), 'utf8'),
      { mode: 0o600 },
    )
    const restored = await restore()
    expect(restored.code, restored.output).toBe(0)

    await using second = await CloudNode.start({ DATA_DIR: to ?? '' })
    const again = new ApiClient(second.url)
    await again.login('owner@example.com', password)
    const { body: webhooks } = await again.get('/api/v1/webhooks')
    expect(webhooks.data).toMatchObject([{ name: 'Desk' }])
    const { body: signIn } = await again.get('/api/v1/organisation/single-sign-on')
    expect(signIn.setting).toMatchObject({ client_id: 'c', has_client_secret: true })
    // Both secrets open by the key that was brought along: else they could not be sealed anew.
    const rotation = reportIn(await second.operate('keys', 'rotate', '--new'))
    for (const table of ['webhooks', 'single_sign_on'])
      expect(rotation.tables[table]).toEqual({ resealed: 1, changed_meanwhile: 0, failed: 0 })
    const refused = await restore()
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(/another Sightline \(process \d+\) already uses/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
