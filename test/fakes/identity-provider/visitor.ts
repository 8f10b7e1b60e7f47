import { Agent, request } from 'undici'

/** A page that somebody was led to. */
export interface Visited {
  readonly url: URL
  readonly status: number
  readonly body: string
}

const agentName = 'visitor'
const mostRedirects = 20

/** A browser without a screen: it follows redirects and keeps cookies, by host and port, with the path that they are for. */
export class Visitor implements AsyncDisposable {
  readonly #agent: Agent
  /** By origin, then by name. */
  readonly #cookies = new Map<string, Map<string, { readonly value: string; readonly path: string }>>()

  /** @param ca certificates that it trusts, PEM */
  constructor(ca: string) {
    this.#agent = new Agent({ connect: { ca } })
  }

  /** Opens an address and goes where it leads, until a page of `stopAt` or one that leads nowhere. */
  async open(address: string, stopAt: (url: URL) => boolean = () => false): Promise<Visited> {
    let url = new URL(address)
    for (let hop = 0; hop < mostRedirects; hop += 1) {
      if (stopAt(url)) return { url, status: 0, body: '' }
      const { status, location, body } = await this.#ask(url, 'GET')
      if (location === null) return { url, status, body }
      url = new URL(location, url)
    }
    throw new Error(`${address} leads in circles`)
  }

  /** Sends a POST. @param body JSON */
  async post(address: string, body: object): Promise<Visited> {
    const url = new URL(address)
    return { url, ...(await this.#ask(url, 'POST', JSON.stringify(body))) }
  }

  /** A cookie of an origin, if it has it. */
  cookie(origin: string, name: string): string | undefined {
    return this.#cookies.get(origin)?.get(name)?.value
  }

  setCookie(origin: string, name: string, value: string, path = '/'): void {
    const jar = this.#cookies.get(origin) ?? new Map()
    this.#cookies.set(origin, jar.set(name, { value, path }))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#agent.destroy()
  }

  async #ask(url: URL, method: 'GET' | 'POST', body?: string) {
    const jar = [...(this.#cookies.get(url.origin) ?? [])].filter(([, { path }]) =>
      url.pathname.startsWith(path),
    )
    const answer = await request(url, {
      method,
      dispatcher: this.#agent,
      headers: {
        'user-agent': agentName,
        ...(jar.length > 0 && { cookie: jar.map(([name, { value }]) => `${name}=${value}`).join('; ') }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.#keep(url.origin, line)
    const location = answer.headers['location']
    return {
      status: answer.statusCode,
      location: typeof location === 'string' ? location : null,
      body: await answer.body.text(),
    }
  }

  #keep(origin: string, line: string): void {
    const [pair = '', ...attributes] = line.split(/; */)
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/'
    if (value === '' || attributes.some((one) => /^max-age=0$/i.test(one)))
      this.#cookies.get(origin)?.delete(name)
    else this.setCookie(origin, name, value, path)
  }
}
