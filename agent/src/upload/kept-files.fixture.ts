import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { eventPublisher } from '../outbox/event-publisher.js'
import { LossCounts } from '../outbox/losses.js'
import { type Database, endDatabase, openDatabase } from '../outbox/open-database.js'
import { Outbox } from '../outbox/outbox.js'
import { RecordingFiles } from '../recording/recording-files.js'
import { UploadQueue } from './upload-queue.js'

/** A place for test files that syncs at once, if the machine has one; the test runner gives it and tidies it up. */
export function diskInMemory(): string {
  return process.env['TMPDIR_IN_MEMORY'] ?? tmpdir()
}

/** What an agent keeps on its disk, without the agent. */
export class KeptFiles implements AsyncDisposable {
  readonly dataDir: string
  readonly files: RecordingFiles
  readonly cameraId = randomUUID()
  /** Time in service, ms. */
  servedMs = 0
  database!: Database
  outbox!: Outbox
  queue!: UploadQueue
  losses!: LossCounts
  readonly #isOurs: boolean

  private constructor(dataDir: string, isOurs: boolean) {
    this.dataDir = dataDir
    this.#isOurs = isOurs
    this.files = new RecordingFiles(dataDir)
  }

  /**
   * @param dataDir a folder that the caller removes; by default one of its own, in memory where there is such a disk:
   * what these tests ask is not how fast a disk syncs
   */
  static async open(dataDir?: string): Promise<KeptFiles> {
    const kept = new KeptFiles(
      dataDir ?? (await mkdtemp(join(diskInMemory(), 'agent-kept-'))),
      dataDir === undefined,
    )
    await kept.files.prepare()
    await kept.start()
    return kept
  }

  get service(): { now(): number } {
    return { now: () => this.servedMs }
  }

  /** What parts of an agent stand on. */
  get parts() {
    const { dataDir, files, outbox, queue, losses, service } = this
    return { dataDir, files, outbox, queue, losses, service }
  }

  async start(): Promise<void> {
    this.database = await openDatabase(join(this.dataDir, 'outbox'))
    this.outbox = await Outbox.open(this.database, this.service)
    this.queue = await UploadQueue.open(this.database, this.servedMs)
    this.losses = await LossCounts.open(this.database)
  }

  /** As a restart of the process finds it. */
  async restart(): Promise<void> {
    await endDatabase(this.database)
    await this.start()
  }

  /** An event that is over, with a clip and a picture that wait for the cloud. @returns its id */
  async recorded(clipBytes = 8192, snapshotBytes = 4096): Promise<string> {
    const eventId = uuidv7()
    const clip = await this.#file(this.files.clip(eventId), clipBytes)
    const snapshot = await this.#file(this.files.snapshot(eventId), snapshotBytes)
    await eventPublisher(this.outbox, () => ({ offsetMs: null, synced: null })).closed({
      eventId,
      cameraId: this.cameraId,
      clip: { ...clip, codec: 'h264', startAtMs: 1_770_000_000_000, endAtMs: 1_770_000_010_000 },
      snapshot,
      error: null,
    })
    return eventId
  }

  /** What the cloud would be told, as type, event and whether there is a clip. */
  async told(): Promise<{ type: string; eventId: unknown; hasClip: boolean; error: unknown }[]> {
    const entries = await this.outbox.entriesAfter(0, 100_000)
    return entries.map(({ type, body }) => ({
      type,
      eventId: body['event_id'],
      hasClip: (body['clip'] ?? null) !== null,
      error: body['error'] ?? null,
    }))
  }

  async names(): Promise<string[]> {
    return (await this.files.list()).map(({ name }) => name).toSorted()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await endDatabase(this.database)
    if (this.#isOurs) await rm(this.dataDir, { recursive: true, force: true })
  }

  async #file(path: string, bytes: number) {
    const content = randomBytes(bytes)
    await writeFile(path, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    return { path, bytes, sha256, width: 640, height: 360 }
  }
}
