import { EventEmitter } from 'node:events'
import { Bonjour, type ServiceConfig } from 'bonjour-service'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import { cameraServiceTypes, readAnnouncedService } from './announced-service.js'
import type { Sighting } from './sighting.js'

interface MdnsDeps {
  readonly clock: Clock
  readonly log: Logger
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
  hearSocketErrors(bonjour, report)
  let services = 0
  const browsers = cameraServiceTypes.map((type) => {
    const browser = bonjour.find({ type, protocol: 'tcp' })
    const take = (service: unknown): void => {
      services += 1
      if (services > maxServices) return browser.stop()
      const sighting = readAnnouncedService(service)
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

/** The library emits what its socket reports, and an error that nobody hears would end the process. */
function hearSocketErrors(bonjour: Bonjour, report: (error: unknown) => void): void {
  const server: unknown = Reflect.get(bonjour, 'server')
  const socket: unknown = typeof server === 'object' && server !== null ? Reflect.get(server, 'mdns') : null
  if (!(socket instanceof EventEmitter)) throw new Error('bonjour-service keeps its socket elsewhere now')
  socket.on('error', report)
}
