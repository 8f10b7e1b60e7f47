import type { AgentStatus } from '../agent-socket/messages.js'
import type { Identity } from '../cloud-link/identity.js'
import { readMemory } from '../platform/memory.js'
import type { AgentContext } from '../runtime/agent-context.js'
import { readClockEvidence } from '../telemetry/clock-evidence.js'
import { type Check, type CheckResult, runCheck, skipped } from './check.js'
import { checkBacklog, checkCameras, checkPairing, checkRunning } from './check-agent.js'
import { checkClock } from './check-clock.js'
import { checkDns, checkKey, checkReach } from './check-cloud.js'
import { checkDataFolder, checkDisk } from './check-disk.js'
import { checkFfmpeg, checkMemory, checkNode } from './check-machine.js'
import { checkMulticast, checkPorts } from './check-network.js'
import { askCloud } from './cloud-answer.js'

/** What is examined. */
export interface Patient {
  readonly context: Pick<AgentContext, 'dataDir' | 'ffmpegPath' | 'route' | 'diskLimits' | 'clock'>
  /** Who this gateway is; null before it is paired. @throws AgentError if that cannot be read */
  readonly identity: () => Promise<Identity | null>
  /** The running agent; null if none runs. @throws AgentError if that is not known */
  readonly running: () => Promise<AgentStatus | null>
  /** Where the cloud is, for a machine that is not paired yet; null if nobody said. */
  readonly cloudUrl: string | null
}

/**
 * Checks everything that an agent needs, each for itself and all at once. None keeps another from its report; all are
 * over within `checkMs`. Changes nothing.
 */
export async function examine({ context, ...patient }: Patient): Promise<Check[]> {
  const { clock, dataDir, route } = context
  const over = new AbortController()
  // Each is asked for once, and a failure of it is the finding of the one check that it belongs to.
  const identity = patient.identity()
  const knownIdentity = identity.catch(() => null)
  const running = patient.running()
  const knownRunning = running.catch(() => null)
  const cloudUrl = knownIdentity.then((one) => one?.cloud_url ?? patient.cloudUrl)
  const answer = cloudUrl.then((url) => (url === null ? null : askCloud(url, route, clock, over.signal)))
  answer.catch(() => undefined)
  const withCloud = async (work: (url: string) => Promise<CheckResult>): Promise<CheckResult> => {
    const url = await cloudUrl
    return url === null ? skipped('no cloud is known yet: name one with --cloud') : work(url)
  }
  const answered = async () => (await answer) ?? Promise.reject(new Error('no cloud is known'))
  const see = (
    name: string,
    todo: string,
    work: (signal: AbortSignal) => Promise<CheckResult> | CheckResult,
  ) => runCheck({ name, todo, clock }, async (signal) => work(signal))
  try {
    return await Promise.all([
      see('node', 'install Node 20.19 or later', () => checkNode(process.versions.node)),
      see('memory', 'look with free -m', () => checkMemory(readMemory())),
      see('data folder', `make ${dataDir} readable and writable for this user`, () =>
        checkDataFolder(dataDir),
      ),
      see('disk', `look with df ${dataDir}`, async () =>
        checkDisk(dataDir, context.diskLimits, (await knownRunning)?.disk ?? null),
      ),
      see('ffmpeg', 'install it, or set FFMPEG_PATH', () => checkFfmpeg(context.ffmpegPath, clock)),
      see('clock', 'look with timedatectl', async () =>
        checkClock(readClockEvidence(clock), (await cloudUrl) === null ? null : answered, await knownRunning),
      ),
      see('multicast', 'check the network of this machine', () => checkMulticast(clock)),
      see('ports', 'check the firewall of this machine', async () => checkPorts(await cloudUrl)),
      see('dns', 'check the name of the cloud, and the name server of this machine (resolvectl status)', () =>
        withCloud((url) => checkDns(url, route)),
      ),
      see('cloud', 'check the network, the firewall, and HTTPS_PROXY if you need one', () =>
        withCloud((url) => checkReach(url, route, answered)),
      ),
      see('pairing', 'pair again with a new code and --replace', async () => checkPairing(await identity)),
      see('key', 'check the network', async (signal) => {
        const one = await knownIdentity
        return one ? checkKey(one, route, await knownRunning, signal) : skipped('not before it is paired')
      }),
      see('agent', 'start it again', async () => checkRunning(await knownIdentity, await running)),
      see('cameras', 'agent status', async () => checkCameras(await knownRunning)),
      see('backlog', 'agent status', async () => checkBacklog(await knownRunning)),
    ])
  } finally {
    over.abort(new Error('the examination is over'))
  }
}
