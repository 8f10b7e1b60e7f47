import { setTimeout as sleep } from 'node:timers/promises'
import { Seeded } from '@sightline/protocol/testing'
import { ApiClient, until, type World } from '../harness/index.js'
import { LiveWatcher, type LiveWatcherOptions, type Manner } from '../harness/live-watching/live-watcher.js'
import type { ChaosSite } from './site.js'

/** What is under way when somebody is shut out arrives within this, ms (docs/live-view.md). */
const shutOutWithinMs = 1000
/** For so long it is looked whether nothing comes to those who were shut out, ms. */
const shutOutLookMs = 5000
const liveTokenSec = 3600
const pageOrigin = 'https://shop.example.com'
/** Of a viewer that may see what it watches: each of them tells of a mistake of the service. */
const neverEnds = [400, 401, 403, 404, 4400, 4401, 4403, 4404, 4429, 1007, 1009]

/** What the run did to those who watch. */
export interface LiveVerdict {
  /** Frames that came. */
  readonly pictures: number
  /** Frames in a wrong order, to somebody who may not have them, or ends that no fault explains. */
  readonly wrong: readonly string[]
  /** Who saw no picture of now again in time, and after what. */
  readonly late: readonly string[]
  /** How long the last viewer waited for a picture of now, of each fault that was alone, ms. */
  readonly backMs: Readonly<Record<string, readonly number[]>>
  /** Who was the last to see a picture of now, of all those times, and after how long. */
  readonly slowest: string
  /** From the packet at the agent to the viewer, ms. */
  readonly agesMs: readonly number[]
}

interface LiveToken {
  readonly id: string
  readonly token: string
}

/** Those who watch the cameras of a run. */
export class ChaosViewers implements AsyncDisposable {
  /** They read all and acknowledge in time: they see whatever can be seen. */
  readonly #steady: LiveWatcher[] = []
  /** They are slow, do not read, or come and go. */
  readonly #others: LiveWatcher[] = []
  /** They may never see anything. */
  readonly #strangers: LiveWatcher[] = []
  /** They are shut out in the middle of the run. */
  readonly #shutOut: LiveWatcher[] = []
  readonly #wrong: string[] = []
  readonly #late: string[] = []
  readonly #backMs: Record<string, number[]> = {}
  #slowest = { ms: 0, who: 'nobody' }
  readonly #world: World
  readonly #cameraIds: readonly string[]
  readonly #chance: Seeded
  readonly #backWithinMs: number

  private constructor(
    world: World,
    cameraIds: readonly string[],
    { chance, backWithinMs }: { readonly chance: Seeded; readonly backWithinMs: number },
  ) {
    this.#world = world
    this.#cameraIds = cameraIds
    this.#chance = chance
    this.#backWithinMs = backWithinMs
  }

  /** Has everybody begin to watch. Resolves once those who may see do so. */
  static async open(
    world: World,
    sites: readonly ChaosSite[],
    { seed, backWithinMs }: { readonly seed: number; readonly backWithinMs: number },
  ): Promise<ChaosViewers> {
    const cameraIds = sites.flatMap(({ cameras }) => cameras.map(({ id }) => id))
    const viewers = new ChaosViewers(world, cameraIds, { chance: new Seeded(seed), backWithinMs })
    if (cameraIds.length === 0) return viewers
    await viewers.#openAudience(cameraIds)
    await viewers.#openStrangers(cameraIds)
    await viewers.untilAllSee('their begin')
    return viewers
  }

  /** Waits until everybody who may see sees a picture that was taken since now; notes who does not in time. */
  async untilAllSee(after: string): Promise<void> {
    const sinceMs = Date.now()
    const waiting = () => this.#steady.filter((watcher) => !watcher.sees(sinceMs))
    let last: string[] = []
    const look = () => {
      const left = waiting()
      if (left.length > 0) last = left.map(({ name }) => name)
      return left.length === 0
    }
    await until('all see', look, this.#backWithinMs).then(
      () => {
        const ms = Date.now() - sinceMs
        this.#backMs[after] = [...(this.#backMs[after] ?? []), ms]
        if (ms > this.#slowest.ms) this.#slowest = { ms, who: `${last.join(', ')}, after ${after}` }
      },
      () => this.#late.push(...waiting().map(({ name, said }) => `${name}, after ${after} (${said})`)),
    )
  }

  /** Ends a session and a live token: what they showed is gone within a second, and stays so. */
  async shutOut(): Promise<void> {
    const [cameraId] = this.#cameraIds
    if (cameraId === undefined) return
    const session = await this.#openSession(cameraId)
    const liveToken = await this.#openPage(cameraId)
    await until('they see what they may', () => this.#shutOut.every(({ newestAtMs }) => newestAtMs > 0))
    const answers = await Promise.all([
      session.post('/api/v1/auth/logout'),
      this.#world.api.delete(`/api/v1/cameras/${cameraId}/live-tokens/${liveToken.id}`),
    ])
    for (const { status } of answers)
      if (status >= 300) this.#wrong.push(`a session or a token was not ended: ${status}`)
    const atMs = Date.now()
    await sleep(shutOutLookMs)
    for (const { name, newestAtMs } of this.#shutOut)
      if (newestAtMs > atMs + shutOutWithinMs)
        this.#wrong.push(`${name} saw a picture ${newestAtMs - atMs} ms after that`)
  }

  /** Everybody leaves. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((watcher) => watcher[Symbol.asyncDispose]()))
  }

  /** What became of them. Those who were shut out have seen nothing since. */
  verdict(): LiveVerdict {
    return {
      pictures: this.#all.reduce((sum, { pictures }) => sum + pictures, 0),
      wrong: [
        ...this.#wrong,
        ...this.#all.flatMap(({ wrong }) => wrong),
        ...this.#strangers.flatMap(({ name, pictures }) => (pictures > 0 ? [`${name} saw ${pictures}`] : [])),
        ...[...this.#steady, ...this.#others].flatMap(unexplained),
      ],
      late: this.#late,
      backMs: this.#backMs,
      slowest: `${this.#slowest.who}: ${this.#slowest.ms} ms`,
      agesMs: this.#steady.flatMap((watcher) => watcher.takeAges()),
    }
  }

  get #all(): LiveWatcher[] {
    return [...this.#steady, ...this.#others, ...this.#strangers, ...this.#shutOut]
  }

  async #openAudience(cameraIds: readonly string[]): Promise<void> {
    const token = await this.#key('Wall', 'viewer', [this.#world.siteId])
    for (const [index, id] of cameraIds.entries()) {
      const add = (who: string, more: Partial<LiveWatcherOptions> = {}) => {
        const watcher = this.#watch(`${who} at camera ${index + 1}`, index, {
          token,
          cameraId: () => id,
          ...more,
        })
        if (more.manner === undefined) this.#steady.push(watcher)
        else this.#others.push(watcher)
      }
      add('a viewer')
      if (index % 3 === 0) add('a viewer of sub', { stream: 'sub' })
      if (index % 3 === 1) add('a viewer of keyframes', { mode: 'keys' })
      const manner = mannerOf(index)
      if (manner !== null) add(`a ${manner} viewer`, { manner })
    }
  }

  /** Of another site, of another organisation, and with a token for another camera. */
  async #openStrangers(cameraIds: readonly string[]): Promise<void> {
    const { token } = await this.#liveToken(cameraIds[0] ?? '')
    const other = { token, origin: pageOrigin, cameraId: () => cameraIds[1] ?? '' }
    this.#strangers.push(this.#watch('a page with a token of another camera', 1, other))
    const { api, cloud } = this.#world
    const site = await api.post('/api/v1/sites', { name: 'Elsewhere' })
    const elsewhere = await this.#key('Elsewhere', 'viewer', [String(site.body.id)])
    const owner = { email: 'stranger@example.com', password: 'Chaos-Stranger-Passw0rd' }
    const account = ['--owner-email', owner.email, '--owner-password', owner.password]
    await cloud.operate('org', 'create', '--name', 'Strangers', ...account)
    const stranger = new ApiClient(cloud.url)
    await stranger.login(owner.email, owner.password)
    const made = await stranger.post('/api/v1/service-accounts', { name: 'Wall', role: 'operator' })
    const foreign = String(made.body.api_key.full_key)
    for (const [index, id] of cameraIds.slice(0, 2).entries()) {
      const cameraId = () => id
      this.#strangers.push(
        this.#watch(`somebody of another site at camera ${index + 1}`, index, { token: elsewhere, cameraId }),
        this.#watch(`somebody of another organisation at camera ${index + 1}`, index, {
          token: foreign,
          cameraId,
        }),
      )
    }
  }

  /** A session is watched with at each node. @returns who may end it */
  async #openSession(id: string): Promise<ApiClient> {
    const { cloud, owner } = this.#world
    const session = new ApiClient(cloud.url)
    await session.login(owner.email, owner.password)
    const options = { token: session.token, cameraId: () => id }
    for (const node of [0, 1])
      this.#shutOut.push(this.#watch(`a session that began at node ${node}`, node, options))
    return session
  }

  /** A page that is going to be shut out. */
  async #openPage(id: string): Promise<LiveToken> {
    const made = await this.#liveToken(id)
    const options = { token: made.token, origin: pageOrigin, cameraId: () => id }
    this.#shutOut.push(this.#watch('a page with a live token', 0, options))
    return made
  }

  async #liveToken(cameraId: string): Promise<LiveToken> {
    const wish = { origins: [pageOrigin], ttl_sec: liveTokenSec }
    const { status, body } = await this.#world.api.post(`/api/v1/cameras/${cameraId}/live-token`, wish)
    if (status !== 201) throw new Error(`no live token: ${JSON.stringify(body)}`)
    return { id: String(body.id), token: String(body.token) }
  }

  #watch(
    name: string,
    firstNode: number,
    options: Pick<LiveWatcherOptions, 'token' | 'cameraId'> & Partial<LiveWatcherOptions>,
  ): LiveWatcher {
    const urls = this.#world.nodes.map(({ url }) => url)
    const turned = [...urls.slice(firstNode % urls.length), ...urls.slice(0, firstNode % urls.length)]
    const chance = new Seeded(Math.floor(this.#chance.between(0, 2 ** 31)))
    const between = (least: number, most: number) => chance.between(least, most)
    return new LiveWatcher({ manner: 'steady', ...options, name, urls: turned, between })
  }

  async #key(name: string, role: string, siteIds: readonly string[]): Promise<string> {
    const { status, body } = await this.#world.api.post('/api/v1/service-accounts', {
      name,
      role,
      site_ids: siteIds,
    })
    if (status !== 201) throw new Error(`no key: ${JSON.stringify(body)}`)
    return String(body.api_key.full_key)
  }
}

function mannerOf(index: number): Exclude<Manner, 'steady'> | null {
  switch (index % 4) {
    case 0:
      return 'slow'
    case 1:
      return 'deaf'
    case 2:
      return 'restless'
    default:
      return null
  }
}

function unexplained({ name, ends }: LiveWatcher): string[] {
  return neverEnds.flatMap((code) => {
    const times = ends.get(code) ?? 0
    return times > 0 ? [`${name} was ended with ${code}, ${times} times`] : []
  })
}
