import { goodAnswer } from '#testing/good-answer.js'
import { type ModelServer, startModelServer } from '#testing/model-server.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { tinyJpeg } from '#testing/tiny-jpeg.js'
import { type EventScene, setEventScene } from '../../events/event-scene.fixture.js'
import { objectKey } from '../../events/media/store/blob-store.service.js'
import type { Config } from '../../platform/config.js'
import type { Platform } from '../../platform/platform.js'
import { claimRows } from '../../platform/work/claim.repository.js'
import { FrameCutter } from '../pictures/frame-cutter.service.js'
import { queueAnalysis } from './queue/analysis-queue.service.js'
import { performRun, type RunDeps } from './runs/perform-run.js'
import type { RunRow } from './runs/run.repository.js'

/** An organisation with events that have pictures, and a model that answers by script. */
export interface AnalysisWorld extends AsyncDisposable {
  readonly app: TestApp
  readonly model: ModelServer
  readonly deps: RunDeps
  setScene(): Promise<AnalysisScene>
}

export interface AnalysisScene extends EventScene {
  /** An event whose clip and snapshot are stored; the snapshot has bytes, the clip has those given. */
  addPictured(columns?: Record<string, unknown>, clip?: Buffer): Promise<string>
  queue(eventId: string): Promise<void>
  /** Claims what is due and does it, on the usual node or another one. @returns how many runs that were */
  work(signal?: AbortSignal, node?: RunDeps): Promise<number>
  /** Queues the event and does its run. */
  analyse(eventId: string): Promise<RunRow>
  runs(eventId: string): Promise<RunRow[]>
  event(eventId: string): Promise<Record<string, unknown>>
  setCamera(columns: Record<string, unknown>): Promise<void>
}

export async function createAnalysisWorld(config: Partial<Config> = {}): Promise<AnalysisWorld> {
  const model = await startModelServer({
    kind: 'answer',
    value: goodAnswer,
    inputTokens: 1_000,
    outputTokens: 100,
  })
  const ai: Config['ai'] = {
    provider: 'openai',
    model: 'm',
    baseUrl: model.openaiUrl,
    apiKey: null,
    allowed: new Map([
      ['m', { input: 1, output: 2 }],
      ['quick', { input: 1, output: 2 }],
    ]),
  }
  const app = await createTestApp({ config: { ai, ...config } })
  const deps = depsOf(app.platform, app)
  return {
    app,
    model,
    deps,
    setScene: async () => sceneOf(app, deps, await setEventScene(app)),
    [Symbol.asyncDispose]: async () => {
      await model.close()
      await app.close()
    },
  }
}

/** What a node needs to do runs. */
export function depsOf(platform: Platform, { services }: Pick<TestApp, 'services'>): RunDeps {
  const pictures = { ...platform, store: services.mediaStore, frames: new FrameCutter(platform) }
  return { ...platform, models: services.models, pictures, hooks: services.hooks.analysis }
}

function sceneOf(app: TestApp, deps: RunDeps, scene: EventScene): AnalysisScene {
  const { orgId } = scene.org
  const { database, config, nodeId } = app.platform
  const addMedium = async (eventId: string, kind: 'clip' | 'snapshot', bytes: Buffer) => {
    const id = await scene.addMedia(eventId, kind)
    const key = objectKey(orgId, id)
    await app.services.mediaStore.put(key, bytes)
    await app.test.query('update media set key = $2, bytes = $3 where id = $1', [id, key, bytes.byteLength])
  }
  const runs = (eventId: string) =>
    app.test.query<RunRow>('select * from event_analyses where event_id = $1 order by version', [eventId])
  const queue = (eventId: string) =>
    database.inOrg(orgId, (tx) =>
      queueAnalysis({ config, hooks: app.services.hooks.analysis }, tx, {
        orgId,
        eventId,
        cause: 'clip_stored',
      }),
    )
  const work = async (signal = new AbortController().signal, node = deps) => {
    const rows = await claimRows(database.worker, {
      table: 'event_analyses',
      workerId: nodeId,
      leaseMs: 60_000,
      limit: 20,
    })
    await Promise.all(rows.map((row) => performRun(node, row, signal)))
    return rows.length
  }
  return {
    ...scene,
    addPictured: async (columns = {}, clip = Buffer.from('no clip')) => {
      const id = await scene.addEvent({ duration_sec: 14, ...columns })
      await addMedium(id, 'clip', clip)
      await addMedium(id, 'snapshot', tinyJpeg(640, 360))
      return id
    },
    queue,
    work,
    analyse: async (eventId) => {
      await queue(eventId)
      await work()
      const run = (await runs(eventId)).at(-1)
      if (!run) throw new Error('there is no run')
      return run
    },
    runs,
    event: async (eventId) => {
      const [row] = await app.test.query<Record<string, unknown>>('select * from events where id = $1', [
        eventId,
      ])
      return row ?? {}
    },
    setCamera: async (columns) => {
      for (const [name, value] of Object.entries(columns)) {
        await app.test.query(`update cameras set ${name} = $2 where id = $1`, [scene.cameraId, value])
      }
    },
  }
}
