import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { clearDatabase } from '#testing/clear-database.js'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import type { TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import type { Platform } from '../../platform/platform.js'
import { type BlobStore, objectKey } from '../media/store/blob-store.service.js'
import { createLocalBlobStore } from '../media/store/local-blob-store.js'
import { runRetention } from './run-retention.js'

/** When retention runs in tests, milliseconds since 1970. */
export const now = Date.UTC(2026, 5, 15, 3)
export const dayMs = 24 * 60 * 60 * 1000

export const daysAgo = (days: number) => new Date(now - days * dayMs)

interface RunOptions {
  readonly signal?: AbortSignal
  /** Milliseconds since 1970. */
  readonly at?: number
}

interface EventFacts {
  of?: SeededOrg
  starred?: boolean
  deleted?: boolean
  clipStatus?: string
  category?: string
  /** What the gateway's clock said, days ago; it is what the event says. */
  stampDays?: number
  /** When it happened, days ago, where that counts and not its receipt. */
  happenedDays?: number
}

interface MediumFacts {
  of?: SeededOrg
  days?: number
  state?: 'pending' | 'ready'
}

/** What retention looks at: an organisation that keeps clips for 30 days and events for a year, with clips and snapshots as files. */
export class RetentionScene implements AsyncDisposable {
  readonly scene: TestDatabase
  readonly platform: Platform
  readonly org: SeededOrg
  readonly store: BlobStore
  readonly #root: string

  private constructor(scene: TestDatabase, org: SeededOrg, root: string) {
    this.scene = scene
    this.org = org
    this.#root = root
    this.platform = createTestPlatform(scene)
    this.store = createLocalBlobStore(root)
  }

  /** @param scene a database in which nothing stands */
  static async begin(scene: TestDatabase): Promise<RetentionScene> {
    const root = await mkdtemp(path.join(tmpdir(), 'retention-'))
    const begun = new RetentionScene(scene, await seedOrg(scene), root)
    await begun.keep(begun.org, 30, 365)
    return begun
  }

  /** Leaves the database empty. */
  async [Symbol.asyncDispose](): Promise<void> {
    await clearDatabase(this.scene)
    await rm(this.#root, { recursive: true, force: true })
  }

  keep({ orgId }: SeededOrg, clips: number, events: number) {
    return this.scene.query(
      'update organisations set clip_retention_days = $2, event_retention_days = $3 where id = $1',
      [orgId, clips, events],
    )
  }

  run(
    blobs = this.store,
    { signal = new AbortController().signal, at = now }: RunOptions = {},
  ): Promise<void> {
    return runRetention({ ...this.platform, store: blobs }, { now: new Date(at), signal })
  }

  /** An event that was received so many days ago, with its clip and snapshot as files. */
  async addEvent(days: number, facts: EventFacts = {}): Promise<string> {
    const {
      of = this.org,
      starred = false,
      deleted = false,
      clipStatus = 'ready',
      category = 'motion',
    } = facts
    const { stampDays = days, happenedDays } = facts
    const id = randomUUID()
    await this.scene.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, received_at, triggered_at,
         happened_at, starred, deleted_at, clip_status)
       values ($1, $2, $3, $4, $5, 'onvif', $6, $7, $8, $9, $10, $11)`,
      [
        of.orgId,
        id,
        of.cameraId,
        of.siteId,
        category,
        daysAgo(days),
        daysAgo(stampDays),
        happenedDays === undefined ? null : daysAgo(happenedDays),
        starred,
        deleted ? new Date(now) : null,
        clipStatus,
      ],
    )
    if (!deleted)
      await this.scene.query(
        `insert into event_counts (org_id, site_id, event_category, count) values ($1, $2, $3, 1)
         on conflict (org_id, site_id, event_category) do update set count = event_counts.count + 1`,
        [of.orgId, of.siteId, category],
      )
    if (clipStatus === 'ready') await this.addMedium('clip', id, { of })
    const snapshot = await this.addMedium('snapshot', id, { of })
    await this.scene.query('update events set snapshot_id = $2 where id = $1', [id, snapshot])
    return id
  }

  async addMedium(
    kind: 'clip' | 'snapshot',
    eventId: string | null,
    facts: MediumFacts = {},
  ): Promise<string> {
    const { of = this.org, days = 0, state = 'ready' } = facts
    const id = randomUUID()
    const bytes = Buffer.from(`${kind} of ${eventId}`)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const key = objectKey(of.orgId, id)
    await this.scene.query(
      `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256, created_at, ready_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'video/mp4', $9, $10, $11, $12)`,
      [
        of.orgId,
        id,
        eventId,
        of.cameraId,
        of.siteId,
        kind,
        state,
        key,
        bytes.length,
        sha256,
        daysAgo(days),
        state === 'ready' ? daysAgo(days) : null,
      ],
    )
    const upload = randomUUID()
    await this.store.putPart(upload, 1, chunks(bytes), bytes.length)
    if (state === 'ready') {
      await this.store.complete(upload, { key, parts: 1, bytes: bytes.length, sha256 })
      await this.store.dropParts(upload)
    } else {
      await this.scene.query(
        `insert into uploads (org_id, id, media_id, part_size, part_count, created_at) values ($1, $2, $3, 8, 3, $4)`,
        [of.orgId, upload, id, daysAgo(days)],
      )
      await this.scene.query(
        `insert into upload_parts (org_id, upload_id, number, bytes, received_at) values ($1, $2, 1, 8, $3)`,
        [of.orgId, upload, daysAgo(days)],
      )
    }
    return id
  }

  /** The upload of an event's clip, completed so many days ago, whose part still lies there. */
  async leaveParts(eventId: string, days: number): Promise<void> {
    const upload = randomUUID()
    await this.store.putPart(upload, 1, chunks(Buffer.from('part')), 4)
    await this.scene.query(
      `insert into uploads (org_id, id, media_id, part_size, part_count, state, created_at, completed_at)
       select org_id, $2, id, 4, 1, 'complete', $3, $3 from media
       where event_id = $1 and kind = 'clip'`,
      [eventId, upload, daysAgo(days)],
    )
    await this.scene.query(
      `insert into upload_parts (org_id, upload_id, number, bytes) select org_id, id, 1, 4 from uploads where id = $1`,
      [upload],
    )
  }

  async addShare(eventId: string, { ended = false, revoked = false } = {}): Promise<void> {
    await this.scene.query(
      `insert into event_shares (org_id, id, event_id, token_hash, created_by_kind, created_by_name, expires_at, revoked_at)
       values ($1, $2, $3, $4, 'user', 'Olive', $5, $6)`,
      [
        this.org.orgId,
        randomUUID(),
        eventId,
        Buffer.from(randomUUID()),
        new Date(now + (ended ? -1 : dayMs)),
        revoked ? new Date(now) : null,
      ],
    )
  }

  /** Files in the store. */
  async files(): Promise<number> {
    const entries = await readdir(this.#root, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).length
  }

  events() {
    return this.scene.query<{ id: string; clip_status: string; snapshot_id: string | null }>(
      'select id, clip_status, snapshot_id from events order by received_at',
    )
  }

  /** The column `it` of a query. */
  async column(query: string): Promise<unknown[]> {
    return (await this.scene.query<{ it: unknown }>(query)).map(({ it }) => it)
  }

  /** How many of a kind were removed, as the metrics have it. */
  async counted(kind: string): Promise<number> {
    const { text } = await this.platform.metrics.expose()
    return Number(new RegExp(`removed_total{kind="${kind}"} (\\d+)`).exec(text)?.[1] ?? 0)
  }
}

async function* chunks(bytes: Buffer) {
  yield bytes
}
