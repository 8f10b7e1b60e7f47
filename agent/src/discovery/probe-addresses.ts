import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { DatagramQueue } from './datagram-queue.js'
import { readProbeMatches } from './probe-matches.js'
import { probeMessage, probeTypes, wsDiscoveryGroup } from './probe-message.js'
import type { Sighting } from './sighting.js'
import { timeBudget } from './time-budget.js'
import type { WsDiscoveryDeps } from './ws-discovery.js'

/** Of all answers together; each address may give several. */
const maxDatagrams = 4096

/** Probes a second: some routers and cameras take more for an attack. */
const perSecond = 256

/** When each address is probed, in milliseconds from the start. */
const roundsAtMs = [0, 700]

interface AddressProbe {
  readonly addresses: readonly string[]
  readonly ms: number
  readonly seen: (sighting: Sighting) => void
}

/**
 * Probes each address by unicast, for devices that multicast does not reach or that were switched to answer none,
 * and reports what answers within `ms` milliseconds. Answers of other addresses are not listened to.
 */
export async function probeAddresses(
  { addresses, ms, seen }: AddressProbe,
  deps: WsDiscoveryDeps,
  signal: AbortSignal,
): Promise<void> {
  const asked = new Set(addresses)
  const budget = timeBudget(signal, ms, deps.clock)
  const socket = createSocket('udp4')
  let datagrams = 0
  const queue = new DatagramQueue(deps.clock, (datagram, sender) => {
    datagrams += 1
    if (datagrams > maxDatagrams || !asked.has(sender.address)) return
    for (const sighting of readProbeMatches(datagram, sender.address)) seen(sighting)
  })
  queue.hear(socket)
  // An address without a listener is no failure of the others.
  socket.on('error', (err) => deps.log.debug({ err }, 'discovery.unicast_failed'))
  try {
    const listening = once(socket, 'listening')
    socket.bind(0)
    await listening
    await sendRounds(socket, addresses, deps, budget.signal)
    await deps.clock.delay(2 ** 30, { signal: budget.signal })
  } catch (error) {
    if (!budget.signal.aborted) throw error
  } finally {
    budget.release()
    await new Promise<void>((resolve) => socket.close(resolve))
    queue.close()
  }
  signal.throwIfAborted()
}

async function sendRounds(
  socket: Socket,
  addresses: readonly string[],
  deps: WsDiscoveryDeps,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = deps.clock.monotonic()
  for (const [round, atMs] of roundsAtMs.entries()) {
    const waitMs = atMs - (deps.clock.monotonic() - startedAt)
    if (waitMs > 0) await deps.clock.delay(waitMs, { signal })
    const types = probeTypes[round % probeTypes.length] ?? probeTypes[0]
    for (const [index, address] of addresses.entries()) {
      if (index > 0 && index % (perSecond / 8) === 0) await deps.clock.delay(125, { signal })
      // Lost is lost: there is a second round, and other ways to find a device.
      socket.send(probeMessage(deps.random.id(), types), wsDiscoveryGroup.port, address, () => {})
    }
  }
}
