import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** A device on loopback that answers a handful of ONVIF operations the way it is told to. */
export interface DeviceFixture {
  /** What it wants to see before it answers anything but the time. */
  readonly wants?: 'nothing' | 'digest' | 'ws-security'
  /** The code by which it refuses where it wants WS-Security; that of ONVIF by default. */
  readonly refusal?: string
  readonly username?: string
  readonly password?: string
  readonly clockOffsetMs?: number
  /** False: GetSystemDateAndTime is refused like the rest. */
  readonly tellsTime?: boolean
  readonly nonceIsStaleOnce?: boolean
  /** Inner XML of the answer to an operation, instead of the usual one; null for a fault. */
  readonly answers?: Readonly<Record<string, string | null>>
  /** Takes over the whole request. */
  readonly instead?: (operation: string, request: IncomingMessage, response: ServerResponse) => boolean
}

export interface RunningDevice extends AsyncDisposable {
  readonly port: number
  /** Operations in the order in which they came. */
  readonly operations: string[]
  /** The requests themselves. */
  readonly bodies: string[]
  /** Requests that carried credentials, by whether they were right. */
  readonly tries: { right: number; wrong: number }
  readonly connections: () => number
}

const usual: Readonly<Record<string, string>> = {
  GetDeviceInformation:
    '<Manufacturer>Maker</Manufacturer><Model>M1</Model><FirmwareVersion>1.10</FirmwareVersion><SerialNumber>0012</SerialNumber>',
  GetServices:
    '<Service><Namespace>http://www.onvif.org/ver10/media/wsdl</Namespace><XAddr>http://10.1.2.3:99/onvif/elsewhere</XAddr></Service>',
  GetProfiles: ['main 1920 1080', 'sub 640 360']
    .map((line) => line.split(' '))
    .map(
      ([token, width, height]) =>
        `<Profiles token="${token}"><Name>${token}</Name><VideoEncoderConfiguration><Encoding>H264</Encoding>` +
        `<Resolution><Width>${width}</Width><Height>${height}</Height></Resolution></VideoEncoderConfiguration></Profiles>`,
    )
    .join(''),
  GetStreamUri: '<MediaUri><Uri>rtsp://admin:admin@0.0.0.0:554/TOKEN?a=1&amp;b=2</Uri></MediaUri>',
  GetSnapshotUri: '<MediaUri><Uri>http://10.1.2.3:80/snap.jpg</Uri></MediaUri>',
  GetNetworkInterfaces:
    '<NetworkInterfaces token="e"><Enabled>true</Enabled><Info><HwAddress>02:00:00:AA:00:02</HwAddress></Info></NetworkInterfaces>',
}

export async function startDevice(options: DeviceFixture = {}): Promise<RunningDevice> {
  const operations: string[] = []
  const bodies: string[] = []
  const tries = { right: 0, wrong: 0 }
  let connections = 0
  let nonce = 1
  const { username = 'admin', password = 'right', wants = 'nothing' } = options

  const server = createServer((request, response) => {
    const answered = text(request).then((body) => {
      const operation = /<s:Body[^>]*><(\w+)/.exec(body)?.[1] ?? ''
      operations.push(operation)
      bodies.push(body)
      if (options.instead?.(operation, request, response) === true) return
      const needsAccount = operation !== 'GetSystemDateAndTime' || options.tellsTime === false
      const verdict = needsAccount ? judge(request, body) : 'right'
      if (verdict === 'right') return answer(response, operation, body)
      if (wants === 'ws-security') return fault(response, options.refusal ?? 'ter:NotAuthorized', 400)
      const stale = verdict === 'stale' ? ', stale=true' : ''
      response.setHeader('WWW-Authenticate', [
        'Basic realm="x"',
        `Digest realm="x", nonce="n${nonce}", qop="auth"${stale}`,
      ])
      response.writeHead(401).end('<html>no</html>')
    })
    // A client that breaks off wants no answer.
    answered.catch(() => response.destroy())
  })
  server.on('connection', () => {
    connections += 1
  })

  function judge(request: IncomingMessage, body: string): 'right' | 'wrong' | 'missing' | 'stale' {
    if (wants === 'nothing') return 'right'
    const verdict = wants === 'digest' ? judgeDigest(request) : judgeToken(body)
    if (verdict === 'right' || verdict === 'wrong') tries[verdict] += 1
    return verdict
  }

  function judgeDigest(request: IncomingMessage): 'right' | 'wrong' | 'missing' | 'stale' {
    const sent = request.headers.authorization
    if (sent === undefined) return 'missing'
    const field = (name: string): string => new RegExp(`${name}="?([^",]*)`).exec(sent)?.[1] ?? ''
    if (options.nonceIsStaleOnce === true && nonce === 1) {
      nonce = 2
      return 'stale'
    }
    const md5 = (plain: string): string => createHash('md5').update(plain).digest('hex')
    const ha1 = md5(`${username}:x:${password}`)
    const ha2 = md5(`POST:${request.url}`)
    const expected = md5(`${ha1}:n${nonce}:${field('nc')}:${field('cnonce')}:auth:${ha2}`)
    return field('response') === expected ? 'right' : 'wrong'
  }

  /** WS-Security UsernameToken Profile 1.1, with the ten seconds of tolerance of strict cameras. */
  function judgeToken(body: string): 'right' | 'wrong' | 'missing' {
    const field = (name: string): string | undefined =>
      new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(body)?.[1]
    const [nonceSent, created, digest] = [field('Nonce'), field('Created'), field('Password')]
    if (nonceSent === undefined || created === undefined) return 'missing'
    const expected = createHash('sha1')
      .update(Buffer.concat([Buffer.from(nonceSent, 'base64'), Buffer.from(created), Buffer.from(password)]))
      .digest('base64')
    const isInTime = Math.abs(Date.parse(created) - Date.now() - (options.clockOffsetMs ?? 0)) < 10_000
    const named = field('Username')?.replaceAll(/&#(\d+);/g, (_whole, code) =>
      String.fromCodePoint(Number(code)),
    )
    return digest === expected && named === username && isInTime ? 'right' : 'wrong'
  }

  function answer(response: ServerResponse, operation: string, body: string): void {
    const told = options.answers?.[operation]
    if (told === null) return fault(response, 'ter:ActionNotSupported', 500)
    if (told === undefined && operation === 'GetSystemDateAndTime') {
      return respond(response, operation, dateTime(Date.now() + (options.clockOffsetMs ?? 0)))
    }
    const inner = told ?? usual[operation]
    if (inner === undefined) return fault(response, 'ter:ActionNotSupported', 500)
    const token = /<ProfileToken>([^<]*)</.exec(body)?.[1] ?? ''
    respond(response, operation, inner.replace('TOKEN', token))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    operations,
    bodies,
    tries,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function respond(response: ServerResponse, operation: string, inner: string): void {
  response.end(
    `<s:Envelope><s:Body><${operation}Response>${inner}</${operation}Response></s:Body></s:Envelope>`,
  )
}

function fault(response: ServerResponse, code: string, status: number): void {
  response
    .writeHead(status)
    .end(
      `<s:Envelope><s:Body><s:Fault><s:Code><s:Subcode><s:Value>${code}</s:Value></s:Subcode></s:Code></s:Fault></s:Body></s:Envelope>`,
    )
}

function dateTime(ms: number): string {
  const at = new Date(ms)
  return (
    `<SystemDateAndTime><UTCDateTime><Time><Hour>${at.getUTCHours()}</Hour><Minute>${at.getUTCMinutes()}</Minute>` +
    `<Second>${at.getUTCSeconds()}</Second></Time><Date><Year>${at.getUTCFullYear()}</Year>` +
    `<Month>${at.getUTCMonth() + 1}</Month><Day>${at.getUTCDate()}</Day></Date></UTCDateTime></SystemDateAndTime>`
  )
}
