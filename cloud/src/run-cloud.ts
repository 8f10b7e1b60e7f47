import { ConfigError, configOfProcess } from './platform/config.js'
import { letSlowAddressesAnswer } from './platform/outbound-http/address-patience.js'
import { failureMessage } from './platform/process/failure-message.js'
import { systemClock } from './platform/time/clock.js'
import { ShutdownRequests } from './shutdown-requests.js'
import { type RunningCloud, startCloud } from './start-cloud.js'

/** A supervisor kills after this. */
const endWithinMs = 14_500
/** What runs beside the cloud may still report to it for so long, before the cloud ends as well. */
const headStartMs = 4_000

/** Another program that runs for as long as the cloud does. */
interface Sidecar {
  /** Ends it in order, within 10 s. Never rejects. */
  end(): Promise<void>
}

/**
 * The life of a cloud process: starts a node and ends it at SIGTERM, SIGINT or SIGHUP; a second signal ends it at once.
 * @param begin starts what runs beside it, once the cloud serves; it is ended first
 */
export async function runCloud(begin?: (cloud: RunningCloud) => Sidecar): Promise<void> {
  letSlowAddressesAnswer()
  let cloud: RunningCloud | undefined
  let beside: Sidecar | undefined
  const requests = new ShutdownRequests()
  const endInOrder = async () => {
    if (!cloud) return
    // Whatever hangs must not keep the process from going in the time that its supervisor gives it.
    systemClock.after(endWithinMs, () => process.exit(1))
    const ended = beside?.end() ?? Promise.resolve()
    await Promise.race([ended, systemClock.delay(headStartMs)])
    await cloud.close()
    await ended
    process.exit(0)
  }
  const onSignal = async () => {
    const asked = requests.request(systemClock.monotonic())
    if (asked === 'at once') process.exit(1)
    if (asked === 'in order') await endInOrder()
  }
  // SIGHUP: the terminal that it was started in is closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void onSignal().catch(fail))
  }
  try {
    refuseArguments(process.argv.slice(2))
    cloud = await startCloud(configOfProcess())
    greet(cloud)
    if (requests.asked) await endInOrder()
    else beside = begin?.(cloud)
  } catch (error) {
    fail(error)
  }
}

/** Who asks a service for its version or for help wants no service. @throws ConfigError if anything was asked for */
function refuseArguments(given: readonly string[]): void {
  if (given.length === 0) return
  throw new ConfigError(
    `the service takes no arguments, and was given: ${given.join(' ')}; its settings are environment variables (README, ` +
      '"Settings of the cloud"); what operators do is under: npm run cloud -- --help',
  )
}

function greet({ publicUrl, firstOwner }: RunningCloud): void {
  const lines = [`Sightline is ready at ${publicUrl}`, `  reference   ${publicUrl}/docs`]
  if (firstOwner) lines.push(`  owner       ${firstOwner.email}`)
  if (firstOwner?.password) lines.push(`  password    ${firstOwner.password}   (shown this once)`)
  lines.push('Open it in a browser and sign in: the console leads on from there. Ctrl-C ends it.')
  process.stdout.write(`${lines.join('\n')}\n`)
}

function fail(error: unknown): never {
  process.stderr.write(`${failureMessage(error)}\n`)
  process.exit(1)
}
