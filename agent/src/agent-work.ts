import type { AgentGround } from './agent-parts.js'
import type { KeptState } from './agent-state.js'
import type { CloudLink } from './cloud-link/link.js'
import type { Discovery } from './discovery/discover.js'
import type { Whereabouts } from './discovery/whereabouts.js'
import type { LossCounts } from './outbox/losses.js'
import type { Outbox } from './outbox/outbox.js'
import { type ClockEvidence, recordingJournal } from './outbox/recording-journal.js'
import { httpDispatcher } from './platform/cloud-http.js'
import { type Ffmpeg, findFfmpeg } from './platform/ffmpeg/find-ffmpeg.js'
import type { Lifetime } from './platform/lifetime.js'
import { secrets } from './platform/secrets.js'
import type { ServiceTime } from './platform/service-time.js'
import { RecordingFiles } from './recording/recording-files.js'
import { Recordings } from './recording/recordings.js'
import { MoveWatch } from './site/move-watch.js'
import type { Site } from './site/site.js'
import { DiskKeeper } from './upload/disk-keeper.js'
import type { UploadQueue } from './upload/upload-queue.js'
import { UploadRate } from './upload/upload-rate.js'
import { Uploader } from './upload/uploader.js'

/** The time that finishing clips gets at the end, ms; the rest is finished at the next start. */
export const finishWithinMs = 5_000

/** @returns what begins the work of a part in the background; all of it ends in one step of `lifetime`. */
export function workUntilTheEnd(
  lifetime: Lifetime,
): (part: { run(signal: AbortSignal): Promise<void> }) => void {
  const root = new AbortController()
  const working: Promise<void>[] = []
  lifetime.add('work', async () => {
    root.abort(new Error('the agent stops'))
    await Promise.allSettled(working)
  })
  return (part) => {
    working.push(part.run(root.signal))
  }
}

/** Who keeps the recordings of the data folder within their share of the disk. */
export async function createDiskKeeper(ground: AgentGround, kept: KeptState): Promise<DiskKeeper> {
  const files = new RecordingFiles(ground.dataDir)
  await files.prepare()
  const keeper = new DiskKeeper({ ...ground, ...kept, queue: kept.uploads, limits: ground.diskLimits, files })
  const tidied = keeper.dropLeftOvers().then(() => keeper.look())
  await tidied.catch((err: unknown) => ground.log.warn({ err }, 'disk.not_looked_after'))
  return keeper
}

/** The recordings of the data folder; those that a killed process left are finished in the background. */
export async function openRecordings(
  ground: AgentGround,
  { outbox, service }: Pick<KeptState, 'outbox' | 'service'>,
  keeper: DiskKeeper,
  evidence: () => ClockEvidence,
  options: { readonly eachTriggerAlone?: boolean } = {},
): Promise<{ recordings: Recordings; ffmpeg: Ffmpeg | null }> {
  const { found: ffmpeg, tried } = await findFfmpeg(ground.ffmpegPath, ground.clock)
  if (!ffmpeg) ground.log.warn({ tried }, 'ffmpeg.not_found')
  const recordings = await Recordings.open({
    ...ground,
    ...options,
    observer: recordingJournal(outbox, evidence),
    room: keeper,
    service,
    ffmpeg,
    redact: (text) => secrets.redact(text),
  })
  keeper.watch(recordings)
  return { recordings, ffmpeg }
}

/** What brings the recordings to the cloud. */
export function createUploader(
  ground: AgentGround,
  parts: {
    readonly outbox: Outbox
    readonly uploads: UploadQueue
    readonly losses: LossCounts
    readonly service: ServiceTime
    readonly link: CloudLink
    readonly cloudUrl: string
  },
  lifetime: Lifetime,
): Uploader {
  const { uploads: queue, cloudUrl } = parts
  const dispatcher = httpDispatcher(cloudUrl, ground.route)
  lifetime.add('dispatcher', () => dispatcher.destroy())
  const rate = new UploadRate(ground.clock, ground.uploadSchedule)
  return new Uploader({ ...ground, ...parts, queue, dispatcher, rate })
}

/** What finds cameras that have moved, and tells the cloud. */
export function watchMoves(
  ground: AgentGround,
  parts: {
    readonly whereabouts: Whereabouts
    readonly link: CloudLink
    readonly site: Site
    readonly discovery: Discovery
  },
): MoveWatch {
  const { link, site } = parts
  return new MoveWatch({
    ...ground,
    ...parts,
    cameras: () => site.cameras,
    tell: async (moved) => {
      const answer = await link.request('camera.moved', moved, moved.camera_id)
      if (answer.kind !== 'refused') return answer.kind === 'done' ? 'taken' : 'lost'
      const { code } = answer.error
      ground.log.warn({ cameraId: moved.camera_id, code }, 'camera.move_not_taken')
      return code === 'camera_unknown' || code === 'conflict' ? 'refused' : 'lost'
    },
  })
}
