import type { EventCategory, NoBigDealPatch, SetKnobs } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import type { TestApp, TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import type { EventIntake } from '../../events/intake/event-intake.service.js'

/** An organisation in UTC with a rule, a camera, and the intake that takes its events. */
export class QuietScene {
  readonly world: TestApp
  readonly org: TestOrg
  readonly operator: SignedIn
  readonly gatewayId = uuidv7()
  readonly cameraId = uuidv7()
  /** On any event, with a cooldown of a minute. */
  readonly ruleId: string
  readonly #intake: EventIntake

  constructor(world: TestApp, org: TestOrg, operator: SignedIn, ruleId: string) {
    this.world = world
    this.org = org
    this.operator = operator
    this.ruleId = ruleId
    this.#intake = world.services.intake
  }

  static async set(world: TestApp): Promise<QuietScene> {
    const org = await world.createOrg()
    const operator = await org.signIn('operator')
    const scene = new QuietScene(world, org, operator, await makeRule(world, operator))
    await world.test.query(
      `insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Cupboard', $3)`,
      [org.orgId, scene.gatewayId, org.siteId],
    )
    await scene.addCamera(scene.cameraId)
    return scene
  }

  async addCamera(id = uuidv7()): Promise<string> {
    await this.world.test.query(
      `insert into cameras (org_id, id, site_id, gateway_id, name, type) values ($1, $2, $3, $4, 'Front door', 'rtsp')`,
      [this.org.orgId, id, this.org.siteId, this.gatewayId],
    )
    // It has been there for years, so that events of any time are its own.
    await this.world.test.query(
      `update camera_placements set from_at = '2020-01-01' where org_id = $1 and camera_id = $2`,
      [this.org.orgId, id],
    )
    return id
  }

  /** Hands an event to the intake, as its gateway would. @returns its id */
  async happen(
    at: string,
    { category = 'motion', cameraId = this.cameraId }: { category?: EventCategory; cameraId?: string } = {},
  ): Promise<string> {
    const id = uuidv7()
    const context = { orgId: this.org.orgId, gatewayId: this.gatewayId, receivedAt: new Date() }
    const outcome = await this.#intake.take(context, {
      type: 'event.opened',
      body: {
        event_id: id,
        camera_id: cameraId,
        event_category: category,
        trigger_topic: '',
        trigger_source: 'onvif',
        raw_source: 'onvif',
        raw_data: {},
        triggered_at: at,
        clock_offset_ms: 0,
        clock_synced: true,
      },
    })
    if (outcome !== 'stored') throw new Error(`the event was not stored: ${JSON.stringify(outcome)}`)
    return id
  }

  async isAlert(eventId: string): Promise<boolean> {
    const rows = await this.world.test.query('select from alerts where org_id = $1 and event_id = $2', [
      this.org.orgId,
      eventId,
    ])
    return rows.length > 0
  }

  /** Calls the API as the operator, and expects this status. */
  async call<T>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    status = 200,
  ): Promise<T> {
    const answer = await this.world.call(this.operator, {
      method,
      url: `/api/v1${url}`,
      ...(payload && { payload }),
    })
    if (answer.statusCode !== status) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
    return answer.json<T>()
  }

  setRule(patch: NoBigDealPatch) {
    return this.call<SetKnobs>('PATCH', `/alert-rules/${this.ruleId}/nbd`, patch)
  }

  setCamera(patch: NoBigDealPatch) {
    return this.call<SetKnobs>('PATCH', `/cameras/${this.cameraId}/nbd-override`, patch)
  }

  /** Gives feedback as somebody; the operator if nobody is named. */
  async feedback(eventId: string, verdict: string, who: SignedIn = this.operator): Promise<void> {
    const url = `/api/v1/events/${eventId}/feedback`
    const answer = await this.world.call(who, { method: 'POST', url, payload: { verdict } })
    if (answer.statusCode >= 300) throw new Error(answer.body)
  }

  audit(action: string) {
    return this.world.test.query<{ actor_kind: string; data: Record<string, unknown> }>(
      'select actor_kind, data from audit_log where org_id = $1 and action = $2 order by at',
      [this.org.orgId, action],
    )
  }
}

async function makeRule(world: TestApp, operator: SignedIn): Promise<string> {
  const answer = await world.call(operator, {
    method: 'POST',
    url: '/api/v1/alert-rules',
    payload: { name: 'Any motion', rule_kind: 'camera_event', cooldown_sec: 60 },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<{ id: string }>().id
}
