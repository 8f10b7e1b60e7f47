import { systemClock } from './platform/clock.js'
import { configOfProcess } from './platform/config.js'
import { explain } from './platform/explain.js'
import { type RunningCloud, startCloud } from './start-cloud.js'

/** A supervisor kills after this. */
const endWithinMs = 14_500
/** What runs beside the cloud may still tell it something for so long, before the cloud ends as well. */
const headStartMs = 4_000

/** Another program that runs for as long as the cloud does. */
export interface Beside {
  /** Ends it in order, within 10 s. Never rejects. */
  end(): Promise<void>
}

/** Ctrl-C reaches npm and the cloud, and npm passes it on: within this time it is one and the same request, ms. */
const sameMs = 1000

/**
 * The life of a cloud process: starts a node and ends it at SIGTERM or SIGINT; a second signal ends it at once.
 * @param begin starts what runs beside it, once the cloud serves; it is ended first
 */
export async function runCloud(begin?: (cloud: RunningCloud) => Beside): Promise<void> {
  let cloud: RunningCloud | undefined
  let beside: Beside | undefined
  let askedAtMs: number | null = null
  const end = async () => {
    const nowMs = systemClock.monotonic()
    if (askedAtMs !== null) {
      if (nowMs - askedAtMs > sameMs) process.exit(1)
      return
    }
    askedAtMs = nowMs
    if (!cloud) return
    // Whatever hangs must not keep the process from going in the time that its supervisor gives it.
    systemClock.after(endWithinMs, () => process.exit(1))
    const ended = beside?.end() ?? Promise.resolve()
    await Promise.race([ended, systemClock.delay(headStartMs)])
    await cloud.close()
    await ended
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void end().catch(fail))
  }
  try {
    cloud = await startCloud(configOfProcess())
    greet(cloud)
    if (askedAtMs === null) beside = begin?.(cloud)
    else {
      askedAtMs = null
      await end()
    }
  } catch (error) {
    fail(error)
  }
}

function greet({ publicUrl, firstOwner }: RunningCloud): void {
  const lines = [`Sightline is ready at ${publicUrl}`, `  reference   ${publicUrl}/docs`]
  if (firstOwner) lines.push(`  owner       ${firstOwner.email}`)
  if (firstOwner?.password) lines.push(`  password    ${firstOwner.password}   (shown this once)`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
