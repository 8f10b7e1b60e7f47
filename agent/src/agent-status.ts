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
import type { SiteCamera } from './site/site-camera.js'
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
    cameras: site.cameras.map((camera) => ({
      id: camera.settings.camera_id,
      name: camera.settings.name,
      state: camera.status().state,
      message: camera.status().message,
      recording: states[camera.settings.camera_id] ?? 'idle',
      picture: pictureOf(camera),
    })),
  }
}

function pictureOf(camera: SiteCamera): string | null {
  const stream = camera.stream()
  if (!stream) return null
  const rate = stream.fps === null ? '' : `, ${Math.round(stream.fps)} fps`
  return `${stream.codec} ${stream.width}x${stream.height}${rate}`
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
