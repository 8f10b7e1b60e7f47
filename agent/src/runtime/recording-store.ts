import { eventPublisher } from '../outbox/event-publisher.js'
import { type Ffmpeg, findFfmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import { secrets } from '../platform/secrets.js'
import { RecordedVolume } from '../recording/recorded-volume.js'
import { RecordingFiles } from '../recording/recording-files.js'
import { Recordings } from '../recording/recordings.js'
import { DiskSpaceManager } from '../upload/disk-space.js'
import type { AgentContext } from './agent-context.js'
import type { DurableState } from './durable-state.js'
import type { TimeSync } from './time-sync.js'

/** The recordings of a data folder, and who keeps them within their share of the disk. */
export interface RecordingStore {
  readonly recordings: Recordings
  readonly diskSpace: DiskSpaceManager
  readonly ffmpeg: Ffmpeg | null
  readonly recorded: RecordedVolume
}

/** Recordings that a killed process left are finished in the background. */
export async function openRecordingStore(
  context: AgentContext,
  { outbox, uploads: queue, losses, service }: DurableState,
  timeSync: TimeSync,
  options: { readonly eachTriggerAlone?: boolean } = {},
): Promise<RecordingStore> {
  const files = new RecordingFiles(context.dataDir)
  await files.prepare()
  const limits = context.diskLimits
  const diskSpace = new DiskSpaceManager({ ...context, outbox, losses, service, queue, limits, files })
  await diskSpace.start()
  const { found: ffmpeg, tried } = await findFfmpeg(context.ffmpegPath, context.clock)
  if (!ffmpeg) context.log.warn({ tried }, 'ffmpeg.not_found')
  const recorded = new RecordedVolume(context.clock)
  const recordings = await Recordings.open({
    ...context,
    ...options,
    observer: recorded.counting(eventPublisher(outbox, () => timeSync.evidence)),
    room: diskSpace,
    service,
    ffmpeg,
    redact: (text) => secrets.redact(text),
  })
  diskSpace.watch(recordings)
  return { recordings, diskSpace, ffmpeg, recorded }
}
