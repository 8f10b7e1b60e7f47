import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CameraSet, CameraState, LiveStart } from '@sightline/protocol'
import { ffmpegForTests } from '#testing/encode-video.js'
import { RememberingObserver } from '#testing/remembering-observer.js'
import type { CameraSupervisorDeps } from '../cameras/camera-supervisor.js'
import { superviseCameras } from '../cameras/supervised-cameras.fixture.js'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { systemClock } from '../platform/clock.js'
import { directRoute } from '../platform/cloud-http.js'
import { mpeg1Transcoder } from '../platform/ffmpeg/mpeg1-transcoder.js'
import { silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { Recordings } from '../recording/recordings.js'
import { LiveView, type LiveViewDeps } from './live-view.js'
import { MediaCloud, type MediaSession } from './media-cloud.fixture.js'

export interface LiveSiteOptions {
  readonly cameras?: Partial<CameraSupervisorDeps>
  readonly view?: Partial<LiveViewDeps>
}

/** Cameras that can be watched live, and a cloud that takes their media sockets. */
export async function startLiveSite({ cameras = {}, view = {} }: LiveSiteOptions = {}) {
  const cloud = await MediaCloud.start()
  const world = await superviseCameras(undefined, {
    timeouts: { silenceMs: 1500, connectMs: 1000, responseMs: 1000 },
    random: { ...systemRandom, fraction: () => 0 },
    ...cameras,
  })
  const ffmpeg = await ffmpegForTests()
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-live-'))
  const snapshots = await Recordings.open({
    dataDir,
    ffmpeg,
    clock: systemClock,
    random: systemRandom,
    log: silentLogger,
    observer: new RememberingObserver(),
    redact: (text) => text,
  })
  const live = new LiveView({
    clock: systemClock,
    log: silentLogger,
    supervisor: world.supervisor,
    uplink: { isTaken: false, isUploading: false },
    askCamera: () => Promise.resolve(false),
    makers: {
      takePicture: (gop, options) => snapshots.snapshotFromGop(gop, options),
      startTranscoder: mpeg1Transcoder(ffmpeg.path, systemClock),
    },
    channel: (liveId) => ({
      cloudUrl: cloud.url,
      path: `/live/${liveId}`,
      bearer: 'key',
      route: directRoute,
    }),
    ...view,
  })
  const request = (cameraId: string, more: Partial<LiveStart> = {}): LiveStart => ({
    deadline_ms: 10_000,
    live_id: randomUUID(),
    camera_id: cameraId,
    stream: 'main',
    mode: 'full',
    audio: false,
    rendition: 'source',
    ...more,
  })
  return {
    cloud,
    world,
    live,
    request,
    /** Adds a camera, and waits for what becomes of it. */
    async camera(
      url: string,
      settings: Partial<CameraSet> = {},
      state: CameraState = 'online',
    ): Promise<string> {
      const camera = cameraSet({
        connection: { type: 'rtsp', rtsp_url: url, rtsp_sub_url: null, credentials: null },
        ...settings,
      })
      world.set(camera)
      await world.reported((report) => report.camera_id === camera.camera_id && report.state === state)
      return camera.camera_id
    },
    /** Watches a camera; its media socket, once it is there. */
    async watch(cameraId: string, more: Partial<LiveStart> = {}): Promise<MediaSession> {
      const asked = request(cameraId, more)
      const started = live.start(asked)
      if (!started.ok) throw new Error(`${started.code}: ${started.message}`)
      return cloud.session(asked.live_id)
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await live.close()
      await world[Symbol.asyncDispose]()
      await cloud[Symbol.asyncDispose]()
      await snapshots.stop(1000)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
