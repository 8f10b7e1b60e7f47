/** An answer of the camera (RFC 2326 section 7). */
export interface RtspResponse {
  readonly status: number
  readonly headers: RtspHeaders
  readonly body: string
}

/** Header names in lower case; a header that came several times has several values. */
export type RtspHeaders = ReadonlyMap<string, readonly string[]>

/** A request that the camera sends to us (RFC 2326 section 10: ANNOUNCE, REDIRECT and the like). */
export interface CameraRequest {
  readonly method: string
  readonly headers: RtspHeaders
}

/** The first value of a header, trimmed, or null. */
export function header(headers: RtspHeaders, name: string): string | null {
  return headers.get(name)?.[0] ?? null
}

/**
 * Reads start line and headers, tolerant of any case and spacing, of missing carriage returns and of lines
 * without a colon, which are passed over.
 * @returns null if the start line is no RTSP.
 */
export function readHead(text: string): { start: StartLine; headers: RtspHeaders } | null {
  const [first = '', ...lines] = text.split(/\r?\n/)
  const start = readStartLine(first)
  if (start === null) return null
  const headers = new Map<string, string[]>()
  let last: string[] | null = null
  for (const line of lines) {
    if (/^[ \t]/.test(line) && last !== null && last.length > 0) {
      last.push(`${last.pop() ?? ''} ${line.trim()}`)
      continue
    }
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    last = headers.get(name) ?? []
    last.push(line.slice(colon + 1).trim())
    headers.set(name, last)
  }
  return { start, headers }
}

type StartLine =
  | { readonly kind: 'response'; readonly status: number }
  | { readonly kind: 'request'; readonly method: string }

function readStartLine(line: string): StartLine | null {
  const status = /^RTSP\/\d+\.\d+\s+(\d{3})(?:\s|$)/i.exec(line)?.[1]
  if (status !== undefined) return { kind: 'response', status: Number(status) }
  const method = /^([A-Z][A-Z_]{2,31})\s+\S+\s+RTSP\/\d+\.\d+\s*$/.exec(line)?.[1]
  return method === undefined ? null : { kind: 'request', method }
}

/** The `Session` header: id and timeout in seconds (60 where the camera names none; RFC 2326 section 12.37). */
export function readSession(headers: RtspHeaders): { id: string; timeoutSec: number } | null {
  const [, id, rest = ''] = /^\s*([^\s;]{1,256})\s*(.*)$/.exec(header(headers, 'session') ?? '') ?? []
  if (id === undefined) return null
  const timeoutSec = Number(/timeout\s*=\s*"?(\d{1,6})/i.exec(rest)?.[1] ?? 60)
  return { id, timeoutSec: timeoutSec > 0 ? timeoutSec : 60 }
}

/** What a camera chose in its `Transport` header (RFC 2326 section 12.39). */
export interface ChosenTransport {
  /** It names ports of UDP. */
  readonly isUdp: boolean
  readonly rtpChannel: number | null
  readonly rtcpChannel: number | null
  readonly rtpPort: number | null
  readonly rtcpPort: number | null
  readonly ssrc: number | null
}

/**
 * Reads the `Transport` header. Cameras name channels other than the asked ones, leave them away, or say
 * RTP/AVP although they send over TCP: ports mean UDP, and nothing else does.
 */
export function readTransport(headers: RtspHeaders): ChosenTransport {
  const text = header(headers, 'transport') ?? ''
  const [rtpChannel, rtcpChannel] = readPair(text, 'interleaved', [0, 255])
  const [rtpPort, rtcpPort] = readPair(text, 'server_port', [1, 65_535])
  const ssrc = /ssrc\s*=\s*"?(?:0x)?([0-9a-f]{1,8})\b/i.exec(text)?.[1]
  return {
    isUdp: rtpChannel === null && /;\s*(?:client_port|server_port)\s*=/i.test(text),
    rtpChannel,
    rtcpChannel,
    rtpPort,
    rtcpPort,
    ssrc: ssrc === undefined ? null : Number.parseInt(ssrc, 16),
  }
}

/** `name=first-second`; a second that is missing is the one behind the first. */
function readPair(
  text: string,
  name: string,
  [least, most]: readonly [number, number],
): [number | null, number | null] {
  const found = new RegExp(`${name}\\s*=\\s*"?(\\d{1,5})(?:\\s*-\\s*(\\d{1,5}))?`, 'i').exec(text)
  const first = Number(found?.[1] ?? Number.NaN)
  const second = Number(found?.[2] ?? first + 1)
  const within = (value: number) => (value >= least && value <= most ? value : null)
  return [within(first), within(second)]
}

/** The methods that an answer to OPTIONS offers, in upper case. */
export function readPublic(headers: RtspHeaders): ReadonlySet<string> {
  const names = (headers.get('public') ?? []).flatMap((value) => value.split(','))
  return new Set(names.map((name) => name.trim().toUpperCase()))
}
