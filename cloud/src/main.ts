#!/usr/bin/env node
import { systemClock } from './platform/clock.js'
import { configOfProcess } from './platform/config.js'
import { explain } from './platform/explain.js'
import { type RunningCloud, startCloud } from './start-cloud.js'

/** A supervisor kills after this. */
const endWithinMs = 14_500

/** Starts a node and ends it at SIGTERM or SIGINT; a second signal ends it at once. */
async function main(): Promise<void> {
  let cloud: RunningCloud | undefined
  let asked = false
  const end = async () => {
    if (asked) process.exit(1)
    asked = true
    if (!cloud) return
    // Whatever hangs must not keep the process from going in the time that its supervisor gives it.
    systemClock.after(endWithinMs, () => process.exit(1))
    await cloud.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void end().catch(fail))
  }
  cloud = await startCloud(configOfProcess())
  greet(cloud)
  if (asked) {
    asked = false
    await end()
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

main().catch(fail)
