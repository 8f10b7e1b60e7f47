import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import { DatagramQueue } from './datagram-queue.js'
import { readProbeMatches } from './probe-matches.js'
import { probeMessage, probeTypes, wsDiscoveryGroup } from './probe-message.js'
import { isLoopback, type Sighting } from './sighting.js'

export interface WsDiscoveryDeps {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

/** Beyond this a scan is not answered but flooded; each costs a fraction of a millisecond. */
const maxDatagrams = 4096
/** Of them from one address, but for loopback, which simulated cameras share. */
const maxPerSender = 64

const receiveBufferBytes = 4 * 1024 * 1024

/** When probes leave, in milliseconds from the start: datagrams get lost, and cameras answer with a delay. */
const probeAtMs = [0, 400, 1200]

/**
 * Probes from one interface until `signal` aborts, and reports every ONVIF device that answers. Answers are
 * unicast to the probing socket.
 * @throws Error if the interface cannot send multicast at all; the caller goes on with the others.
 */
export async function probeInterface(
  address: string,
  seen: (sighting: Sighting) => void,
  deps: WsDiscoveryDeps,
  signal: AbortSignal,
): Promise<void> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  let datagrams = 0
  const perSender = new Map<string, number>()
  const queue = new DatagramQueue(deps.clock, (datagram, sender) => {
    const before = perSender.get(sender.address) ?? 0
    if (datagrams >= maxDatagrams || (before >= maxPerSender && !isLoopback(sender.address))) return
    datagrams += 1
    perSender.set(sender.address, before + 1)
    for (const sighting of readProbeMatches(datagram, sender.address)) seen(sighting)
  })
  queue.hear(socket)
  // A later error (interface gone) only ends the answers; the socket closes with the scan.
  socket.on('error', (err) => deps.log.debug({ address, err }, 'discovery.interface_failed'))
  try {
    await bound(socket, address)
    await sendProbes(socket, deps, signal)
    await deps.clock.delay(2 ** 30, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await new Promise<void>((resolve) => socket.close(resolve))
    queue.close()
  }
}

async function bound(socket: Socket, address: string): Promise<void> {
  const listening = once(socket, 'listening')
  socket.bind({ address, port: 0, exclusive: true })
  await listening
  socket.setMulticastInterface(address)
  socket.setMulticastTTL(1)
  // As much as the system allows.
  socket.setRecvBufferSize(receiveBufferBytes)
  socket.addMembership(wsDiscoveryGroup.address, address)
}

async function sendProbes(socket: Socket, deps: WsDiscoveryDeps, signal: AbortSignal): Promise<void> {
  const startedAt = deps.clock.monotonic()
  for (const atMs of probeAtMs) {
    const waitMs = atMs - (deps.clock.monotonic() - startedAt)
    if (waitMs > 0) await deps.clock.delay(waitMs, { signal })
    for (const types of probeTypes) await send(socket, probeMessage(deps.random.id(), types))
  }
}

function send(socket: Socket, message: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(message, wsDiscoveryGroup.port, wsDiscoveryGroup.address, (error) =>
      error === null ? resolve() : reject(error),
    )
  })
}
