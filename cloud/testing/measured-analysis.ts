import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { uuidv7 } from 'uuidv7'
import { clipStored } from '#cloud/events/intake/event-upload.service.js'
import { objectKey } from '#cloud/events/media/store/blob-store.service.js'
import { openBlobStore } from '#cloud/events/media/store/open-blob-store.service.js'
import { openDatabase } from '#cloud/platform/database/database.js'
import { silentLog } from '#cloud/platform/log.js'
import { systemClock } from '#cloud/platform/time/clock.js'
import { performRun } from '#cloud/understanding/analysis/runs/perform-run.js'
import { createModels } from '#cloud/understanding/models/create-models.js'
import { FrameCutter } from '#cloud/understanding/pictures/frame-cutter.service.js'
import { wire } from '#cloud/wiring.js'
import { goodAnswer } from './good-answer.js'
import { makeClip } from './make-clip.js'
import { startModelServer } from './model-server.js'
import { createTestPlatform } from './test-platform.js'

/** What one event cost, milliseconds. */
export interface MeasuredEvent {
  /** The transaction that stores the clip and queues the analysis. */
  readonly queuedMs: number
  /** From the begin of the run until its result is committed. */
  readonly wholeMs: number
  readonly modelMs: number
  readonly picturesMs: number
  readonly pictures: number
}

/** The analysis of events by itself, with a clip, an ffmpeg and a model that thinks for a while. */
export interface MeasuredAnalysis extends AsyncDisposable {
  /** @throws Error if the analysis was not completed */
  analyse(): Promise<MeasuredEvent>
}

/** Opens it on a database that is migrated, with an organisation of its own. `thinkMs`: what the model takes. */
export async function startMeasuredAnalysis(databaseUrl: string, thinkMs: number): Promise<MeasuredAnalysis> {
  const address = { url: databaseUrl, rolesLogIn: true }
  const database = openDatabase(address, { log: silentLog })
  const model = await startModelServer({
    kind: 'slow',
    ms: thinkMs,
    answer: { kind: 'answer', value: goodAnswer, inputTokens: 9_000, outputTokens: 400 },
  })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'measured-analysis-'))
  const platform = createTestPlatform(
    { address, database, folder: dataDir },
    {
      config: {
        dataDir,
        ffmpeg: { ffmpegPath: null, programPath: process.env['PATH'] ?? null },
        ai: {
          provider: 'openai',
          model: 'm',
          baseUrl: model.openaiUrl,
          apiKey: null,
          allowed: new Map([['m', { input: 1, output: 2 }]]),
        },
      },
    },
  )
  const store = openBlobStore(platform.config)
  const models = createModels(platform)
  const hooks = wire(platform)
  const pictures = { ...platform, store, frames: new FrameCutter(platform) }
  const deps = { ...platform, models, pictures, hooks: hooks.analysis }
  const clip = await makeClip({ seconds: 14, rate: 15, group: 30, size: '1280x720', noisy: [5, 9] })
  const scene = await addScene(database)

  return {
    async analyse() {
      const { orgId } = scene
      const [eventId, mediaId] = [uuidv7(), uuidv7()]
      await store.put(objectKey(orgId, mediaId), clip)
      await addEvent(database, scene, eventId, mediaId, clip.byteLength)
      const storing = systemClock.monotonic()
      const id = await database.inOrg(orgId, async (tx) => {
        await clipStored(hooks.events, tx, orgId, eventId)
        // In hand from the begin, so that no node on this database takes it.
        const [run] = await tx
          .updateTable('event_analyses')
          .set({ worker: platform.nodeId, attempt: 1, lease_until: new Date(systemClock.now() + 600_000) })
          .where('org_id', '=', orgId)
          .where('event_id', '=', eventId)
          .returning('id')
          .execute()
        if (!run) throw new Error('the event was not queued')
        return run.id
      })
      const begun = systemClock.monotonic()
      await performRun(deps, { orgId, id, attempt: 1, worker: platform.nodeId }, new AbortController().signal)
      const wholeMs = systemClock.monotonic() - begun
      const run = await database
        .forOrg(orgId)
        .selectFrom('event_analyses')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (run.status !== 'completed') throw new Error(`the analysis was ${run.status}: ${run.reason}`)
      return {
        queuedMs: begun - storing,
        wholeMs,
        modelMs: run.model_ms ?? 0,
        picturesMs: run.pictures_ms ?? 0,
        pictures: run.pictures.length,
      }
    },
    [Symbol.asyncDispose]: async () => {
      await models[Symbol.asyncDispose]()
      await model.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Scene = { readonly orgId: string; readonly siteId: string; readonly cameraId: string }
type Opened = ReturnType<typeof openDatabase>

async function addScene(database: Opened): Promise<Scene> {
  const [orgId, siteId, cameraId] = [uuidv7(), uuidv7(), uuidv7()]
  await database.inOrg(orgId, async (tx) => {
    await tx.insertInto('organisations').values({ id: orgId, name: 'Measured' }).execute()
    await tx.insertInto('sites').values({ org_id: orgId, id: siteId, name: 'Headquarters' }).execute()
    await tx
      .insertInto('cameras')
      .values({
        org_id: orgId,
        id: cameraId,
        site_id: siteId,
        name: 'Gate',
        type: 'rtsp',
        ai_analysis_mode: 'multi_frame',
      })
      .execute()
  })
  return { orgId, siteId, cameraId }
}

async function addEvent(
  database: Opened,
  scene: Scene,
  eventId: string,
  mediaId: string,
  bytes: number,
): Promise<void> {
  const of = { org_id: scene.orgId, camera_id: scene.cameraId, site_id: scene.siteId }
  const at = new Date(systemClock.now())
  await database.inOrg(scene.orgId, async (tx) => {
    await tx
      .insertInto('events')
      .values({
        ...of,
        id: eventId,
        event_category: 'motion',
        trigger_source: 'software',
        triggered_at: at,
        clip_start_at: at,
        duration_sec: 14,
        clip_status: 'uploading',
      })
      .execute()
    await tx
      .insertInto('media')
      .values({
        ...of,
        id: mediaId,
        event_id: eventId,
        kind: 'clip',
        state: 'ready',
        key: objectKey(scene.orgId, mediaId),
        content_type: 'video/mp4',
        bytes,
        sha256: 'a'.repeat(64),
      })
      .execute()
  })
}
