/** What a sender reports of itself (RFC 3550 section 6.4.1). */
export interface SenderReport {
  readonly ssrc: number
  /** The camera's clock, ms since the epoch; null where it has none. */
  readonly ntpMs: number | null
  /** The middle 32 bits of its NTP time, to be sent back. */
  readonly ntpMiddle: number
  readonly rtpTimestamp: number
}

/** What a compound packet said that concerns a receiver. */
interface RtcpNews {
  readonly reports: readonly SenderReport[]
  /** Sources that end. */
  readonly byes: readonly number[]
}

/** What a receiver reports about one source (RFC 3550 section 6.4.2). */
export interface ReportBlock {
  readonly ssrc: number
  /** Lost since the last report, 0 to 255 of 256. */
  readonly fractionLost: number
  /** Lost since the beginning, 24 bits signed. */
  readonly lost: number
  /** Highest sequence number with its cycles. */
  readonly highestSequence: number
  /** Ticks of the RTP clock. */
  readonly jitter: number
  /** The middle of the NTP time of the last sender report, 0 before the first. */
  readonly lastReport: number
  /** Since that report, 1/65536 s. */
  readonly sinceLastReport: number
}

const senderReport = 200
const receiverReport = 201
const sourceDescription = 202
const goodbye = 203
const cname = 1
/** Seconds from the epoch of NTP (1900) to that of Unix. */
const ntpToUnixSec = 2_208_988_800
/** A compound packet has a handful; one of 64 KiB could name thousands. */
const mostPackets = 32

/** Reads the compound packet between `start` and `end` (RFC 3550 section 6.1); what is cut or unknown is passed over. */
export function readRtcp(data: Buffer, start: number, end: number): RtcpNews {
  const reports: SenderReport[] = []
  const byes: number[] = []
  let at = start
  for (let count = 0; at + 4 <= end && count < mostPackets; count++) {
    const flags = data[at] ?? 0
    if (flags >> 6 !== 2) break
    const packetEnd = at + 4 + 4 * data.readUInt16BE(at + 2)
    if (packetEnd > end) break
    const kind = data[at + 1]
    if (kind === senderReport && packetEnd - at >= 28) reports.push(readSenderReport(data, at + 4))
    if (kind === goodbye) {
      const sources = Math.min(flags & 0x1f, (packetEnd - at - 4) >> 2)
      for (let source = 0; source < sources; source++) byes.push(data.readUInt32BE(at + 4 + 4 * source))
    }
    at = packetEnd
  }
  return { reports, byes }
}

function readSenderReport(data: Buffer, at: number): SenderReport {
  const seconds = data.readUInt32BE(at + 4)
  const fraction = data.readUInt32BE(at + 8)
  return {
    ssrc: data.readUInt32BE(at),
    ntpMs: seconds === 0 ? null : Math.round((seconds - ntpToUnixSec + fraction / 2 ** 32) * 1000),
    ntpMiddle: ((seconds & 0xffff) * 0x10000 + (fraction >>> 16)) >>> 0,
    rtpTimestamp: data.readUInt32BE(at + 12),
  }
}

/** A receiver report with the name of its sender (RFC 3550 sections 6.4.2 and 6.5.1); without a block it only says that we are there. */
export function formatReceiverReport(ownSsrc: number, name: string, block: ReportBlock | null): Buffer {
  const report = Buffer.alloc(block === null ? 8 : 32)
  report.writeUInt8(0x80 | (block === null ? 0 : 1), 0)
  report.writeUInt8(receiverReport, 1)
  report.writeUInt16BE(report.length / 4 - 1, 2)
  report.writeUInt32BE(ownSsrc, 4)
  if (block !== null) {
    report.writeUInt32BE(block.ssrc, 8)
    report.writeUInt8(block.fractionLost, 12)
    report.writeIntBE(block.lost, 13, 3)
    report.writeUInt32BE(block.highestSequence, 16)
    report.writeUInt32BE(block.jitter, 20)
    report.writeUInt32BE(block.lastReport, 24)
    report.writeUInt32BE(block.sinceLastReport, 28)
  }
  return Buffer.concat([report, formatName(ownSsrc, name)])
}

function formatName(ownSsrc: number, name: string): Buffer {
  const text = Buffer.from(name, 'utf8').subarray(0, 255)
  // The list of items ends with at least one zero, at a multiple of four bytes.
  const packet = Buffer.alloc(8 + 4 * Math.ceil((2 + text.length + 1) / 4))
  packet.writeUInt8(0x81, 0)
  packet.writeUInt8(sourceDescription, 1)
  packet.writeUInt16BE(packet.length / 4 - 1, 2)
  packet.writeUInt32BE(ownSsrc, 4)
  packet.writeUInt8(cname, 8)
  packet.writeUInt8(text.length, 9)
  text.copy(packet, 10)
  return packet
}
