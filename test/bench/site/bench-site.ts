import { setTimeout as sleep } from 'node:timers/promises'
import { Camera, CameraDiagnostics, CameraPage, EventPage, Gateway, PairingCode } from '@sightline/protocol'
import { z } from 'zod'
import type { CameraOptions, FakeCamera } from '../../fakes/camera/index.js'
import { startCamera } from '../../fakes/camera/index.js'
import { Link } from '../../fakes/link/index.js'
import { SiteAgent } from '../../harness/site-agent.js'
import { until } from '../../harness/until.js'
import type { Bench } from '../bench-row.js'
import { monotonicMs } from '../measure/monotonic.js'
import { ended, keep } from '../running.js'
import { BenchService, must } from '../service/bench-service.js'

/** How often the cloud is asked what is new, ms: what is measured by it is late by up to so much. */
const askEveryMs = 20

/** A camera of the site, and the program that plays it. */
export interface SiteBenchCamera {
  readonly id: string
  readonly fake: FakeCamera
}

type ShownEvent = z.infer<typeof EventPage>['data'][number]

/** The built cloud, the built agent behind it, and simulated cameras: what a person would see of a site. */
export class BenchSite implements AsyncDisposable {
  readonly service: BenchService
  readonly agent: SiteAgent
  /** The line between the two. */
  readonly link: Link
  readonly #fakes: FakeCamera[] = []

  private constructor(service: BenchService, agent: SiteAgent, link: Link) {
    this.service = service
    this.agent = agent
    this.link = link
  }

  /**
   * @param agentEnv settings of the agent beside those of the bench
   * @param runEnv those of `agent run` alone
   * @param cloudEnv settings of the cloud beside those of the bench
   */
  static async start(
    { folder }: Pick<Bench, 'folder'>,
    agentEnv: Readonly<Record<string, string>> = {},
    runEnv: Readonly<Record<string, string>> = {},
    cloudEnv: Readonly<Record<string, string>> = {},
  ): Promise<BenchSite> {
    const settings = { PROBES_PER_MINUTE: '1000', LOG_LEVEL: 'warn', ...cloudEnv }
    const service = await BenchService.start(folder, settings)
    const link = await Link.start(Number(new URL(service.origin).port))
    try {
      const { api, siteId } = service.org
      const wish = { name: 'Gateway', site_id: siteId }
      const code = await must(api.post('/api/v1/gateways/generate-pairing-code', wish), PairingCode)
      const agent = await SiteAgent.pair({
        dataDir: `${folder}/agent-${monotonicMs()}`,
        gatewayId: code.id,
        code: code.pairing_code,
        cloudUrl: link.url,
        env: {
          CAMERA_CIDRS: '127.0.0.0/8',
          ...(process.env.FFMPEG_PATH !== undefined && { FFMPEG_PATH: process.env.FFMPEG_PATH }),
          ...agentEnv,
        },
      })
      agent.run(runEnv)
      await until('the gateway is on line', async () => {
        const gateway = await must(api.get(`/api/v1/gateways/${agent.gatewayId}`), Gateway)
        return gateway.status === 'online'
      })
      return keep(new BenchSite(service, agent, link))
    } catch (error) {
      await link.close()
      await service[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Starts a camera and adds it by its RTSP address, or as an ONVIF device; it need not be on line yet. */
  async addCamera(options: CameraOptions, settings: object = {}): Promise<SiteBenchCamera> {
    const fake = await startCamera(options)
    this.#fakes.push(fake)
    const id = await this.register({ name: fake.options.name, ...addressOf(fake), ...settings })
    return { id, fake }
  }

  /** Adds a camera that runs elsewhere. @param body what the API is told beside its place @returns its id */
  async register(body: object): Promise<string> {
    const { siteId, api } = this.service.org
    const place = { site_id: siteId, gateway_id: this.agent.gatewayId }
    return (await must(api.post('/api/v1/cameras', { ...place, ...body }), Camera)).id
  }

  async removeCamera({ id, fake }: SiteBenchCamera): Promise<void> {
    await must(this.service.org.api.delete(`/api/v1/cameras/${id}`), z.unknown())
    await fake.close()
  }

  /** Whether its picture is watched for movement, in the words of the diagnostics. */
  async motionState(cameraId: string): Promise<string | null> {
    const answer = this.service.org.api.get(`/api/v1/cameras/${cameraId}/diagnostics`)
    return (await must(answer, CameraDiagnostics)).motion?.state ?? null
  }

  /**
   * Asks until each of these cameras was shown in the status once.
   * @returns when that was of each, by the monotonic clock, in their order
   */
  async untilStatus(cameras: readonly SiteBenchCamera[], status: string, limitMs: number): Promise<number[]> {
    const seenAt = new Map<string, number>()
    await until(
      `the cameras are ${status}`,
      async () => {
        const { data } = await must(this.service.org.api.get('/api/v1/cameras?limit=100'), CameraPage)
        const nowMs = monotonicMs()
        for (const camera of data)
          if (camera.status === status && !seenAt.has(camera.id)) seenAt.set(camera.id, nowMs)
        return cameras.every(({ id }) => seenAt.has(id))
      },
      limitMs,
    )
    return cameras.map(({ id }) => seenAt.get(id) ?? Number.NaN)
  }

  /**
   * Asks until each of these cameras has an event that is not in `known`, and adds those to it.
   * @returns the event of each, and when it was there, in their order
   */
  async untilEvents(cameras: readonly SiteBenchCamera[], known: Set<string>, limitMs: number) {
    const found = new Map<string, { readonly event: ShownEvent; readonly seenAt: number }>()
    const isAsked = new Set(cameras.map(({ id }) => id))
    const giveUpAt = monotonicMs() + limitMs
    while (!cameras.every(({ id }) => found.has(id))) {
      const events = await this.events()
      const seenAt = monotonicMs()
      for (const event of events) {
        if (known.has(event.id) || !isAsked.has(event.camera_id) || found.has(event.camera_id)) continue
        known.add(event.id)
        found.set(event.camera_id, { event, seenAt })
      }
      if (seenAt > giveUpAt) {
        const missing = cameras.filter(({ id }) => !found.has(id)).map(({ fake }) => fake.options.name)
        throw new Error(`no event of ${missing.join(', ')} within ${limitMs / 1000} s`)
      }
      await sleep(askEveryMs)
    }
    return cameras.map(({ id }) => {
      const one = found.get(id)
      if (one === undefined) throw new Error(`no event of ${id}`)
      return one
    })
  }

  /** The newest hundred. */
  async events(): Promise<readonly ShownEvent[]> {
    return (await must(this.service.org.api.get('/api/v1/events?limit=100'), EventPage)).data
  }

  /** Resolves once nothing is being recorded and every clip is there: the next trigger makes an event of its own. */
  async untilRecorded(limitMs = 90_000): Promise<void> {
    await until('all clips are there', async () => (await this.unfinished()) === 0, limitMs)
  }

  /** Events whose clip is still on its way. */
  async unfinished(): Promise<number> {
    const sql = `select count(*)::integer as count from events where deleted_at is null and visible and clip_status in ('recording', 'uploading')`
    return (await this.service.query<{ count: number }>(sql))[0]?.count ?? 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    ended(this)
    await this.agent[Symbol.asyncDispose]()
    for (const fake of this.#fakes) await fake.close()
    await this.link.close()
    await this.service[Symbol.asyncDispose]()
  }
}

/** A camera with events of its own is added as the ONVIF device that it is. */
function addressOf(fake: FakeCamera): object {
  const { username, password } = fake.options.credentials
  if (fake.options.onvifEvents === null)
    return { type: 'rtsp', rtsp_url: fake.rtspUrl(), rtsp_username: username, rtsp_password: password }
  const account = { onvif_username: username, onvif_password: password }
  return { type: 'onvif', host: fake.host, port: fake.onvifPort, ...account }
}
