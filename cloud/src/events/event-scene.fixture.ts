import type { Event } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import type { TestApp, TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

/** An organisation with an owner and a camera, to which tests add events as the intake would. */
export interface EventScene {
  readonly org: TestOrg
  readonly owner: SignedIn
  readonly cameraId: string
  addCamera(name: string, siteId?: string): Promise<string>
  /** Inserts an event, with the columns given, and counts it. */
  addEvent(columns?: Record<string, unknown>): Promise<string>
  /** Stores the record of a clip or snapshot, without its bytes. */
  addMedia(eventId: string, kind: 'clip' | 'snapshot'): Promise<string>
  /** Calls the API as the owner and answers the status. */
  statusOf(url: string, query?: Record<string, string>, who?: SignedIn | null): Promise<number>
  /** Actions and data in the audit of a thing, or of nothing in particular, oldest first. */
  audit(targetId: string | null): Promise<{ action: string; actor_kind: string; data: unknown }[]>
}

export async function setEventScene(world: TestApp): Promise<EventScene> {
  const org = await world.createOrg()
  const query: TestApp['test']['query'] = (text, values) => world.test.query(text, values)
  const addCamera = async (name: string, siteId = org.siteId) => {
    const id = uuidv7()
    await query(`insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, $4, 'rtsp')`, [
      org.orgId,
      id,
      siteId,
      name,
    ])
    return id
  }
  const cameraId = await addCamera('Front door')
  const owner = await org.signIn('owner')
  return {
    org,
    owner,
    cameraId,
    addCamera,
    addEvent: (columns = {}) =>
      addEvent(world, { org_id: org.orgId, site_id: org.siteId, camera_id: cameraId, ...columns }),
    addMedia: async (eventId, kind) => {
      const id = uuidv7()
      await query(
        `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256, codec)
         select $1, $2, id, camera_id, site_id, $4, 'ready', $5, $6, 1234, repeat('a', 64), 'h264'
         from events where org_id = $1 and id = $3`,
        [org.orgId, id, eventId, kind, id, kind === 'clip' ? 'video/mp4' : 'image/jpeg'],
      )
      if (kind === 'snapshot') await query(`update events set snapshot_id = $1 where id = $2`, [id, eventId])
      else await query(`update events set clip_status = 'ready' where id = $1`, [eventId])
      return id
    },
    statusOf: async (url, filter = {}, who = owner) =>
      (await world.call(who, { url, query: filter })).statusCode,
    audit: (targetId) =>
      query(
        `select action, actor_kind, data from audit_log
         where org_id = $1 and target_id is not distinct from $2::uuid order by at, id`,
        [org.orgId, targetId],
      ),
  }
}

type Category = Event['event_category']

async function addEvent({ test }: TestApp, columns: Record<string, unknown>): Promise<string> {
  const category: Category = 'motion'
  const id = uuidv7()
  await insertCountedEvent(test, {
    id,
    event_category: category,
    trigger_source: 'onvif',
    triggered_at: new Date(),
    ...columns,
  })
  return typeof columns['id'] === 'string' ? columns['id'] : id
}

/** Inserts an event and counts it in one statement, as the intake does in one transaction: nobody reads one without the other. */
export async function insertCountedEvent(
  test: Pick<TestApp['test'], 'query'>,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = Object.keys(row)
  await test.query(
    `with stored as (
       insert into events (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})
       returning org_id, site_id, event_category, deleted_at is null and visible as is_listed
     )
     insert into event_counts (org_id, site_id, event_category, count)
     select org_id, site_id, event_category, 1 from stored where is_listed
     on conflict (org_id, site_id, event_category) do update set count = event_counts.count + 1`,
    Object.values(row),
  )
}
