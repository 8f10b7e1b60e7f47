import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { S3Options } from './s3-blob-store.js'
import { signatureFault } from './s3-signature.fake.js'

/** Bytes of a part that is not the last, at least; as Amazon's. */
const leastPartBytes = 5 * 1024 * 1024

interface Options {
  /** Smaller than Amazon's, for tests that need no large parts. */
  readonly leastPartBytes?: number
  /** As an earlier one, whose place it takes: at its address and with its keys. */
  readonly like?: S3Options
}

/**
 * What is wrong with the store: it answers every request with that status; answers a part with 503 before it is sent, and hangs up; takes connections and never answers; answers a GET
 * with the first half of the object and then nothing; is full, as MinIO says it or as Ceph does; confirms what it is given
 * and keeps none of it, or half; has no list of multipart uploads for these keys; or says 200 and has an error in its body where it copies or joins, as Amazon's may.
 */
export type S3Fault =
  | { readonly status: 500 | 503 }
  | { readonly full: 'XMinioStorageFull' | 'QuotaExceeded' }
  | 'silent'
  | 'hangs up'
  | 'stalls'
  | 'keeps nothing'
  | 'keeps half'
  | 'error behind a 200'
  | 'no list of uploads'

interface Multipart {
  readonly key: string
  readonly initiated: Date
  readonly parts: Map<number, Buffer>
}

interface Question {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

interface Reply {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: Buffer | string
}

/** An S3-compatible store on loopback: it verifies every signature and keeps objects in memory. */
export class FakeS3 implements AsyncDisposable {
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly objects = new Map<string, Buffer>()
  readonly #uploads = new Map<string, Multipart>()
  readonly #leastPartBytes: number
  /** Requests that were refused for their signature. */
  refused = 0
  /** Set and taken back at any time. */
  fault: S3Fault | null = null
  #options: S3Options | undefined

  private constructor(options: Options) {
    this.#leastPartBytes = options.leastPartBytes ?? leastPartBytes
  }

  static async start(options: Options = {}): Promise<FakeS3> {
    const store = new FakeS3(options)
    store.#server.listen(Number(new URL(options.like?.endpoint ?? 'http://any:0').port), '127.0.0.1')
    await once(store.#server, 'listening')
    const address = store.#server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the store does not listen')
    store.#options = options.like ?? {
      bucket: 'clips',
      region: 'eu-test-1',
      endpoint: `http://127.0.0.1:${address.port}`,
      accessKeyId: 'AKTEST',
      secretAccessKey: randomUUID(),
    }
    return store
  }

  get options(): S3Options {
    if (!this.#options) throw new Error('the store has not begun')
    return this.#options
  }

  /** Multipart uploads that were neither completed nor aborted. */
  get openUploads(): number {
    return this.#uploads.size
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    if (this.fault === 'hangs up' && method === 'PUT') {
      request.once('data', () =>
        response.writeHead(503, { connection: 'close' }).end(() => request.destroy()),
      )
      return
    }
    const body = await buffer(request).catch(() => null)
    // The client went away in the middle: nothing is stored.
    if (!body) return
    if (this.fault === 'silent') return
    const wrong = signatureFault({ method, url, headers, body }, this.options, Date.now())
    if (wrong) this.refused += 1
    const {
      status,
      headers: sent,
      body: answer,
    } = wrong ? refuse(403, wrong) : this.#answer(method, url, headers, body)
    if (this.fault === 'stalls' && method === 'GET' && Buffer.isBuffer(answer)) {
      response.writeHead(status, { ...sent, 'content-length': String(answer.length) })
      return void response.write(answer.subarray(0, answer.length / 2))
    }
    response.writeHead(status, sent).end(method === 'HEAD' ? undefined : answer)
  }

  #answer(method: string, url: string, headers: IncomingMessage['headers'], body: Buffer): Reply {
    const { pathname, searchParams: query } = new URL(url, 'http://s3')
    const [, bucket, ...key] = decodeURIComponent(pathname).split('/')
    if (bucket !== this.options.bucket) return refuse(404, 'NoSuchBucket')
    const question = { method, key: key.join('/'), query, headers, body }
    const troubled = this.#refusal(question)
    if (troubled) return troubled
    if (query.has('uploadId') || query.has('uploads')) return this.#multipart(question)
    switch (method) {
      case 'GET':
        return question.key === '' ? this.#list(query.get('prefix') ?? '') : this.#read(question)
      case 'HEAD':
        return this.#head(question)
      case 'PUT':
        return this.#put(question)
      case 'DELETE':
        this.objects.delete(question.key)
        return { status: 204 }
      default:
        return refuse(405, 'MethodNotAllowed')
    }
  }

  /** What a fault makes of a request in place of its answer. */
  #refusal({ method, query, headers }: Question): Reply | null {
    const { fault } = this
    const isJoin = headers['x-amz-copy-source'] !== undefined || (method === 'POST' && query.has('uploadId'))
    if (fault === 'error behind a 200' && isJoin) return { ...refuse(500, 'InternalError'), status: 200 }
    if (typeof fault !== 'object' || fault === null) return null
    if ('status' in fault) return refuse(fault.status, fault.status === 503 ? 'SlowDown' : 'InternalError')
    if (method !== 'PUT' && method !== 'POST') return null
    return refuse(fault.full === 'QuotaExceeded' ? 403 : 507, fault.full)
  }

  #head({ key }: Question): Reply {
    const object = this.objects.get(key)
    return object
      ? { status: 200, headers: { 'content-length': String(object.length), etag: etagOf(object) } }
      : { status: 404 }
  }

  /** As much of it as the store keeps while something is wrong with it. */
  #keep(key: string, bytes: Buffer): void {
    if (this.fault === 'keeps nothing') return
    this.objects.set(key, this.fault === 'keeps half' ? bytes.subarray(0, bytes.length / 2) : bytes)
  }

  #read({ key, headers, query }: Question): Reply {
    const object = this.objects.get(key)
    if (!object) return refuse(404, 'NoSuchKey')
    const shown = {
      'content-type': query.get('response-content-type') ?? 'application/octet-stream',
      'content-disposition': query.get('response-content-disposition') ?? 'attachment',
      etag: etagOf(object),
    }
    const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '')
    if (!range) return { status: 200, headers: shown, body: object }
    const start = Number(range[1])
    const end = range[2] === '' ? object.length - 1 : Math.min(Number(range[2]), object.length - 1)
    const part = { ...shown, 'content-range': `bytes ${start}-${end}/${object.length}` }
    return { status: 206, headers: part, body: object.subarray(start, end + 1) }
  }

  #put(question: Question): Reply {
    const source = question.headers['x-amz-copy-source']
    const bytes = source === undefined ? question.body : this.#source(source)
    if (!bytes) return refuse(404, 'NoSuchKey')
    this.#keep(question.key, bytes)
    const etag = etagOf(bytes)
    return source === undefined
      ? { status: 200, headers: { etag } }
      : xml('CopyObjectResult', `<ETag>${etag}</ETag>`)
  }

  #source(source: string | string[]): Buffer | undefined {
    const [bucket, ...key] = decodeURIComponent([source].flat().join('')).replace(/^\//, '').split('/')
    return bucket === this.options.bucket ? this.objects.get(key.join('/')) : undefined
  }

  #list(prefix: string): Reply {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix))
    const found = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    return xml('ListBucketResult', `<IsTruncated>false</IsTruncated>${found}`)
  }

  /** Two at a time: a store may answer fewer than there are. */
  #listUploads(query: URLSearchParams): Reply {
    if (this.fault === 'no list of uploads') return refuse(403, 'AccessDenied')
    const after = query.get('upload-id-marker') ?? ''
    const ids = [...this.#uploads.keys()].toSorted().filter((id) => id > after)
    const shown = ids.flatMap((id) => {
      const { key, initiated } = this.#uploads.get(id) ?? { key: '', initiated: new Date() }
      return key.startsWith(query.get('prefix') ?? '') ? [{ id, key, initiated }] : []
    })
    const page = shown.slice(0, 2)
    const last = page.at(-1)
    const next = last
      ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
      : ''
    const uploads = page.map(
      ({ id, key, initiated }) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    )
    const more = `<IsTruncated>${shown.length > page.length}</IsTruncated>${next}`
    return xml('ListMultipartUploadsResult', more + uploads.join(''))
  }

  #multipart({ method, key, query, headers, body }: Question): Reply {
    if (method === 'GET' && query.has('uploads')) return this.#listUploads(query)
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      this.#uploads.set(id, { key, initiated: new Date(), parts: new Map() })
      return xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`)
    }
    const id = query.get('uploadId') ?? ''
    const upload = this.#uploads.get(id)
    if (upload?.key !== key) return refuse(404, 'NoSuchUpload')
    switch (method) {
      case 'PUT': {
        const bytes = this.#source(headers['x-amz-copy-source'] ?? '')
        if (!bytes) return refuse(404, 'NoSuchKey')
        upload.parts.set(Number(query.get('partNumber')), bytes)
        return xml('CopyPartResult', `<ETag>${etagOf(bytes)}</ETag>`)
      }
      case 'POST':
        return this.#finish(id, upload, body.toString())
      case 'DELETE':
        this.#uploads.delete(id)
        return { status: 204 }
      default:
        return refuse(405, 'MethodNotAllowed')
    }
  }

  #finish(id: string, { key, parts }: Multipart, wanted: string): Reply {
    const numbers = [...wanted.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
      Number(number),
    )
    const chosen = numbers.map((number) => parts.get(number))
    if (chosen.some((part) => part === undefined)) return refuse(400, 'InvalidPart')
    const bytes = chosen.map((part) => part ?? Buffer.alloc(0))
    if (bytes.slice(0, -1).some((part) => part.length < this.#leastPartBytes))
      return refuse(400, 'EntityTooSmall')
    this.#keep(key, Buffer.concat(bytes))
    this.#uploads.delete(id)
    return xml('CompleteMultipartUploadResult', `<Key>${key}</Key>`)
  }
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

const xml = (name: string, inner: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><${name}>${inner}</${name}>`,
})

const refuse = (status: number, code: string): Reply => xml('Error', `<Code>${code}</Code>`, status)
