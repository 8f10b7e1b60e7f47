import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from '@sightline/protocol'
import { type Database, openDatabase } from '../outbox/open-database.js'
import { Outbox } from '../outbox/outbox.js'
import { type Clock, systemClock } from '../platform/clock.js'
import { directRoute } from '../platform/cloud-http.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { CloudLink } from './link.js'
import type { Channel } from './open-socket.js'
import { ScriptedCloud } from './scripted-cloud.fixture.js'
import type { CommandFrame, ConfigurationFrame } from './session.js'

export const gatewayId = randomUUID()

/** Everything in the link takes a `speed`th of its time: at 10 a welcome still has a second to come. */
export function faster(speed: number): Clock {
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic() * speed,
    delay: (ms, options) => systemClock.delay(ms / speed, options),
    after: (ms, task) => systemClock.after(ms / speed, task),
  }
}

/** A link with an outbox of its own, and the cloud that it speaks to. */
export class LinkInTest {
  readonly cloud: ScriptedCloud
  readonly outbox: Outbox
  readonly configured: ConfigurationFrame[] = []
  readonly commanded: CommandFrame[] = []
  readonly stopping = new AbortController()
  answer: (frame: CommandFrame) => Promise<Result> = () => Promise.resolve({ ok: true, value: {} })
  running: Promise<void> = Promise.resolve()
  readonly #folder: string
  readonly database: Database
  #link: CloudLink | null = null

  private constructor(folder: string, database: Database, outbox: Outbox, cloud: ScriptedCloud) {
    this.#folder = folder
    this.database = database
    this.outbox = outbox
    this.cloud = cloud
  }

  static async open(): Promise<LinkInTest> {
    const folder = await mkdtemp(join(tmpdir(), 'agent-link-'))
    const database = await openDatabase(join(folder, 'outbox'))
    return new LinkInTest(
      folder,
      database,
      await Outbox.open(database, systemClock),
      await ScriptedCloud.start(),
    )
  }

  get link(): CloudLink {
    if (!this.#link) throw new Error('the link was not started')
    return this.#link
  }

  start(clock: Clock = systemClock, way: Partial<Channel> = {}): void {
    this.#link = new CloudLink({
      channel: {
        cloudUrl: this.cloud.url,
        path: `/api/v1/gateways/${gatewayId}/ws`,
        bearer: 'gw_test-key',
        route: directRoute,
        ...way,
      },
      outbox: this.outbox,
      clock,
      random: systemRandom,
      log: silentLogger,
      hello: async () => ({
        versions: [1],
        capabilities: [],
        agent_version: '0',
        boot_id: gatewayId,
        config_revision: 0,
        last_acked_seq: this.outbox.acked,
        clock: { now: new Date().toISOString(), synced: null },
        local_ip: null,
      }),
      heartbeat: () => ({
        now: new Date().toISOString(),
        clock_synced: null,
        uptime_sec: 1,
        outbox_entries: this.outbox.counts.entries,
        outbox_rejected: this.outbox.counts.refused,
      }),
      configuration: (frame) => this.configured.push(frame),
      command: (frame) => {
        this.commanded.push(frame)
        return this.answer(frame)
      },
      live: () => undefined,
    })
    this.running = this.#link.run(this.stopping.signal)
  }

  async close(): Promise<void> {
    this.stopping.abort()
    await this.running
    await this.cloud.close()
    await this.database.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
