import { defaultOnvifPorts } from '../onvif/default-ports.js'
import type { OnvifSessionDeps } from '../onvif/onvif-endpoint.js'
import { askOnvif, askRtsp, knock } from './ask-port.js'
import type { Sighting } from './sighting.js'

/** Where cameras serve their streams. */
const rtspPorts: readonly number[] = [554, 8554]

/** Between two connections to one address, ms: some cameras reboot under heavier load. */
const restMs = 20

/** What is asked at one address. */
export interface AskedPorts {
  readonly onvif: readonly number[]
  readonly rtsp: readonly number[]
}

const defaultPorts: AskedPorts = { onvif: defaultOnvifPorts, rtsp: rtspPorts }

/**
 * Asks one address at the usual ports whether a camera lives there, one connection at a time and without
 * credentials. An address that is silent at the first port of both kinds has no device.
 * @throws the signal's reason.
 */
export async function askAddress(
  address: string,
  deps: OnvifSessionDeps,
  signal: AbortSignal,
  ports: AskedPorts = defaultPorts,
): Promise<Sighting[]> {
  const { clock } = deps
  const door = async (port: number) => {
    await clock.delay(restMs, { signal })
    return knock(address, port, clock, signal)
  }
  const [firstStream = 554] = ports.rtsp
  const doors = new Map<number, 'open' | 'closed' | 'silent'>()
  for (const port of [ports.onvif[0] ?? 80, firstStream]) doors.set(port, await door(port))
  if ([...doors.values()].every((state) => state === 'silent')) return []
  const isOpen = async (port: number) => (doors.get(port) ?? (await door(port))) === 'open'

  const rtsp: number[] = []
  for (const port of ports.rtsp) {
    if ((await isOpen(port)) && (await askRtsp(address, port, clock, signal)) === 'rtsp') rtsp.push(port)
  }
  let locked: number | null = null
  for (const port of ports.onvif) {
    if (!(await isOpen(port))) continue
    const answer = await askOnvif(address, port, deps, signal)
    if (answer === 'onvif') return [seen(address, port, true, rtsp)]
    if (answer === 'locked') locked ??= port
  }
  // What says nothing without a password is a camera's service only beside a camera's streams.
  const [stream] = rtsp
  if (stream === undefined) return []
  return [locked === null ? seen(address, stream, false, rtsp) : seen(address, locked, true, rtsp)]
}

function seen(address: string, port: number, onvif: boolean, rtsp: readonly number[]): Sighting {
  const scheme = port === 443 ? 'https' : 'http'
  return {
    source: 'scan',
    address,
    port,
    onvif,
    endpoint: null,
    mac: null,
    serial: null,
    instance: null,
    name: null,
    manufacturer: null,
    model: null,
    xaddrs: onvif ? [new URL(`${scheme}://${address}:${port}/onvif/device_service`).href] : [],
    rtspUrls: rtsp.map((at) => `rtsp://${address}:${at}/`),
  }
}
