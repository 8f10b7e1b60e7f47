import { EventEmitter } from 'node:events'
import { Bonjour, type ServiceConfig } from 'bonjour-service'
import { z } from 'zod'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import { cameraServiceTypes, readAnnouncedService } from './announced-service.js'
import type { Sighting } from './sighting.js'

interface MdnsDeps {
  readonly clock: Clock
  readonly log: Logger
  /** Of this machine, by address: what they announce is not theirs. */
  readonly routers: ReadonlySet<string>
}

/** Beyond this a scan is not answered but flooded. */
const maxServices = 256

/** When questions are repeated, in milliseconds after the first (RFC 6762, section 5.2). */
const askAgainAfterMs = [1000, 1500]

/** Asks for cameras' services on one interface until `signal` aborts, and reports each that answers. */
export async function browseInterface(
  address: string,
  seen: (sighting: Sighting) => void,
  deps: MdnsDeps,
  signal: AbortSignal,
): Promise<void> {
  const report = (err: unknown): void => deps.log.debug({ address, err }, 'discovery.mdns_failed')
  const bonjour = new Bonjour(socketOptions(address), report)
  guardSocket(bonjour, report)
  let services = 0
  const browsers = cameraServiceTypes.map((type) => {
    const browser = bonjour.find({ type, protocol: 'tcp' })
    const take = (service: unknown): void => {
      services += 1
      if (services > maxServices) return browser.stop()
      const sighting = readAnnouncedService(service, deps.routers)
      if (sighting !== null) seen(sighting)
    }
    browser.on('up', take)
    browser.on('srv-update', take)
    browser.on('txt-update', take)
    return browser
  })
  try {
    for (const ms of askAgainAfterMs) {
      await deps.clock.delay(ms, { signal })
      for (const browser of browsers) browser.update()
    }
    await deps.clock.delay(2 ** 30, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    for (const browser of browsers) browser.stop()
    await new Promise<void>((resolve) => bonjour.destroy(() => resolve()))
  }
}

/**
 * `bind` beside `interface`: multicast does not arrive on a socket bound to the interface's own address. The
 * library passes both on to its socket, which its types do not say.
 */
function socketOptions(address: string): Partial<ServiceConfig> & { interface: string; bind: string } {
  return { interface: address, bind: '0.0.0.0' }
}

/** The library emits what its socket (multicast-dns) reports, and an error that nobody hears would end the process. */
function guardSocket(bonjour: Bonjour, report: (error: unknown) => void): void {
  const server: unknown = Reflect.get(bonjour, 'server')
  const socket: unknown = typeof server === 'object' && server !== null ? Reflect.get(server, 'mdns') : null
  if (!isEmitter(socket)) throw new Error('bonjour-service keeps its socket elsewhere now')
  socket.on('error', report)
  leaveFloodsOut(socket)
}

const isEmitter = (socket: unknown): socket is EventEmitter => socket instanceof EventEmitter

/** A camera answers with a handful. The library compares each record of a packet with each, and a packet may hold thousands. */
const mostRecords = 200
const Response = z.object({
  answers: z.array(z.unknown()).default([]),
  authorities: z.array(z.unknown()).default([]),
  additionals: z.array(z.unknown()).default([]),
})

/** Drops answers with more records than a device has before anybody hears of them. */
export function leaveFloodsOut(mdns: EventEmitter): void {
  const emit = mdns.emit.bind(mdns)
  Object.assign(mdns, {
    emit: (event: string | symbol, ...said: unknown[]) =>
      event === 'response' && isFlood(said[0]) ? false : emit(event, ...said),
  })
}

function isFlood(packet: unknown): boolean {
  const read = Response.safeParse(packet)
  if (!read.success) return true
  const { answers, authorities, additionals } = read.data
  return answers.length + authorities.length + additionals.length > mostRecords
}
