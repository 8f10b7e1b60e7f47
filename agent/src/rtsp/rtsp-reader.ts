import { type CameraRequest, header, type RtspHeaders, type RtspResponse, readHead } from './rtsp-message.js'
import { StreamFailure } from './stream-failure.js'

/** Receives what a reader found. A frame's bytes are valid during the call only. */
export interface RtspReaderSink {
  /** @param head as it came, start line and headers. */
  response(response: RtspResponse, head: string): void
  request(request: CameraRequest): void
  /** An interleaved frame (RFC 2326 section 10.12): `data` from `start` to `end`. */
  frame(channel: number, data: Buffer, start: number, end: number): void
}

const dollar = 0x24
const newline = 0x0a
const carriageReturn = 0x0d
const largestHead = 16 * 1024
const largestBody = 64 * 1024
const longestFrame = 4 + 0xffff
/** The end of a head: two ends of a line. */
const longestEnd = 4

/**
 * Cuts the bytes of one RTSP connection into messages and interleaved frames, however they are chunked.
 * Whole frames are handed on where they lie; only what a chunk leaves unfinished is copied.
 */
export class RtspReader {
  private readonly sink: RtspReaderSink
  /** What the chunks before left unfinished. */
  private carry = Buffer.alloc(longestFrame)
  private carried = 0
  private heardRtsp = false
  /** Of the unfinished message: how much of its head holds no end, and how long it is once that is known. */
  private searched = 0
  private awaited = 0

  constructor(sink: RtspReaderSink) {
    this.sink = sink
  }

  /**
   * Reads `chunk` from its start to `end`.
   * @throws StreamFailure `not_rtsp` or `protocol`; the connection is of no use then.
   */
  push(chunk: Buffer, end: number = chunk.length): void {
    let at = this.carried > 0 ? this.finishCarried(chunk, end) : 0
    while (at < end) {
      const used = this.take(chunk, at, end)
      if (used === 0) break
      at += used
    }
    if (at < end) this.keep(chunk, at, end)
  }

  /** Completes the carried piece from the chunk; tells how much of the chunk that took. */
  private finishCarried(chunk: Buffer, end: number): number {
    let at = 0
    while (at < end) {
      const before = this.carried
      const missing = this.carry[0] === dollar ? this.missingOfFrame() : end - at
      const taken = Math.min(missing, end - at)
      this.keep(chunk, at, at + taken)
      at += taken
      const used = this.take(this.carry, 0, this.carried)
      if (used === 0) continue
      this.carried = 0
      // What lies behind the finished piece is of this chunk: the piece before was not whole without it.
      return at - (before + taken - used)
    }
    return end
  }

  private missingOfFrame(): number {
    if (this.carried < 4) return 4 - this.carried
    return 4 + this.carry.readUInt16BE(2) - this.carried
  }

  private keep(chunk: Buffer, start: number, end: number): void {
    const needed = this.carried + end - start
    if (needed > this.carry.length) {
      const larger = Buffer.alloc(Math.max(needed, this.carry.length * 2))
      this.carry.copy(larger, 0, 0, this.carried)
      this.carry = larger
    }
    chunk.copy(this.carry, this.carried, start, end)
    this.carried = needed
  }

  /** Takes one piece that begins at `at`; 0 while it is not whole. */
  private take(data: Buffer, at: number, end: number): number {
    const first = data[at]
    if (first === dollar) return this.takeFrame(data, at, end)
    if (first === newline || first === carriageReturn) return 1
    return this.takeMessage(data, at, end)
  }

  private takeFrame(data: Buffer, at: number, end: number): number {
    if (end - at < 4) return 0
    const length = 4 + data.readUInt16BE(at + 2)
    if (end - at < length) return 0
    this.sink.frame(data.readUInt8(at + 1), data, at + 4, at + length)
    return length
  }

  private takeMessage(data: Buffer, at: number, end: number): number {
    // A camera may send byte by byte: what was read of the message before is not read again.
    if (end - at < this.awaited) return 0
    const bodyAt = endOfHead(data, at + this.searched, Math.min(end, at + largestHead))
    if (bodyAt === -1) {
      if (end - at >= largestHead || !mayBeMessage(data, at, end)) throw this.notRtsp()
      this.searched = Math.max(end - at - longestEnd, 0)
      return 0
    }
    const text = data.toString('utf8', at, bodyAt)
    const head = readHead(text.trimEnd())
    if (head === null) throw this.notRtsp()
    const bodyEnd = bodyAt + bodyLength(head.headers)
    if (bodyEnd > end) {
      this.awaited = bodyEnd - at
      return 0
    }
    this.awaited = 0
    this.searched = 0
    this.heardRtsp = true
    const { start, headers } = head
    if (start.kind === 'request') this.sink.request({ method: start.method, headers })
    else {
      const body = data.toString('utf8', bodyAt, bodyEnd)
      this.sink.response({ status: start.status, headers, body }, text)
    }
    return bodyEnd - at
  }

  private notRtsp(): StreamFailure {
    if (this.heardRtsp)
      return new StreamFailure('protocol', 'the camera sent bytes that are no RTSP: restart it')
    return new StreamFailure(
      'not_rtsp',
      'what answers at this address is no RTSP server: check the port (RTSP is usually 554)',
    )
  }
}

/** The first byte behind the empty line, or -1. Lines may end in LF alone. */
function endOfHead(data: Buffer, at: number, end: number): number {
  for (
    let line = data.indexOf(newline, at);
    line !== -1 && line + 1 < end;
    line = data.indexOf(newline, line + 1)
  ) {
    if (data[line + 1] === newline) return line + 2
    if (data[line + 1] === carriageReturn && line + 2 < end && data[line + 2] === newline) return line + 3
  }
  return -1
}

/** Whether these bytes can become a start line; stops a stranger's chatter before it fills the buffer. */
function mayBeMessage(data: Buffer, at: number, end: number): boolean {
  const [line = '', ...more] = data.toString('latin1', at, Math.min(end, at + 64)).split('\n')
  if (more.length > 0 && !/\bRTSP\/\d/i.test(line)) return false
  return /^(?:RTSP(?:\/[\x20-\x7e]*)?|[A-Z_]{1,32}(?: [\x20-\x7e]*)?)\r?$/i.test(line)
}

function bodyLength(headers: RtspHeaders): number {
  const text = header(headers, 'content-length')
  if (text === null) return 0
  const length = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (length <= largestBody) return length
  throw new StreamFailure(
    'protocol',
    'the camera sent a message larger than any description: check its firmware',
  )
}
