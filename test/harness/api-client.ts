import { request } from 'undici'

/** An answer of the API, its body parsed. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  // A test looks at whatever came; its assertions say what it should be.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** Calls the API over HTTP as one person. */
export class ApiClient {
  readonly origin: string
  #token: string | null = null

  constructor(origin: string) {
    this.origin = origin
  }

  async login(email: string, password: string): Promise<void> {
    const answer = await this.post('/api/v1/auth/login', { email, password })
    if (answer.status !== 200) throw new Error(`login answered ${answer.status}`)
    this.#token = String(answer.body.access_token)
  }

  /** What stands behind `Bearer`. @throws Error before the login */
  get token(): string {
    if (this.#token === null) throw new Error('nobody has signed in')
    return this.#token
  }

  /** The same person at another node. */
  at(origin: string): ApiClient {
    const other = new ApiClient(origin)
    other.#token = this.#token
    return other
  }

  get(path: string): Promise<Answer> {
    return this.#call('GET', path)
  }

  post(path: string, body?: object): Promise<Answer> {
    return this.#call('POST', path, body)
  }

  patch(path: string, body?: object): Promise<Answer> {
    return this.#call('PATCH', path, body)
  }

  put(path: string, body?: object): Promise<Answer> {
    return this.#call('PUT', path, body)
  }

  delete(path: string): Promise<Answer> {
    return this.#call('DELETE', path)
  }

  /** The bytes behind a link that the API gave, absolute or on its origin. */
  async download(
    link: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: Answer['headers']; bytes: Buffer }> {
    const answer = await request(new URL(link, this.origin), { headers })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes: Buffer.from(await answer.body.arrayBuffer()),
    }
  }

  async #call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Answer> {
    const answer = await request(new URL(path, this.origin), {
      method,
      headers: {
        ...(this.#token !== null && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    const json = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: json ? JSON.parse(text) : text,
    }
  }
}
