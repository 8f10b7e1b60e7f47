import type { RtspQuirks } from './rtsp-quirks.js'
/** An RTSP request (RFC 2326 section 6). Header names are lower case. */
export interface RtspRequest {
  readonly method: string
  readonly uri: string
  readonly version: string
  readonly headers: ReadonlyMap<string, string>
}

export type Incoming =
  | { readonly kind: 'request'; readonly request: RtspRequest }
  | { readonly kind: 'interleaved'; readonly channel: number; readonly payload: Buffer }
  | { readonly kind: 'malformed'; readonly line: string }

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  301: 'Moved Permanently',
  302: 'Moved Temporarily',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  453: 'Not Enough Bandwidth',
  454: 'Session Not Found',
  455: 'Method Not Valid in This State',
  459: 'Aggregate Operation Not Allowed',
  461: 'Unsupported Transport',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
}

const LARGEST_HEAD = 16 * 1024

function parseHead(head: string): { request: RtspRequest; contentLength: number } | null {
  const [requestLine = '', ...lines] = head.split('\r\n')
  const match = /^([A-Z_]+) (\S+) (RTSP\/\d\.\d)$/.exec(requestLine)
  if (match === null) return null
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const [, method = '', uri = '', version = ''] = match
  return {
    request: { method, uri, version, headers },
    contentLength: Number(headers.get('content-length') ?? 0),
  }
}

/** Cuts what a client sends into requests and interleaved frames (RFC 2326 section 10.12). */
export class IncomingParser {
  #rest = Buffer.alloc(0)

  push(chunk: Buffer): Incoming[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    const found: Incoming[] = []
    for (let next = this.#take(); next !== null; next = this.#take()) found.push(next)
    return found
  }

  #take(): Incoming | null {
    if (this.#rest.length === 0) return null
    if (this.#rest[0] === 0x24) {
      if (this.#rest.length < 4 || this.#rest.length < 4 + this.#rest.readUInt16BE(2)) return null
      const end = 4 + this.#rest.readUInt16BE(2)
      const payload = this.#rest.subarray(4, end)
      const channel = this.#rest.readUInt8(1)
      this.#rest = this.#rest.subarray(end)
      return { kind: 'interleaved', channel, payload }
    }
    const headEnd = this.#rest.indexOf('\r\n\r\n')
    if (headEnd === -1) return this.#rest.length > LARGEST_HEAD ? this.#refuse() : null
    const parsed = parseHead(this.#rest.toString('utf8', 0, headEnd))
    if (parsed === null) return this.#refuse()
    const end = headEnd + 4 + parsed.contentLength
    if (this.#rest.length < end) return null
    this.#rest = this.#rest.subarray(end)
    return { kind: 'request', request: parsed.request }
  }

  #refuse(): Incoming {
    const line = this.#rest.toString('latin1', 0, 100).split('\r\n', 1)[0] ?? ''
    this.#rest = Buffer.alloc(0)
    return { kind: 'malformed', line }
  }
}

export interface RtspAnswer {
  readonly status: number
  /** A list makes one header line for each entry. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

/** An answer as bytes. */
export function formatAnswer(
  answer: RtspAnswer,
  cseq: string | undefined,
  bodyLength: RtspQuirks['bodyLength'] = 'right',
): string {
  const lines = [`RTSP/1.0 ${answer.status} ${REASONS[answer.status] ?? 'Status'}`]
  if (cseq !== undefined) lines.push(`CSeq: ${cseq}`)
  lines.push(`Date: ${new Date().toUTCString()}`, 'Server: Sightline fake camera')
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    for (const single of typeof value === 'string' ? [value] : value) lines.push(`${name}: ${single}`)
  }
  if (answer.body !== undefined && bodyLength !== 'missing')
    lines.push(`Content-Length: ${Buffer.byteLength(answer.body) + (bodyLength === 'too-long' ? 48 : 0)}`)
  return `${lines.join('\r\n')}\r\n\r\n${answer.body ?? ''}`
}
