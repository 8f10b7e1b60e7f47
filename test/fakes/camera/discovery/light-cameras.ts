import { createServer, type Server } from 'node:http'
import { Counters } from '../counters.js'
import { macFor, serialFor } from '../identity.js'
import type { DeviceDescription } from '../onvif/device-description.js'
import { envelope, faultBody } from '../onvif/soap.js'
import { WsDiscoveryResponder } from './ws-discovery.js'

/** A camera that can be found and asked who it is, and has no picture: many of them cost little. */
export interface LightCamera {
  readonly name: string
  readonly uuid: string
  /** One for each of its network ports. */
  readonly hosts: readonly string[]
}

/** Starts them all; each of their addresses answers Probes, and every question with a refusal. */
export async function startLightCameras(cameras: readonly LightCamera[]): Promise<AsyncDisposable> {
  const ended: (() => Promise<void>)[] = []
  const end = async (): Promise<void> => {
    await Promise.all(ended.splice(0).map((one) => one()))
  }
  try {
    for (const camera of cameras) {
      for (const host of camera.hosts) {
        const { server, port } = await refusing(host)
        ended.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
        const responder = new WsDiscoveryResponder({
          host,
          counters: new Counters(),
          probeAnswers: 2,
          extraXaddrs: [],
          scopes: 'encoded',
          discoveredAs: 'camera',
          probeNoise: [],
          device: () => describe(camera, host, port),
          isUp: () => true,
        })
        await responder.start()
        ended.push(() => responder.close())
      }
    }
  } catch (error) {
    await end()
    throw error
  }
  return { [Symbol.asyncDispose]: end }
}

async function refusing(host: string): Promise<{ server: Server; port: number }> {
  const refusal = envelope(faultBody('Sender', 'ter:NotAuthorized', 'Sender not authorized'))
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(400, { 'Content-Type': 'application/soap+xml', Connection: 'close' }).end(refusal)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, resolve)
  })
  const address = server.address()
  return { server, port: address !== null && typeof address === 'object' ? address.port : 0 }
}

function describe({ name, uuid }: LightCamera, host: string, port: number): DeviceDescription {
  return {
    name,
    manufacturer: 'Sightline',
    model: 'LC-1',
    firmware: '1.0',
    serial: serialFor(uuid),
    mac: macFor(uuid),
    endpoint: `urn:uuid:${uuid}`,
    host,
    origin: `http://${host}:${port}`,
    rtspPort: 554,
    onvifPort: port,
    profiles: [],
    motorChannel: null,
    media: 'media1',
    eventPath: null,
    now: () => Date.now(),
  }
}
