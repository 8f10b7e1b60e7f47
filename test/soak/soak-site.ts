import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CameraPage, ServiceAccountCreated } from '@sightline/protocol'
import type { Seeded } from '@sightline/protocol/testing'
import { z } from 'zod'
import { must } from '../bench/service/bench-service.js'
import { BenchSite } from '../bench/site/bench-site.js'
import { until } from '../harness/until.js'
import { inspectable } from './inspector.js'
import { type CameraDeed, SoakCameras } from './soak-cameras.js'
import { type Happening, happeningKinds, happenings, soakCamera } from './soak-plan.js'
import { SoakViewers } from './soak-viewers.js'
import { untilNone } from './until-none.js'

const recorded = { recording_duration_sec: 5, pre_event_buffer_sec: 3, post_event_buffer_sec: 1 }
/** Adding a camera has the agent connect to it. */
const addedAtOnce = 6
const addedWithinMs = 120_000
/** All of them watch with one key. */
const manyViewers = { LIVE_PER_PERSON: '500', LIVE_PER_ORG: '500' } as const
const cuts = ['reset', 'black hole', 'half-open'] as const

/**
 * After the last disturbance cameras connect again, and what was recorded is finished and uploaded: it takes as long as there
 * is, but never so long without progress.
 */
const restMs = 240_000
/** Recordings of movements that were seen late, and rings that were short. */
const settleMs = 20_000
/** Characters of the agent's log that are shown where it does not come to rest. */
const logShown = 8_000

const Waiting = z.object({
  outbox: z.object({ waiting: z.number() }),
  uploads: z.object({ waiting: z.number(), failed: z.number() }),
})

/** The site of a run: the built cloud, the built agent, the cameras, and all that happens to them. */
export class SoakSite implements AsyncDisposable {
  readonly #site: BenchSite
  readonly #happened = new Map<Happening, number>()
  readonly #cameras: SoakCameras
  readonly #ids: string[]
  /** Cameras to which something is happening that takes its time. */
  readonly #busy = new Set<number>()
  readonly #random: Seeded

  private constructor(site: BenchSite, cameras: SoakCameras, ids: string[], random: Seeded) {
    this.#site = site
    this.#cameras = cameras
    this.#ids = ids
    this.#random = random
  }

  static async start(folder: string, count: number, random: Seeded): Promise<SoakSite> {
    const cameras = await SoakCameras.start(count)
    const agentEnv = { RECONNECT_MAX_SEC: '2', LOG_LEVEL: 'warn' }
    const site = await BenchSite.start({ folder }, agentEnv, inspectable, { ...inspectable, ...manyViewers })
    const ids: string[] = []
    for (let first = 0; first < count; first += addedAtOnce) {
      const some = Array.from({ length: Math.min(addedAtOnce, count - first) }, (_, index) => first + index)
      ids.push(...(await Promise.all(some.map((index) => register(site, cameras, index)))))
    }
    return new SoakSite(site, cameras, ids, random)
  }

  /** Has viewers watch each of the cameras. */
  async watch(): Promise<SoakViewers> {
    const wish = { name: 'Wall', role: 'operator' }
    const account = await must(this.#api.post('/api/v1/service-accounts', wish), ServiceAccountCreated)
    const cameras = this.#ids.map((_, index) => ({
      id: () => this.#ids[index] ?? '',
      hasSub: soakCamera(index).isDual,
    }))
    return new SoakViewers(
      { url: this.#site.service.origin, key: account.api_key.full_key },
      cameras,
      this.#random,
    )
  }

  /** Lets all that is planned happen until the signal; resolves once everything is as it was. */
  async disturb(signal: AbortSignal): Promise<void> {
    await Promise.all(happeningKinds.map((kind) => this.#repeat(kind, signal)))
  }

  /** The agent's process, and what it wrote. */
  get agentPid(): number {
    return this.#site.agent.pid
  }

  get agentLog(): string {
    return this.#site.agent.log
  }

  /** The cloud's process, and what it wrote. */
  get cloudPid(): number {
    return this.#site.service.pid
  }

  get cloudLog(): string {
    return this.#site.service.log
  }

  /** How often what happened, in words. */
  told(): string {
    return [...this.#happened].map(([kind, times]) => `${kind} ${times}`).join(', ')
  }

  /** Events in the cloud, by the state of their clips, and why some have none. */
  async events(): Promise<string> {
    const sql = `select clip_status || coalesce(' (' || clip_error || ')', '') as clip, count(*)::integer as count
      from events where deleted_at is null and visible group by 1 order by 2 desc`
    const rows = await this.#site.service.query<{ clip: string; count: number }>(sql)
    return rows.map(({ clip, count }) => `${clip} ${count}`).join(', ')
  }

  signInAgain(): Promise<void> {
    return this.#site.service.signInAgain()
  }

  /** How many cameras are on line, as the cloud shows it. */
  async online(): Promise<number> {
    const { data } = await must(this.#site.service.org.api.get('/api/v1/cameras?limit=100'), CameraPage)
    return data.filter(({ status }) => status === 'online').length
  }

  /** Resolves once all cameras are on line, nothing is recorded, nothing waits to be sent, and the rings are full. */
  async untilAtRest(): Promise<void> {
    try {
      await until('all cameras are on line', async () => (await this.online()) === this.#ids.length, restMs)
      await untilNone('clips are not there', () => this.#site.unfinished(), { idleMs: restMs })
      await untilNone('waits at the site', () => this.#waiting(), { idleMs: restMs })
    } catch (error) {
      throw new Error(await this.#remains(), { cause: error })
    }
    await sleep(settleMs)
  }

  async #waiting(): Promise<number> {
    const { agent } = this.#site
    const { output } = await agent.command('status', '--json')
    const { outbox, uploads } = Waiting.parse(JSON.parse(output))
    return outbox.waiting + uploads.waiting + uploads.failed + (await this.#files()).length
  }

  #files(): Promise<string[]> {
    return readdir(path.join(this.#site.agent.dataDir, 'recordings'))
  }

  /** What keeps the site from its rest, as cloud and agent see it, and the end of what the agent wrote. */
  async #remains(): Promise<string> {
    const sql = `select e.id, e.clip_status, e.trigger_source, e.triggered_at, now() - e.triggered_at as age, c.name, c.status, c.enabled,
        c.deleted_at from events e left join cameras c on c.org_id = e.org_id and c.id = e.camera_id
      where e.deleted_at is null and e.visible and e.clip_status in ('recording', 'uploading')`
    const clips = await this.#site.service.query<object>(sql)
    const { output } = await this.#site.agent.command('status')
    const lines = [
      ...clips.map((clip) => JSON.stringify(clip)),
      `files: ${(await this.#files()).join(', ')}`,
      `happened: ${this.told()}`,
      output,
      this.agentLog.slice(-logShown),
    ]
    return `it does not come to rest\n${lines.join('\n')}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#site[Symbol.asyncDispose]()
    await this.#cameras[Symbol.asyncDispose]()
  }

  async #repeat(kind: Happening, signal: AbortSignal): Promise<void> {
    const { everyMs } = happenings[kind]
    const underWay: Promise<void>[] = []
    const failures: unknown[] = []
    while (failures.length === 0) {
      await sleep(everyMs * this.#random.between(0.5, 1.5), undefined, { signal }).catch(() => undefined)
      if (signal.aborted) break
      this.#happened.set(kind, (this.#happened.get(kind) ?? 0) + 1)
      underWay.push(this.#happen(kind).catch((error: unknown) => void failures.push(error)))
    }
    await Promise.all(underWay)
    if (failures.length > 0) throw new Error(`${kind} failed`, { cause: failures[0] })
  }

  async #happen(kind: Happening): Promise<void> {
    switch (kind) {
      case 'movement':
        return this.#cameras.do({ camera: this.#anyCamera(), does: 'move' })
      case 'reset':
        return this.#cameras.do({ camera: this.#anyCamera(), does: 'reset' })
      case 'freeze':
        return this.#forAWhile(happenings.freeze.lastsMs, 'freeze', 'thaw')
      case 'outage':
        return this.#forAWhile(happenings.outage.lastsMs, 'lose power', 'come back')
      case 'trigger':
        // One that is off line, or was triggered a moment ago, refuses.
        return void (await this.#api.post(`${this.#path(this.#anyCamera())}/trigger`, { duration_sec: 5 }))
      case 'change':
        return void (await this.#api.patch(this.#path(this.#anyCamera()), {
          motion_sensitivity: this.#random.oneOf(['low', 'medium', 'high']),
          pre_event_buffer_sec: this.#random.oneOf([2, 3, 4]),
        }))
      case 'pause':
        return this.#alone(async (camera) => {
          await must(this.#api.patch(this.#path(camera), { enabled: false }), z.unknown())
          await sleep(happenings.pause.lastsMs)
          await must(this.#api.patch(this.#path(camera), { enabled: true }), z.unknown())
        })
      case 'replacement':
        return this.#alone((camera) => this.#replace(camera))
      case 'cut':
        return this.#cut()
    }
  }
  /** Something that lasts, and its end. */
  #forAWhile(lastsMs: number, begin: CameraDeed['does'], end: CameraDeed['does']): Promise<void> {
    return this.#alone(async (camera) => {
      await this.#cameras.do({ camera, does: begin })
      await sleep(lastsMs)
      await this.#cameras.do({ camera, does: end })
    })
  }

  /** Does something to a camera to which nothing else that lasts is being done. */
  async #alone(work: (camera: number) => Promise<void>): Promise<void> {
    const camera = this.#anyCamera()
    if (this.#busy.has(camera)) return
    this.#busy.add(camera)
    try {
      await work(camera)
    } finally {
      this.#busy.delete(camera)
    }
  }

  /** The same camera under another id. */
  async #replace(camera: number): Promise<void> {
    await must(this.#api.delete(this.#path(camera)), z.unknown())
    this.#ids[camera] = await register(this.#site, this.#cameras, camera)
  }

  async #cut(): Promise<void> {
    const { link } = this.#site
    link.fail(this.#random.oneOf(cuts))
    await sleep(happenings.cut.lastsMs)
    link.mend()
  }

  #anyCamera(): number {
    return Math.floor(this.#random.between(0, this.#ids.length))
  }

  #path(camera: number): string {
    return `/api/v1/cameras/${this.#ids[camera]}`
  }

  get #api() {
    return this.#site.service.org.api
  }
}

/** Adds a camera. The agent connects to it first, which a busy machine or a cut line may hinder: it is tried again. */
function register(site: BenchSite, cameras: SoakCameras, index: number): Promise<string> {
  return until(`camera ${index + 1} is added`, () => site.register(bodyOf(cameras, index)), addedWithinMs)
}

function bodyOf({ places }: SoakCameras, index: number): object {
  const place = places[index]
  if (place === undefined) throw new Error(`no camera ${index}`)
  const { host, onvifPort, mainUrl, subUrl, username, password } = place
  const { hasEvents, isDual, options } = soakCamera(index)
  const name = { name: options.name, ...recorded }
  if (hasEvents)
    return {
      ...name,
      type: 'onvif',
      host,
      port: onvifPort,
      onvif_username: username,
      onvif_password: password,
    }
  const sub = isDual ? { stream_mode: 'dual', rtsp_sub_url: subUrl } : {}
  return {
    ...name,
    type: 'rtsp',
    rtsp_url: mainUrl,
    rtsp_username: username,
    rtsp_password: password,
    ...sub,
  }
}
