import { isIPv6 } from 'node:net'
import type { CameraConnection } from '@sightline/protocol'
import { readRtspAddress } from '../connection/rtsp-address.js'

/**
 * Hosts that a probe of a camera connects to, each written in one way: a recorder is one small device, which one look asks for its description at
 * one port and for pictures at another.
 */
export function probedAddresses(connection: CameraConnection): string[] {
  if (connection.type === 'onvif') return [inOneWay(connection)]
  const { rtsp_url: main, rtsp_sub_url: sub } = connection
  const addresses = [main, sub ?? main].flatMap((url) => {
    const reading = readRtspAddress(url)
    return reading.ok ? [inOneWay(reading.address)] : []
  })
  return [...new Set(addresses)]
}

/** `fd00::1` and `fd00:0:0:0:0:0:0:1` are one host, and so are `nvr.lan` and `NVR.lan.`. */
function inOneWay({ host, port }: { readonly host: string; readonly port: number }): string {
  const address = `http://[${host}]/`
  const isAddress = isIPv6(host) && URL.canParse(address)
  const written = isAddress ? new URL(address).hostname : host.toLowerCase().replace(/\.$/, '')
  return isLoopback(written) ? `${written}:${port}` : written
}

/** There no camera is: behind each port may be the tunnel to another one. */
const isLoopback = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host)
