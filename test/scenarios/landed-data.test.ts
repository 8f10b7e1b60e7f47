import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@sightline/cloud/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, CloudNode, runProgram, SiteAgent, until } from '../harness/index.js'
import { sha256Of } from '../landed/file-with.js'
import { type LandedFolder, landedCommits, openLanded } from '../landed/landed-folder.js'
import { lostIn } from '../landed/lost-in-answers.js'
import { partsOf, readSchema } from '../landed/schema-sql.js'
import { readAgain, untilGivenUp } from '../landed/service-answers.js'

// What an operator does on the day of an upgrade: the program of today on the folders of before.

const schemaOf = async (database: TestDatabase) =>
  partsOf(await readSchema((statement) => database.query<Record<string, unknown>>(statement)))

describe.each(await landedCommits())('on what %s left', (commit) => {
  let landed: LandedFolder
  let folder: string
  let database: TestDatabase
  let cloud: CloudNode
  let api: ApiClient
  const open: AsyncDisposable[] = []

  beforeAll(async () => {
    landed = await openLanded(commit)
    folder = await mkdtemp(path.join(os.tmpdir(), 'sl-landed-'))
    const dataDir = path.join(folder, 'cloud')
    await landed.layMedia(dataDir)
    database = await createTestDatabase({ isEmpty: true })
    open.push(database)
    await database.query(landed.databaseSql)
    cloud = await CloudNode.start({ ...settings(database), DATA_DIR: dataDir })
    open.push(cloud)
    api = new ApiClient(cloud.url)
    await api.login(landed.facts.owner.email, landed.facts.owner.password)
  })
  afterAll(async () => {
    for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const settings = ({ address }: TestDatabase) => ({
    DATABASE_URL: address.url,
    MASTER_KEY: landed.masterKey,
    ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    // The gateway of the folder is given up this long after the start.
    OFFLINE_GRACE_SEC: '3',
  })

  /** Its events are listed, and their clips are the bytes that were recorded. */
  async function expectEvents(at: ApiClient): Promise<void> {
    const { events } = landed.facts
    const { body: page } = await at.get('/api/v1/events')
    expect(page.total).toBe(events.length)
    expect(page.data.map(({ id }: { id: string }) => id)).toEqual(events.map(({ id }) => id).toReversed())
    for (const { id, trigger_source, clip_sha256 } of events) {
      const { body } = await at.get(`/api/v1/events/${id}`)
      expect(body).toMatchObject({ trigger_source, clip_sha256, clip_status: 'ready' })
      const { status, bytes } = await at.download(body.clip_url)
      expect(status).toBe(200)
      expect(bytes.equals(await landed.clipOf(clip_sha256))).toBe(true)
      expect((await at.download(body.snapshot_url)).status).toBe(200)
    }
  }

  it('its answers are those of before, and what is added', async () => {
    const before = await landed.answers()
    await untilGivenUp(api, landed.facts.gateway_id)
    const now = await readAgain(api, before)
    const lost = before.flatMap((answer) => lostIn(answer, now.get(answer.path)))
    expect(lost, lost.join('\n')).toEqual([])
    expect(before.length).toBeGreaterThan(50)
  })

  it('the service goes on: people sign in, and events, clips, rules, alerts and webhooks are there', async () => {
    const { facts } = landed
    await expectEvents(api)
    const guard = new ApiClient(cloud.url)
    await guard.login(facts.user.email, facts.user.password)
    expect((await guard.get('/api/v1/events')).body.total).toBe(facts.events.length)

    const shown = async (where: string) => (await api.get(`/api/v1/${where}`)).body
    expect(await shown(`sites/${facts.site_id}`)).toMatchObject({ id: facts.site_id })
    expect(await shown(`cameras/${facts.camera_id}`)).toMatchObject({ gateway_id: facts.gateway_id })
    expect(await shown('alert-rules')).toMatchObject({ total: 1, data: [{ id: facts.rule_id }] })
    expect(await shown('alerts')).toMatchObject({ total: 1, data: [{ id: facts.alert_id }] })
    // Its deliveries are not looked at: they go thirty days after their end, however long the rest is kept.
    expect(await shown('webhooks')).toMatchObject({ total: 1, data: [{ id: facts.webhook_id }] })
    expect((await shown('organisation')).storage_used_bytes).toBe(await landed.mediaBytes())
    expect(await shown('users')).toMatchObject({ total: 2 })
  })

  it('its schema is that of a new database', async () => {
    await using fresh = await createTestDatabase()
    expect(await schemaOf(database)).toEqual(await schemaOf(fresh))
    const names = 'select name from schema_migrations order by name'
    expect(await database.query(names)).toEqual(await fresh.query(names))
  })

  it('its secrets open by the key of before', async () => {
    const answer = await api.post(`/api/v1/webhooks/${landed.facts.webhook_id}/rotate-secret`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })

  it('its backup becomes a service', async () => {
    await using elsewhere = await createTestDatabase({ isEmpty: true })
    const backup = path.join(folder, 'backup')
    await landed.layBackup(backup)
    const env = { ...settings(elsewhere), DATA_DIR: path.join(folder, 'restored') }
    const restored = await runProgram('cloud/dist/cli.js', { args: ['restore', '--from', backup], env })
    expect(restored.code, restored.output).toBe(0)
    await using node = await CloudNode.start(env)
    const there = new ApiClient(node.url)
    await there.login(landed.facts.owner.email, landed.facts.owner.password)
    await expectEvents(there)
    expect(await schemaOf(elsewhere)).toEqual(await schemaOf(database))
  })

  it('its agent connects with the key of before, and what it had recorded without a line arrives', async () => {
    const { facts } = landed
    const dataDir = path.join(folder, 'agent')
    await landed.layAgent(dataDir, cloud.url)
    await using agent = SiteAgent.paired({
      dataDir,
      gatewayId: facts.gateway_id,
      env: { CAMERA_CIDRS: '127.0.0.0/8', RECONNECT_MAX_SEC: '1', LOG_LEVEL: 'debug' },
    })
    agent.run()
    const event = await until(`the clip arrives\n${agent.log}`, async () => {
      const { status, body } = await api.get(`/api/v1/events/${facts.unsent.id}`)
      return status === 200 && body.clip_status === 'ready' ? body : null
    })
    expect(event.clip_sha256).toBe(facts.unsent.clip_sha256)
    const { bytes } = await api.download(event.clip_url)
    expect(sha256Of(bytes)).toBe(facts.unsent.clip_sha256)
    const { body: gateway } = await api.get(`/api/v1/gateways/${facts.gateway_id}`)
    expect(gateway.status).toBe('online')
    expect((await api.get('/api/v1/events')).body.total).toBe(facts.events.length + 1)
    // Its camera was never taken away: the configuration of before was read and kept.
    const { body: cameras } = await api.get('/api/v1/cameras')
    expect(cameras.data).toMatchObject([{ id: facts.camera_id, gateway_id: facts.gateway_id }])
    expect(await agent.stop()).toBe(0)
  })
})
