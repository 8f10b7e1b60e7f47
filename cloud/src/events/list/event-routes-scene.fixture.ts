import { Event, EventPage } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import type { TestApp, TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { insertCountedEvent } from '../event-scene.fixture.js'

export type Query = Record<string, string | string[]>

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** An organisation with a camera, whose events are listed and read as the API gives them. */
export class EventRoutesScene {
  readonly org: TestOrg
  readonly owner: SignedIn
  cameraId = ''
  readonly #world: TestApp

  private constructor(world: TestApp, org: TestOrg, owner: SignedIn) {
    this.#world = world
    this.org = org
    this.owner = owner
  }

  static async set(world: TestApp): Promise<EventRoutesScene> {
    const org = await world.createOrg()
    const scene = new EventRoutesScene(world, org, await org.signIn('owner'))
    scene.cameraId = await scene.addCamera('Front door')
    return scene
  }

  async addCamera(name: string, siteId = this.org.siteId): Promise<string> {
    const id = uuidv7()
    await this.#world.test.query(
      `insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, $4, 'rtsp')`,
      [this.org.orgId, id, siteId, name],
    )
    return id
  }

  /** Inserts an event and counts it, as the intake does. */
  async addEvent(rest: Record<string, unknown> = {}): Promise<string> {
    const row = {
      org_id: this.org.orgId,
      id: uuidv7(),
      camera_id: this.cameraId,
      site_id: this.org.siteId,
      event_category: 'motion',
      trigger_source: 'onvif',
      triggered_at: new Date(),
      ...rest,
    }
    await insertCountedEvent(this.#world.test, row)
    return row.id
  }

  async addMedia(eventId: string, kind: 'clip' | 'snapshot'): Promise<string> {
    const id = uuidv7()
    await this.#world.test.query(
      `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256)
       values ($1, $2, $3, $4, $5, $6, 'ready', $7, 'x/y', 1234, $8)`,
      [this.org.orgId, id, eventId, this.cameraId, this.org.siteId, kind, id, 'a'.repeat(64)],
    )
    if (kind === 'snapshot') {
      await this.#world.test.query(`update events set snapshot_id = $1 where id = $2`, [id, eventId])
    }
    return id
  }

  async list(who: SignedIn, query: Query = {}) {
    const response = await this.#world.call(who, { url: '/api/v1/events', query })
    if (response.statusCode !== 200 || response.headers['content-type'] !== 'application/json; charset=utf-8')
      throw new Error(`the list is refused, or no JSON: ${response.body}`)
    return EventPage.strict().parse(response.json())
  }

  async get(who: SignedIn, id: string) {
    const response = await this.#world.call(who, { url: `/api/v1/events/${id}` })
    if (response.statusCode !== 200) throw new Error(`the event is refused: ${response.body}`)
    return Event.strict().parse(response.json())
  }

  async statusOf(who: SignedIn | null, url: string, query: Query = {}): Promise<number> {
    return (await this.#world.call(who, { url, query })).statusCode
  }
}
