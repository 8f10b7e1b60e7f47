import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventPublisher } from '../outbox/event-publisher.js'
import { LossCounts } from '../outbox/losses.js'
import { type Database, openDatabase } from '../outbox/open-database.js'
import { Outbox } from '../outbox/outbox.js'
import { type Clock, systemClock } from '../platform/clock.js'
import { directRoute, httpDispatcher } from '../platform/cloud-http.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { unlimited } from '../platform/upload-schedule.js'
import { RecordingFiles } from '../recording/recording-files.js'
import { FakeUploadStore } from './fake-upload-store.fixture.js'
import { UploadQueue } from './upload-queue.js'
import { UploadRate } from './upload-rate.js'
import { Uploader } from './uploader.js'

/** Time in which a minute of waiting passes at once. */
export const hasty: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() * 100,
  after: (ms, task) => systemClock.after(ms / 100, task),
}

export interface Recorded {
  readonly eventId: string
  readonly cameraId: string
  readonly sha256: string
  readonly clip: string
  readonly snapshot: string
}

export const there = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Stores of an agent on disk: what it recorded, and what of that is to be uploaded. */
interface Stores {
  readonly folder: string
  readonly files: RecordingFiles
  readonly database: Database
  readonly outbox: Outbox
  readonly queue: UploadQueue
  readonly losses: LossCounts
}

async function openStores(folder: string): Promise<Stores> {
  const files = new RecordingFiles(folder)
  await files.prepare()
  const database = await openDatabase(join(folder, 'outbox'))
  return {
    folder,
    files,
    database,
    outbox: await Outbox.open(database, systemClock),
    queue: await UploadQueue.open(database, systemClock.now()),
    losses: await LossCounts.open(database),
  }
}

/** An agent that uploads to a store of ours. */
export class UploadScene implements AsyncDisposable {
  readonly store: FakeUploadStore
  readonly #dispatcher = httpDispatcher(directRoute)
  #stores: Stores
  #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #uploader: Uploader | null = null

  private constructor(store: FakeUploadStore, stores: Stores) {
    this.store = store
    this.#stores = stores
  }

  static async open(): Promise<UploadScene> {
    const folder = await mkdtemp(join(tmpdir(), 'agent-upload-'))
    return new UploadScene(await FakeUploadStore.open(), await openStores(folder))
  }

  get folder(): string {
    return this.#stores.folder
  }

  get files(): RecordingFiles {
    return this.#stores.files
  }

  get database(): Database {
    return this.#stores.database
  }

  get outbox(): Outbox {
    return this.#stores.outbox
  }

  get queue(): UploadQueue {
    return this.#stores.queue
  }

  get losses(): LossCounts {
    return this.#stores.losses
  }

  start(rate = new UploadRate(systemClock, unlimited), clock = hasty): void {
    const { files, queue, outbox, losses } = this.#stores
    const deps = { files, queue, outbox, losses, service: systemClock, link: this.store, rate }
    const net = { cloudUrl: this.store.url, dispatcher: this.#dispatcher }
    const surroundings = { clock, random: systemRandom, log: silentLogger }
    this.#uploader = new Uploader({ ...deps, ...net, ...surroundings })
    this.#running = this.#uploader.run(this.#stopping.signal)
  }

  /** What the uploader says of the way. */
  get obstacle(): string | null {
    return this.#uploader?.obstacle?.says ?? null
  }

  /** Ends what runs. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    this.#stopping = new AbortController()
  }

  /** Opens the stores anew once they are closed, as they lie there. @param folder where they were moved to */
  async reopen(folder = this.folder): Promise<void> {
    this.#stores = await openStores(folder)
  }

  async record(clipBytes = 2500): Promise<Recorded> {
    const eventId = randomUUID()
    const cameraId = randomUUID()
    const file = async (name: string, bytes: Buffer) => {
      const path = this.files.named(`${eventId}.${name}`)
      await writeFile(path, bytes)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { path, bytes: bytes.length, sha256, width: 640, height: 360 }
    }
    const clip = await file('mp4', randomBytes(clipBytes))
    const snapshot = await file('jpg', randomBytes(300))
    const journal = eventPublisher(this.outbox, () => ({ offsetMs: null, synced: null }))
    await journal.closed({
      eventId,
      cameraId,
      clip: { ...clip, codec: 'h264', startAtMs: 1_770_000_000_000, endAtMs: 1_770_000_010_000 },
      snapshot,
      error: null,
    })
    return { eventId, cameraId, sha256: clip.sha256, clip: clip.path, snapshot: snapshot.path }
  }

  /** For `until`. */
  readonly drained = async (): Promise<boolean> => (await this.queue.counts()).pending === 0

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    await this.#dispatcher.destroy()
    await this.store[Symbol.asyncDispose]()
    await this.database.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
