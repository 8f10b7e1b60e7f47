import type { AddedCamera, SiteAgent, World } from '../harness/index.js'
import { until } from '../harness/index.js'

/** A trigger that the cloud took: the event that it named. */
export interface Taken {
  readonly eventId: string
  readonly camera: AddedCamera
}

/** A trigger to which the cloud answered that it is in trouble: it may have become an event or not. */
export interface Unsure {
  readonly cameraId: string
  readonly askedAtMs: number
}

/** A camera takes its next trigger only when the recording of the one before is over, or they would be one event. */
const betweenTriggersMs = 7000
const recordedSec = 5
const askAgainMs = 250
/** The longest that the cloud may be in trouble, ms. */
const patienceMs = 300_000

/** One agent, its cameras, and what was triggered there. */
export class ChaosSite {
  readonly agent: SiteAgent
  readonly cameras: readonly AddedCamera[]
  readonly taken: Taken[] = []
  readonly unsure: Unsure[] = []
  readonly #world: World

  private constructor(world: World, agent: SiteAgent, cameras: readonly AddedCamera[]) {
    this.#world = world
    this.agent = agent
    this.cameras = cameras
  }

  /** Pairs an agent that reaches its cloud at `cloudUrl`, and gives it `fakes`. */
  static async open(world: World, fakes: World['cameras'], cloudUrl?: string): Promise<ChaosSite> {
    const agent = await world.onlineAgent(cloudUrl)
    const settings = { pre_event_buffer_sec: 1, post_event_buffer_sec: 0 }
    const cameras: AddedCamera[] = []
    // A busy machine may let the shortened silence of the line pass in the middle of a check: it is asked again.
    for (const [index, fake] of fakes.entries()) {
      const sub = index % 3 === 0 ? { rtsp_sub_url: fake.rtspUrl('sub') } : {}
      const add = () =>
        fake.options.onvif
          ? world.addOnvifCamera(agent, fake, settings)
          : world.addCamera(agent, fake, { ...settings, ...sub })
      cameras.push(await until('the camera is added', add))
    }
    return new ChaosSite(world, agent, cameras)
  }

  /** Triggers the cameras, each as often as it may be, until `isEnough`. */
  async trigger(isEnough: () => boolean): Promise<void> {
    const { signal, end } = endWhen(isEnough)
    await Promise.all(this.cameras.map((camera, index) => this.#triggerOne(camera, index, signal)))
    end()
  }

  async #triggerOne(camera: AddedCamera, index: number, signal: AbortSignal): Promise<void> {
    // Side by side they would all record, and all finish, at the same time.
    await pause((betweenTriggersMs * index) / this.cameras.length, signal)
    while (!signal.aborted) {
      const body = { duration_sec: recordedSec }
      const askedAtMs = Date.now()
      const answer = await this.#world.api
        .post(`/api/v1/cameras/${camera.id}/trigger`, body)
        // The node was killed, or is not there: it may have taken the trigger before that.
        .catch(() => ({ status: 503, body: null }))
      // The camera or its agent may be away just now: that is what this run is about.
      if (answer.status !== 202) {
        if (answer.status >= 500) this.unsure.push({ cameraId: camera.id, askedAtMs })
        await pause(askAgainMs, signal)
        continue
      }
      this.taken.push({ eventId: String(answer.body.event_id), camera })
      await pause(betweenTriggersMs, signal)
    }
  }

  /** The ids of the events that the agent said to hold on disk, over all its lives. */
  heldEvents(): Set<string> {
    const lines = this.agent.log.split('\n').filter((line) => line.includes('"recording.opened"'))
    return new Set(
      lines.map((line) => /"eventId":"([0-9a-f-]{36})"/.exec(line)?.[1]).filter((id) => id !== undefined),
    )
  }

  /** What the agent said of each camera whose events it left alone. */
  buriedEvents(): string[] {
    return this.agent.log.split('\n').filter((line) => line.includes('"events.tombstoned"'))
  }

  /** What the agent said of each picture that it could not take. */
  missingPictures(): string[] {
    const lines = this.agent.log.split('\n').filter((line) => line.includes('"recording.snapshot_missing"'))
    return lines.map((line) => /"reason":"([^"]*)"/.exec(line)?.[1] ?? 'no reason')
  }

  /** The media sockets that the agent opened in this life and has not ended, as it said. */
  openMediaSockets(): string[] {
    const life = this.agent.log.slice(this.agent.log.lastIndexOf('"agent.started"')).split('\n')
    const named = (event: string) =>
      life.filter((line) => line.includes(event)).map((line) => /"liveId":"([^"]+)"/.exec(line)?.[1] ?? line)
    const ended = new Set(named('"live.ended"'))
    return named('"live.begun"').filter((liveId) => !ended.has(liveId))
  }

  /** Why the agent ended runs though their streams went on, once for each. */
  brokenRuns(): string[] {
    const lines = this.agent.log.split('\n').filter((line) => line.includes('"camera.run_broken"'))
    return lines.map((line) => /"reason":"([^"]*)"/.exec(line)?.[1] ?? 'no reason')
  }

  async #isKnown(): Promise<boolean> {
    const { status } = await this.#world.api.get(`/api/v1/gateways/${this.agent.gatewayId}`)
    return status === 200
  }

  /** All its cameras are received, and nothing waits to be sent. */
  async untilCalm(): Promise<void> {
    // PostgreSQL may be away for longer than a state usually takes to come about.
    await until('the cloud knows its gateways again', () => this.#isKnown(), patienceMs)
    await this.#world.untilGateway(this.agent, 'online')
    // A camera that refuses its account while it boots is asked again after a minute.
    for (const { id } of this.cameras) await this.#world.untilCamera(id, 'online', patienceMs)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}

const pollIntervalMs = 100

/** A signal that aborts once `isOver` says so. */
function endWhen(isOver: () => boolean): { readonly signal: AbortSignal; end(): void } {
  const over = new AbortController()
  const timer = setInterval(() => {
    if (isOver()) over.abort(new Error('enough'))
  }, pollIntervalMs)
  return { signal: over.signal, end: () => clearInterval(timer) }
}

/** Waits until so many events were triggered at the sites, however slow the machine is: what has a limit is the time for one. */
export async function untilTriggered(
  sites: readonly ChaosSite[],
  count: number,
  limitMs: number,
): Promise<void> {
  const triggered = () => sites.reduce((sum, { taken }) => sum + taken.length, 0)
  for (let reached = triggered(); reached < count; reached = triggered())
    await until(`the event after ${reached} of ${count}`, () => triggered() > reached, limitMs)
}
