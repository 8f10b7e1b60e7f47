import { isIPv6 } from 'node:net'
import type { CameraConnection } from '@sightline/protocol'
import { readRtspAddress } from '../connection/rtsp-address.js'

/** Hosts with their ports that a probe of a camera connects to, each written in one way. */
export function probedAddresses(connection: CameraConnection): string[] {
  if (connection.type === 'onvif') return [inOneWay(connection)]
  const { rtsp_url: main, rtsp_sub_url: sub } = connection
  const addresses = [main, sub ?? main].flatMap((url) => {
    const reading = readRtspAddress(url)
    return reading.ok ? [inOneWay(reading.address)] : []
  })
  return [...new Set(addresses)]
}

/** `::1` and `0:0:0:0:0:0:0:1` are one host, and so are `nvr.lan` and `NVR.lan.`. */
function inOneWay({ host, port }: { readonly host: string; readonly port: number }): string {
  const address = `http://[${host}]/`
  const isAddress = isIPv6(host) && URL.canParse(address)
  return `${isAddress ? new URL(address).hostname : host.toLowerCase().replace(/\.$/, '')}:${port}`
}
