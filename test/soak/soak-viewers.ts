import type { Seeded } from '@sightline/protocol/testing'
import { LiveWatcher, type LiveWatcherOptions, type Manner } from '../harness/live-watching/live-watcher.js'
import { until } from '../harness/until.js'

/** A camera of the run, as viewers need to know it. */
export interface WatchedCamera {
  /** Its id, which is another one after it was replaced. */
  readonly id: () => string
  readonly hasSub: boolean
}

/** After the last disturbance each camera is received again, and each upstream has tried again. */
const backWithinMs = 60_000

/** Those who watch the cameras of a run: some from its begin to its end, others that are no good viewers between moments of rest. */
export class SoakViewers implements AsyncDisposable {
  readonly #steady: LiveWatcher[] = []
  /** What was wrong with those who have left. */
  readonly #wrong: string[] = []
  readonly #url: string
  readonly #key: string
  readonly #cameras: readonly WatchedCamera[]
  readonly #random: Seeded
  #others: LiveWatcher[] = []
  #pictures = 0

  /** @param to.key of a service account that may watch the cameras */
  constructor(
    to: { readonly url: string; readonly key: string },
    cameras: readonly WatchedCamera[],
    random: Seeded,
  ) {
    this.#url = to.url
    this.#key = to.key
    this.#cameras = cameras
    this.#random = random
    for (const [index, camera] of cameras.entries()) {
      this.#steady.push(this.#watch(index, { mode: index % 2 === 0 ? 'full' : 'keys' }))
      if (camera.hasSub) this.#steady.push(this.#watch(index, { stream: 'sub' }))
    }
  }

  /** Slow ones, some that do not read, and some that come and go, until `calm`. */
  disturb(): void {
    for (const index of this.#cameras.keys()) {
      const manner = mannerOf(index)
      if (manner !== null) this.#others.push(this.#watch(index, { manner }))
    }
  }

  /** Has those leave. */
  async calm(): Promise<void> {
    const others = this.#others
    this.#others = []
    await Promise.all(others.map((watcher) => watcher[Symbol.asyncDispose]()))
    this.#pictures += others.reduce((sum, { pictures }) => sum + pictures, 0)
    this.#wrong.push(...others.flatMap(({ wrong }) => wrong))
  }

  /** Resolves once everybody who stays sees a picture that was taken since now. */
  async untilAllSee(): Promise<void> {
    const sinceMs = Date.now()
    const waiting = () => this.#steady.filter((watcher) => !watcher.sees(sinceMs)).map(inWords)
    await until('all viewers see', () => waiting().length === 0, backWithinMs).catch((cause: unknown) => {
      throw new Error(`not all see: ${waiting().join(', ')}`, { cause })
    })
  }

  /** How old what came was, since this was asked for last, ms: from the packet at the agent to the viewer. */
  takeAges(): number[] {
    return this.#steady.flatMap((watcher) => watcher.takeAges())
  }

  /** What came that must not come. */
  get wrong(): string[] {
    return [...this.#wrong, ...this.#steady.flatMap(({ wrong }) => wrong)]
  }

  /** How many watch from begin to end, and what everybody got. */
  told(): string {
    const pictures = this.#steady.reduce((sum, watcher) => sum + watcher.pictures, this.#pictures)
    return `${this.#steady.length} viewers all the while, ${pictures} frames watched`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.calm()
    await Promise.all(this.#steady.map((watcher) => watcher[Symbol.asyncDispose]()))
  }

  #watch(index: number, more: Partial<LiveWatcherOptions>): LiveWatcher {
    return new LiveWatcher({
      name: `${more.stream ?? 'main'} of camera ${index + 1}`,
      urls: [this.#url],
      token: this.#key,
      cameraId: () => this.#cameras[index]?.id() ?? '',
      manner: 'steady',
      between: (least, most) => this.#random.between(least, most),
      ...more,
    })
  }
}

function inWords({ name, said }: LiveWatcher): string {
  return `${name} (${said})`
}

function mannerOf(index: number): Manner | null {
  switch (index % 4) {
    case 0:
      return 'restless'
    case 1:
      return 'deaf'
    case 2:
      return 'slow'
    default:
      return null
  }
}
