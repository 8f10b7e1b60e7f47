import type { RtspConnection } from './rtsp-connection.js'
import type { ChosenTransport } from './rtsp-message.js'
import type { TrackReception } from './track-reception.js'
import { UdpPorts } from './udp-ports.js'

export type MediaTransport = 'tcp' | 'udp'

/** The way of one track's packets from the camera, and of our reports back. */
export interface MediaPath {
  readonly transport: MediaTransport
  /** The Transport header that asks for it. */
  readonly asked: string
  /** Packets go to `reception` from now on, as the camera's answer says. */
  begin(chosen: ChosenTransport, reception: TrackReception): void
  sendReport(report: Buffer): void
  close(): Promise<void>
}

/** Interleaved frames of one connection, by their channel. Two tracks may have been given the same. */
export class Channels {
  readonly #takers = new Map<number, ((data: Buffer, start: number, end: number) => void)[]>()

  push(channel: number, data: Buffer, start: number, end: number): void {
    for (const take of this.#takers.get(channel) ?? []) take(data, start, end)
  }

  add(channel: number, take: (data: Buffer, start: number, end: number) => void): void {
    this.#takers.set(channel, [...(this.#takers.get(channel) ?? []), take])
  }

  has(channel: number): boolean {
    return this.#takers.has(channel)
  }

  clear(): void {
    this.#takers.clear()
  }
}

/** Packets inside the control connection (RFC 2326 section 10.12), on `channel` and the one behind it. */
export function interleavedPath(connection: RtspConnection, channels: Channels, channel: number): MediaPath {
  let rtcpChannel = channel + 1
  return {
    transport: 'tcp',
    asked: `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`,
    begin(chosen, reception) {
      const rtpChannel = chosen.rtpChannel ?? channel
      rtcpChannel = chosen.rtcpChannel ?? rtpChannel + 1
      channels.add(rtpChannel, (data, start, end) => reception.rtp(data, start, end))
      channels.add(rtcpChannel, (data, start, end) => reception.rtcp(data, start, end))
    },
    sendReport: (report) => connection.sendFrame(rtcpChannel, report),
    close: () => Promise.resolve(),
  }
}

/** An RTP packet without content: it opens the way through a firewall between the camera and us. */
const opener = Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])

/**
 * Packets as datagrams of their own.
 * @throws StreamFailure where no ports are free.
 */
export async function datagramPath(connection: RtspConnection): Promise<MediaPath> {
  const { local, remote } = connection.addresses
  const ports = await UdpPorts.open(local, remote)
  let rtcpPort: number | null = null
  return {
    transport: 'udp',
    asked: `RTP/AVP;unicast;client_port=${ports.rtpPort}-${ports.rtpPort + 1}`,
    begin(chosen, reception) {
      ports.listen(
        (data) => reception.rtp(data, 0, data.length),
        (data) => reception.rtcp(data, 0, data.length),
      )
      rtcpPort = chosen.rtcpPort
      if (chosen.rtpPort !== null) ports.send('rtp', opener, chosen.rtpPort)
      reception.reportNow()
    },
    sendReport: (report) => {
      if (rtcpPort !== null) ports.send('rtcp', report, rtcpPort)
    },
    close: () => ports.close(),
  }
}
