import type { Socket } from 'node:net'
import type { Damage } from './damage.js'
import { DatagramOutput } from './datagram-output.js'
import type { DatagramPorts } from './datagram-ports.js'
import { InterleavedOutput } from './interleaved-output.js'
import { FrameSpoiler } from './interleaving-faults.js'
import type { CameraContext } from './rtsp-context.js'
import type { RtspQuirks } from './rtsp-quirks.js'
import type { TrackOutput } from './track-output.js'

interface OutputOptions {
  readonly context: CameraContext
  readonly quirks: RtspQuirks
  /** The connection that asks. */
  readonly socket: Socket
  /** From where UDP is sent; null where it is not offered. */
  readonly datagrams: DatagramPorts | null
  readonly damage: Damage
  /** Tracks that are set up already. */
  readonly tracks: number
}

/** How a track goes to the client, by the Transport header of its SETUP; null for a transport that is not there. */
export function chooseOutput(asked: string, options: OutputOptions): TrackOutput | null {
  const { context, socket, datagrams, damage } = options
  if (/^RTP\/AVP\/TCP/i.test(asked)) {
    return context.transports.includes('tcp') ? interleavedOutput(asked, options) : null
  }
  const port = Number(/client_port=(\d+)/.exec(asked)?.[1] ?? Number.NaN)
  if (datagrams === null || Number.isNaN(port)) return null
  return new DatagramOutput(datagrams, socket, port, damage, context.faults)
}

function interleavedOutput(asked: string, options: OutputOptions): TrackOutput {
  const { context, quirks, socket, damage, tracks } = options
  const { channels, transportSays } = quirks
  const named = /interleaved=(\d+)(?:-(\d+))?/.exec(asked)
  const first = Number(named?.[1] ?? tracks * 2)
  const second = Number(named?.[2] ?? first + 1)
  const chosen = {
    asked: [first, second],
    other: [first + 10, second + 10],
    same: [0, 1],
    untold: [first, second],
  }
  const [rtp = 0, rtcp = 1] = chosen[channels]
  const told = channels === 'untold' ? '' : `;interleaved=${rtp}-${rtcp}`
  const spoiler = new FrameSpoiler(context.faults)
  return new InterleavedOutput(socket, [rtp, rtcp], `${transportSays};unicast${told}`, damage, spoiler)
}
