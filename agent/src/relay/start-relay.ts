import { inTime } from '../agent-clock.js'
import { type AgentGround, type AgentOptions, discoveryOn, groundOf } from '../agent-parts.js'
import { openSensing, type Sensing } from '../agent-sensing.js'
import { type KeptState, openKept } from '../agent-state.js'
import {
  createDiskKeeper,
  createUploader,
  finishWithinMs,
  openRecordings,
  workUntilTheEnd,
} from '../agent-work.js'
import type { StreamEndpoint } from '../cameras/receive-stream.js'
import { CameraHeads } from '../cloud-commands/move-camera.js'
import { ProbeTurns } from '../cloud-commands/probe-turns.js'
import type { SealingKey } from '../cloud-link/identity.js'
import type { CloudLink } from '../cloud-link/link.js'
import { generateSealingKey } from '../cloud-link/sealed-credentials.js'
import type { ConfigurationFrame } from '../cloud-link/session.js'
import { makePrivateFolder } from '../platform/durable-file.js'
import { every } from '../platform/every.js'
import { Lifetime } from '../platform/lifetime.js'
import { createPublicAddressPolicy } from '../platform/public-addresses.js'
import { agentVersion } from '../platform/version.js'
import type { Recordings } from '../recording/recordings.js'
import { newsEveryMs, Site } from '../site/site.js'
import { RingBudget } from '../stream/ring-budget.js'
import { LastEpochs } from './last-epochs.js'
import { Leases } from './leases.js'
import { carryOutUnderLease } from './relay-commands.js'
import { readOrMakeRelayId } from './relay-identity.js'
import { createRelayLink } from './relay-link.js'

/** Cameras that one process serves at most, so that one hostile stream fells few. */
export const mostCamerasOfOne = 50

export interface RelayOptions extends Omit<AgentOptions, 'cameraCidrs'> {
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

/** A running relay: one session, one data folder, up to fifty cameras. */
export interface Relay extends AsyncDisposable {
  readonly relayId: string
  /** Ends in order within ten seconds: recordings are closed with what they hold, leases given back. */
  close(): Promise<void>
}

/**
 * Starts a relay: the parts of a gateway's agent, with cameras that come by lease and go with it.
 * @throws AgentError `already_running`, `storage`
 * @throws RangeError for an entry of `allowedCidrs` that is no CIDR
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const ground = { ...groundOf(options), allowed: createPublicAddressPolicy(options.allowedCidrs ?? []) }
  await makePrivateFolder(ground.dataDir)
  const lifetime = new Lifetime()
  try {
    return await begin(ground, options, lifetime)
  } catch (error) {
    await lifetime.end(ground.log)
    throw error
  }
}

/** Puts the parts together. Each is ended before those that it stands on: see the order of `lifetime.add`. */
async function begin(given: AgentGround, options: RelayOptions, lifetime: Lifetime): Promise<Relay> {
  const { ground, service, clock: agentClock } = await inTime(given)
  const { log, clock } = ground
  lifetime.add('service time', () => service.keep())
  const { database, ...kept } = await openKept(ground, service, lifetime)
  const relayId = await readOrMakeRelayId(ground.dataDir, ground.random)
  const sealingKey = await generateSealingKey()
  const leases = await Leases.open({
    capacity: options.capacity,
    lastEpochs: new LastEpochs(database, service),
    clock,
    log,
    onLapse: () => link.reconnect(),
  })
  lifetime.add('leases', () => leases.settled())
  const keeper = await createDiskKeeper(ground, kept)
  const evidence = () => agentClock.evidence
  const { recordings, ffmpeg } = await openRecordings(ground, kept, keeper, evidence, {
    eachTriggerAlone: true,
  })

  const link = createRelayLink(
    ground,
    { ...options, relayId, sealingKey },
    { ...kept, agentClock },
    {
      leases,
      command: (frame, signal) => carryOutUnderLease(frame, leases, cameras.commandDeps, signal),
      configuration: (frame) => takeFrame(frame, leases, cameras.site),
      live: () => cameras.site.reportAll(),
    },
  )
  agentClock.offsetMs = () => link.clockOffsetMs
  const uploader = createUploader(ground, { ...kept, link, cloudUrl: options.cloudUrl }, lifetime)
  const work = workUntilTheEnd(lifetime)
  const { ringBytes } = options
  const sensing = await openSensing(ground, null, ffmpeg)
  const serving = { ground, kept, leases, recordings, link, sealingKey, ringBytes, sensing, lifetime }
  const cameras = serveCameras(serving)
  const count = watchCount(leases, options.onCameras)
  lifetime.add('count', count)
  const news = {
    run: (signal: AbortSignal) => every(newsEveryMs, () => cameras.site.tellNews(), ground, signal),
  }
  for (const part of [link, uploader, keeper, agentClock, news]) work(part)
  log.info(
    { relayId, cloud: options.cloudUrl, capacity: options.capacity, version: agentVersion },
    'relay.started',
  )
  const close = async () => {
    log.info('relay.stopping')
    await lifetime.end(log)
    log.info('relay.stopped')
  }
  return { relayId, close, [Symbol.asyncDispose]: close }
}

interface ServingParts {
  readonly ground: AgentGround
  readonly kept: KeptState
  readonly leases: Leases
  readonly recordings: Recordings
  readonly link: CloudLink
  readonly sealingKey: SealingKey
  readonly ringBytes: number
  readonly sensing: Sensing
  readonly lifetime: Lifetime
}

/** The cameras that are held, and what can be done with them. */
function serveCameras(parts: ServingParts) {
  const { ground, kept, leases, recordings, link, sealingKey, lifetime } = parts
  const finding = { ...ground, sealingKey, allowsAddress: ground.allowed }
  const site = new Site({
    ...finding,
    ...parts.sensing,
    recordings,
    budget: new RingBudget(parts.ringBytes),
    configuration: leases,
    report: (status) => link.reportStatus(status),
  })
  lifetime.add('site', async () => {
    await site.stop()
    leases.stop()
  })
  lifetime.add('recordings', () => recordings.stop(finishWithinMs))
  lifetime.add('sensing', () => parts.sensing.close())
  const heads = new CameraHeads({ ...ground, sealingKey })
  lifetime.add('heads', () => heads.close())
  lifetime.add('heads of gone cameras', dropHeads(leases, heads))
  const live = (endpoint: StreamEndpoint) => site.receives(endpoint)
  const commandDeps = {
    ...ground,
    ...kept,
    site,
    recordings,
    heads,
    discovery: discoveryOn(ground),
    probe: { ...finding, live, turns: new ProbeTurns() },
    clockOffsetMs: () => link.clockOffsetMs,
  }
  return { site, commandDeps }
}

/** What a camera's settings bring with them, its state is told under: the cloud may know none by this lease. */
function takeFrame(frame: ConfigurationFrame, leases: Leases, site: Site): void {
  if (frame.type === 'config.complete') return
  leases.take(frame)
  if (frame.type === 'camera.set') site.report(frame.body.camera_id)
}

/** Forgets the account of a camera that was moved together with its lease. */
function dropHeads(leases: Leases, heads: CameraHeads): () => void {
  let held = new Set<string>()
  return leases.onChange(() => {
    const now = new Set(leases.cameras.map(({ camera_id: id }) => id))
    for (const id of held) if (!now.has(id)) void heads.drop(id)
    held = now
  })
}

function watchCount(leases: Leases, tell: (count: number) => void = () => undefined): () => void {
  let told = -1
  return leases.onChange(() => {
    const count = leases.cameras.length
    if (count !== told) tell(count)
    told = count
  })
}
