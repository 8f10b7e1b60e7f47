import { header, type RtspHeaders } from './rtsp-message.js'

const dollar = 0x24
const newline = 0x0a
const carriageReturn = 0x0d
const largestBody = 64 * 1024

/** The first byte behind the empty line, or -1. Lines may end in LF alone. */
export function endOfHead(data: Buffer, at: number, end: number): number {
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
export function mayBeMessage(data: Buffer, at: number, end: number): boolean {
  const [line = '', ...more] = data.toString('latin1', at, Math.min(end, at + 64)).split('\n')
  if (more.length > 0 && !/\bRTSP\/\d/i.test(line)) return false
  return /^(?:RTSP(?:\/[\x20-\x7e]*)?|[A-Z_]{1,32}(?: [\x20-\x7e]*)?)\r?$/i.test(line)
}

/** The length of the body that a head announces, bytes; null where it is no number, or larger than any description. */
export function bodyLength(headers: RtspHeaders): number | null {
  const text = header(headers, 'content-length')
  if (text === null) return 0
  const length = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return length <= largestBody ? length : null
}

/**
 * The length of a body that begins to come, bytes: as announced; as much as there may be for a description that comes
 * without a length, as some cameras send it. Null as `bodyLength` is.
 */
export function awaitedLength(headers: RtspHeaders): number | null {
  const isSdp = /\bsdp\b/i.test(header(headers, 'content-type') ?? '')
  const isUnsaid = header(headers, 'content-length') === null
  return isUnsaid && isSdp ? largestBody : bodyLength(headers)
}

/** Whether a description is whole as far as we need it: a video track with its control, down to the end of that line. */
export function isDescription(body: string): boolean {
  const [, video] = body.split(/^m=video\b/m)
  return video !== undefined && /^a=control:[^\r\n]+\r?\n/m.test(video.split(/^m=/m)[0] ?? '')
}

/** Whether a frame, a message or the empty line before one may begin here, by its first byte. */
export function mayBegin(data: Buffer, at: number): boolean {
  const first = data[at] ?? 0
  return first === dollar || first === newline || first === carriageReturn || isLetter(first)
}

function isLetter(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a
}
