import { type CameraList, CameraSupervisor } from '../cameras/camera-supervisor.js'
import { PtzControllers } from '../cameras/ptz-controllers.js'
import type { CarryOutDeps } from '../cloud-commands/carry-out.js'
import { ProbeTurns } from '../cloud-commands/probe-turns.js'
import type { PrivateSealingKey } from '../cloud-link/identity.js'
import type { CloudLink } from '../cloud-link/link.js'
import type { CameraLocator } from '../discovery/camera-locator.js'
import { askByOnvif } from '../live/keyframe-requests.js'
import { LiveView, type LiveViewDeps } from '../live/live-view.js'
import type { Uplink } from '../live/uplink.js'
import { createFfmpegGrayDecoder } from '../motion/ffmpeg-gray-decoder.js'
import { EventTombstones } from '../onvif/event-tombstones.js'
import { mpeg1Transcoder } from '../platform/ffmpeg/mpeg1-transcoder.js'
import type { Lifetime } from '../platform/lifetime.js'
import { secrets } from '../platform/secrets.js'
import { RingBudget } from '../stream/ring-budget.js'
import type { ProvenAccounts } from '../streams/proven-accounts.js'
import type { StreamEndpoint } from '../streams/stream-endpoint.js'
import { type AgentContext, discoveryOn } from './agent-context.js'
import type { DurableState } from './durable-state.js'
import type { RecordingStore } from './recording-store.js'

interface ServeCamerasOptions {
  readonly configuration: CameraList
  /** Opens the credentials that the cloud sealed. */
  readonly sealingKey: PrivateSealingKey
  readonly provenAccounts: ProvenAccounts
  /** Where cameras were found again; a relay has none. */
  readonly locator?: CameraLocator
  /** Memory for the rings of all cameras. */
  readonly ringBytes: number
  /** Where it is kept which cameras stand no subscription; null: in memory only. */
  readonly tombstonesDir: string | null
  readonly link: CloudLink
  /** Where media sockets of live view are opened. */
  readonly mediaChannel: LiveViewDeps['channel']
  /** The line that live view shares with uploads. */
  readonly uplink: Uplink
}

/** The time that finishing clips gets at the end, ms; the rest is finished at the next start. */
const finishWithinMs = 5_000

/** The cameras of an agent at work, and what can be done with them. */
export async function serveCameras(
  context: AgentContext,
  { recordings, ffmpeg, ...state }: DurableState & RecordingStore,
  { sealingKey, ringBytes, tombstonesDir, link, mediaChannel, uplink, ...options }: ServeCamerasOptions,
  lifetime: Lifetime,
) {
  const { clock, log } = context
  const budget = new RingBudget(ringBytes)
  const reach = { ...context, sealingKey, allowsAddress: context.allowed }
  // Without ffmpeg the cameras' own events are all that there is.
  const decoder = ffmpeg && createFfmpegGrayDecoder({ ffmpeg, clock, redact: (text) => secrets.redact(text) })
  const supervisor = new CameraSupervisor({
    ...reach,
    ...options,
    decoder,
    tombstones: await EventTombstones.open(tombstonesDir, log),
    recordings,
    budget,
    report: (status) => link.reportStatus(status),
  })
  lifetime.add('cameras', () => supervisor.stop())
  lifetime.add('recordings', () => recordings.stop(finishWithinMs))
  lifetime.add('decoder', async () => decoder?.close())
  const live = new LiveView({
    ...context,
    supervisor,
    channel: mediaChannel,
    uplink,
    askCamera: askByOnvif(reach),
    makers: ffmpeg && {
      takePicture: (gop, picture) => recordings.snapshotFromGop(gop, picture),
      startTranscoder: mpeg1Transcoder(ffmpeg.path, clock),
    },
  })
  uplink.serve(live)
  lifetime.add('live', () => live.close())
  const ptz = new PtzControllers(reach)
  lifetime.add('ptz', () => ptz.close())
  const commandDeps = {
    ...context,
    ...state,
    supervisor,
    recordings,
    ptz,
    live,
    discovery: discoveryOn(context),
    probe: {
      ...reach,
      live: (endpoint: StreamEndpoint) => supervisor.receives(endpoint),
      turns: new ProbeTurns(),
    },
    tellFound: (devices) => link.send('discovery.found', { devices }),
    clockOffsetMs: () => link.clockOffsetMs,
  } satisfies CarryOutDeps
  return { supervisor, ptz, live, commandDeps, reach: { ...reach, budget } }
}
