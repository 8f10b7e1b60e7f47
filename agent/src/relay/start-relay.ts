import type { CameraSupervisor } from '../cameras/camera-supervisor.js'
import type { PtzControllers } from '../cameras/ptz-controllers.js'
import { generateSealingKey } from '../cloud-link/sealed-credentials.js'
import type { ConfigurationFrame } from '../cloud-link/session.js'
import { inBackground } from '../platform/background.js'
import type { Lifetime } from '../platform/lifetime.js'
import type { Logger } from '../platform/logger.js'
import { OpenFilesWatch } from '../platform/open-files.js'
import { createPublicAddressPolicy } from '../platform/public-addresses.js'
import { agentVersion } from '../platform/version.js'
import { type AgentContext, type AgentOptions, createAgentContext } from '../runtime/agent-context.js'
import { workUntilTheEnd } from '../runtime/background-work.js'
import { createUplink } from '../runtime/create-uplink.js'
import { createUploader } from '../runtime/create-uploader.js'
import { openDurableState } from '../runtime/durable-state.js'
import { openRecordingStore } from '../runtime/recording-store.js'
import { serveCameras } from '../runtime/serve-cameras.js'
import { type Closing, startWithLifetime } from '../runtime/start-with-lifetime.js'
import { openTimeSync } from '../runtime/time-sync.js'
import { ProvenAccounts } from '../streams/proven-accounts.js'
import { LastEpochs } from './last-epochs.js'
import { Leases } from './leases.js'
import { carryOutUnderLease } from './relay-commands.js'
import { readOrMakeRelayId } from './relay-identity.js'
import { createRelayLink, relayMediaChannel } from './relay-link.js'

/** Cameras that one process serves at most, so that one hostile stream fells few. */
export const mostCamerasOfOne = 50

interface RelayOptions extends Omit<AgentOptions, 'cameraCidrs'> {
  /** Origin of the cloud. */
  readonly cloudUrl: string
  /** The key of this cloud's relays. */
  readonly key: string
  /** Cameras that it serves at most, 1 to 50. */
  readonly capacity: number
  /** Networks that it may reach besides public addresses. */
  readonly allowedCidrs?: readonly string[]
  /** Memory for the rings of all its cameras. */
  readonly ringBytes: number
  /** Called with the number of cameras held, whenever it changes. */
  readonly onCameras?: (count: number) => void
}

/** A running relay: one session, one data folder, up to fifty cameras. Closing gives the leases back. */
export interface Relay extends Closing {
  readonly relayId: string
}

/**
 * Starts a relay: the parts of a gateway's agent, with cameras that come by lease and go with it.
 * @throws AgentError `already_running`, `storage`
 * @throws RangeError for an entry of `allowedCidrs` that is no CIDR
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const allowed = createPublicAddressPolicy(options.allowedCidrs ?? [])
  const context = { ...createAgentContext(options), allowed }
  return startWithLifetime(context, 'relay', (lifetime) => begin(context, options, lifetime))
}

/** Puts the parts together. Each is ended before those that it stands on: see the order of `lifetime.add`. */
async function begin(given: AgentContext, options: RelayOptions, lifetime: Lifetime) {
  const { cloudUrl, capacity, ringBytes, onCameras } = options
  const { context, service, timeSync } = await openTimeSync(given)
  const { log } = context
  lifetime.add('service time', () => service.keep())
  const { database, ...state } = await openDurableState(context, service, lifetime)
  const relayId = await readOrMakeRelayId(context.dataDir, context.random)
  const sealingKey = await generateSealingKey()
  const lastEpochs = new LastEpochs(database, service)
  const onLapse = () => link.reconnect()
  const leases = await Leases.open({ ...context, capacity, lastEpochs, onLapse })
  lifetime.add('epochs', () => leases.settled())
  const store = await openRecordingStore(context, state, timeSync, { eachTriggerAlone: true })
  const link = createRelayLink(
    context,
    timeSync,
    { ...options, relayId, sealingKey },
    {
      ...state,
      leases,
      command: (frame, signal) => carryOutUnderLease(frame, leases, commandDeps, signal),
      configuration: (frame) => takeFrame(frame, leases, supervisor),
      live: () => supervisor.reportAll(),
    },
  )
  timeSync.offsetMs = () => link.clockOffsetMs
  const uplink = createUplink(context, state)
  const uploader = createUploader(context, state, { link, cloudUrl, share: uplink }, lifetime)
  const work = workUntilTheEnd(lifetime, context)
  lifetime.add('leases', () => leases.stop())
  const { supervisor, ptz, live, commandDeps } = await serveCameras(
    context,
    { ...state, ...store },
    {
      configuration: leases,
      link,
      uplink,
      mediaChannel: (id, lease) => relayMediaChannel(options, context, { id, lease }),
      sealingKey,
      provenAccounts: ProvenAccounts.inMemory(context.random),
      ringBytes,
      tombstonesDir: null,
    },
    lifetime,
  )
  lifetime.add(
    'live of ended leases',
    leases.onChange(() => live.keepLeased((lease) => leases.admits(lease, lease.camera_id))),
  )
  lifetime.add('ptz of gone cameras', releasePtz(leases, ptz, log))
  lifetime.add('count', watchCount(leases, onCameras))
  const files = new OpenFilesWatch(context)
  for (const part of [link, uplink, uploader, store.diskSpace, timeSync, supervisor, files]) work(part)
  log.info({ relayId, cloud: cloudUrl, capacity, version: agentVersion }, 'relay.started')
  return { relayId }
}

/** What a camera's settings bring with them, its state is reported under: the cloud may know none by this lease. */
function takeFrame(frame: ConfigurationFrame, leases: Leases, supervisor: CameraSupervisor): void {
  if (frame.type === 'config.complete') return
  leases.take(frame)
  if (frame.type === 'camera.set') supervisor.report(frame.body.camera_id)
}

/** Forgets the account of a camera that was moved together with its lease. */
function releasePtz(leases: Leases, ptz: PtzControllers, log: Logger): () => void {
  let held = new Set<string>()
  return leases.onChange(() => {
    const now = new Set(leases.cameras.map(({ camera_id: id }) => id))
    for (const id of held) if (!now.has(id)) inBackground(ptz.drop(id), log, 'ptz.not_released')
    held = now
  })
}

function watchCount(leases: Leases, report: (count: number) => void = () => undefined): () => void {
  let reported = -1
  return leases.onChange(() => {
    const count = leases.cameras.length
    if (count !== reported) report(count)
    reported = count
  })
}
