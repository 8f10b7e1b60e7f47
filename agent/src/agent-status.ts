import type { Telemetry } from '@sightline/protocol'
import type { AgentClock } from './agent-clock.js'
import type { AgentStatus } from './agent-socket/messages.js'
import type { Identity } from './cloud-link/identity.js'
import type { CloudLink } from './cloud-link/link.js'
import { describeState } from './cloud-link/link-state.js'
import type { Outbox } from './outbox/outbox.js'
import type { Ffmpeg } from './platform/ffmpeg/find-ffmpeg.js'
import { agentVersion } from './platform/version.js'
import type { Recordings } from './recording/recordings.js'
import type { Site } from './site/site.js'
import type { DiskKeeper } from './upload/disk-keeper.js'
import type { UploadQueue } from './upload/upload-queue.js'
import type { Uploader } from './upload/uploader.js'

/** The parts whose state is told. */
export interface StatusParts {
  readonly identity: Identity
  readonly link: CloudLink
  readonly outbox: Outbox
  readonly uploads: UploadQueue
  readonly site: Site
  readonly recordings: Recordings
  readonly uploader: Uploader
  readonly keeper: DiskKeeper
  readonly ffmpeg: Ffmpeg | null
  readonly clock: AgentClock
}

/** Everything a person at the site wants to know of a running agent. */
export async function describeAgent(parts: StatusParts): Promise<AgentStatus> {
  const { identity, link, outbox, uploads, site, ffmpeg } = parts
  const { entries, refused } = outbox.counts
  const { pending, failed } = await uploads.counts()
  const states = recordingStates(parts)
  return {
    version: agentVersion,
    newest_version: link.newestAgentVersion,
    gateway_id: identity.gateway_id,
    cloud_url: identity.cloud_url,
    uptime_sec: parts.clock.uptimeSec,
    link: {
      state: link.state.kind,
      meaning: describeState(link.state),
      error: link.lastError,
      clock_offset_ms: link.clockOffsetMs === null ? null : Math.round(link.clockOffsetMs),
    },
    clock_synced: parts.clock.synced,
    ffmpeg: ffmpeg && `${ffmpeg.version} (${ffmpeg.path})`,
    outbox: { waiting: entries, refused },
    uploads: { waiting: pending, failed },
    disk: diskFacts(parts.keeper.state),
    cameras: site.cameras.map((camera) => {
      const report = site.reportOf(camera)
      return {
        id: report.camera_id,
        name: camera.settings.name,
        state: report.state,
        message: report.message,
        recording: states[report.camera_id] ?? 'idle',
        report,
      }
    }),
  }
}

function diskFacts(disk: DiskKeeper['state']): AgentStatus['disk'] {
  return (
    disk && {
      free_bytes: disk.freeBytes,
      size_bytes: disk.sizeBytes,
      used_bytes: disk.usedBytes,
      quota_bytes: disk.quotaBytes,
      reserve_bytes: disk.reserveBytes,
      level: disk.level,
      losses: disk.losses,
    }
  )
}

/** What becomes of each camera's clips now, as telemetry carries it. */
export function recordingStates({
  site,
  recordings,
  uploader,
}: Pick<StatusParts, 'site' | 'recordings' | 'uploader'>): Telemetry['camera_recording_status'] {
  const states = recordings.states()
  const uploading = uploader.cameras
  return Object.fromEntries(
    site.cameras.map(({ settings: { camera_id: id } }) => {
      const state = states[id] ?? 'idle'
      return [id, state === 'idle' && uploading.has(id) ? 'uploading' : state]
    }),
  )
}
