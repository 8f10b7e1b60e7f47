import type { Telemetry } from '@sightline/protocol'
import type { AgentStatus } from '../agent-socket/messages.js'
import type { CameraSupervisor } from '../cameras/camera-supervisor.js'
import type { Identity } from '../cloud-link/identity.js'
import type { CloudLink } from '../cloud-link/link.js'
import { describeState } from '../cloud-link/link-state.js'
import type { LiveView } from '../live/live-view.js'
import type { Outbox } from '../outbox/outbox.js'
import type { Ffmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import { agentVersion } from '../platform/version.js'
import type { Recordings } from '../recording/recordings.js'
import type { TimeSync } from '../runtime/time-sync.js'
import type { DiskSpaceManager } from '../upload/disk-space.js'
import type { UploadQueue } from '../upload/upload-queue.js'
import type { Uploader } from '../upload/uploader.js'

/** The parts whose state is shown. */
export interface StatusParts {
  readonly identity: Identity
  readonly link: CloudLink
  readonly outbox: Outbox
  readonly uploads: UploadQueue
  readonly supervisor: CameraSupervisor
  readonly recordings: Recordings
  readonly uploader: Uploader
  readonly live: Pick<LiveView, 'upstreams'>
  readonly diskSpace: DiskSpaceManager
  readonly ffmpeg: Ffmpeg | null
  readonly timeSync: TimeSync
}

/** Everything a person at the site wants to know of a running agent. */
export async function describeAgent(parts: StatusParts): Promise<AgentStatus> {
  const { identity, link, outbox, uploads, supervisor, ffmpeg } = parts
  const { entries, refused } = outbox.counts
  const { pending, failed } = await uploads.counts()
  const states = recordingStates(parts)
  return {
    version: agentVersion,
    newest_version: link.newestAgentVersion,
    gateway_id: identity.gateway_id,
    cloud_url: identity.cloud_url,
    uptime_sec: parts.timeSync.uptimeSec,
    link: {
      state: link.state.kind,
      meaning: describeState(link.state),
      error: link.lastError,
      clock_offset_ms: link.clockOffsetMs === null ? null : Math.round(link.clockOffsetMs),
    },
    clock_synced: parts.timeSync.synced,
    ffmpeg: ffmpeg && `${ffmpeg.version} (${ffmpeg.path})`,
    outbox: { waiting: entries, refused },
    uploads: { waiting: pending, failed, obstacle: parts.uploader.obstacle?.says ?? null },
    live: parts.live.upstreams.map(({ facts }) => facts),
    disk: diskFacts(parts.diskSpace.state),
    cameras: supervisor.cameras.map((camera) => {
      const report = supervisor.reportOf(camera)
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

function diskFacts(disk: DiskSpaceManager['state']): AgentStatus['disk'] {
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
  supervisor,
  recordings,
  uploader,
}: Pick<StatusParts, 'supervisor' | 'recordings' | 'uploader'>): Telemetry['camera_recording_status'] {
  const states = recordings.states()
  const uploading = uploader.cameras
  return Object.fromEntries(
    supervisor.cameras.map(({ settings: { camera_id: id } }) => {
      const state = states[id] ?? 'idle'
      return [id, state === 'idle' && uploading.has(id) ? 'uploading' : state]
    }),
  )
}
