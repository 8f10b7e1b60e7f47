import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import { text } from 'node:stream/consumers'
import { hasPeer } from '@sightline/cloud/testing'
import { bearerPrefix, liveSubprotocol } from '@sightline/protocol'
import { freePort } from '@sightline/protocol/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCaddy } from '../fakes/caddy.js'
import { Link } from '../fakes/link/index.js'
import { startNginx } from '../fakes/nginx.js'
import type { PeerProgram } from '../fakes/peer-program.js'
import { makeCertificate } from '../fakes/webhook-receiver/certificate.js'
import { startWorld, until, type World } from '../harness/index.js'
import { LiveViewer } from '../harness/live-viewer.js'
import { HeardSocket } from '../harness/live-watching/heard-socket.js'

const proxies = { nginx: startNginx, caddy: startCaddy }
const installed = (['nginx', 'caddy'] as const).filter((peer) => hasPeer(peer, `the service behind ${peer}`))

const large = { width: 640, height: 360, fps: 15, bitrateKbps: 3000, grain: 30, loopSec: 6 }

let world: World

beforeAll(async () => {
  if (installed.length === 0) return
  const picture = { picture: { width: 320, height: 180 }, subPicture: null }
  world = await startWorld({
    // The last one's clips are larger than what nginx takes at once as it comes.
    cameras: [
      ...installed.map((name) => ({ name, ...picture })),
      { name: 'Gate', picture: large, subPicture: null },
    ],
    cloudEnv: { TRUSTED_PROXIES: '127.0.0.1' },
    // The first one serves all of this; the last one closes connections long before the proxies would.
    nodes: 2,
    lastNodeEnv: { KEEP_ALIVE_SEC: '5' },
  })
})
afterAll(() => world?.close())

interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

/** Makes a site. */
function makeSite(url: string, name: string, headers: Readonly<Record<string, string>> = {}) {
  const own = { authorization: `Bearer ${world.api.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name })
  return call(`${url}/api/v1/sites`, { method: 'POST', headers: { ...own, ...headers }, body })
}

/** A call of a client at another address of this machine than the proxy's. */
async function call(url: string, { method = 'GET', headers = {}, body }: Call = {}) {
  const request = http.request(url, { method, headers, localAddress: '127.0.0.2', agent: false })
  // Whoever is refused before all was sent may hear of that while writing, too.
  request.on('error', () => undefined)
  request.end(body)
  const [answer]: http.IncomingMessage[] = await once(request, 'response')
  const { location } = answer?.headers ?? {}
  return { status: answer?.statusCode, location, body: answer ? await text(answer) : '' }
}

describe.each(installed)('behind %s as deploy/ sets it up', (peer) => {
  let proxy: PeerProgram
  let url: string

  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    proxy = await proxies[peer]({ port, servicePort: world.cloud.port })
  })
  afterAll(() => proxy?.[Symbol.asyncDispose]())

  it('a gateway pairs and connects, and its camera is watched live', async () => {
    const agent = await world.onlineAgent(url)
    const camera = await world.addCamera(agent, world.cameras[installed.indexOf(peer)])
    // In a page of the service, which has another port there than it knows of itself.
    await using viewer = new LiveViewer(url, world.api.token, { origin: url })
    viewer.subscribe(1, camera.id)
    await viewer.untilFrames(1, 10)
  })

  it('a page of elsewhere does not watch, whatever host it says to have asked', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-port': '80' }
    const as = { origin: 'http://evil.example', headers }
    const wrong = () => undefined
    const refused = new Promise((resolve) => {
      const names = [liveSubprotocol, `${bearerPrefix}${world.api.token}`]
      const heard = { wrong, lost: resolve }
      void new HeardSocket(`${url.replace('http', 'ws')}/api/v1/live`, names, as, heard)
    })
    expect(await refused).toBe(403)
  })

  it('a part of a clip gets through whole', async () => {
    const part = Buffer.alloc(8 * 1024 * 1024)
    const to = `${url}/api/v1/uploads/0198c0de-0000-7000-8000-000000000000/parts/1`
    const answer = await call(to, { method: 'PUT', body: part })
    // By the service, for want of a signature.
    expect([answer.status, answer.body]).toEqual([403, expect.stringContaining('"error"')])
  })

  it('the service sees who calls, whatever they claim to be', async () => {
    const answer = await call(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9', 'user-agent': peer },
      body: JSON.stringify(world.owner),
    })
    expect(answer.status, answer.body).toBe(200)
    const { body } = await world.api.get('/api/v1/audit-log?action=auth.login')
    expect(body.data).toContainEqual(expect.objectContaining({ user_agent: peer, address: '127.0.0.2' }))
  })

  it('a client that offers HTTP/2 in the clear is answered, with a body and without', async () => {
    // As Java's HttpClient and curl --http2 do on whatever they send first.
    const offer = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
    }
    const read = await call(`${url}/api/v1/health`, { headers: offer })
    expect([read.status, read.body]).toEqual([200, '{"status":"ok"}'])
    const made = await makeSite(url, `By HTTP/2 through ${peer}`, offer)
    expect(made.status, made.body).toBe(201)
  })

  it('a notice comes while the connection goes on', async () => {
    const headers = { authorization: `Bearer ${world.api.token}` }
    const request = http.get(`${url}/api/v1/notices`, { headers, agent: false })
    const [answer]: http.IncomingMessage[] = await once(request, 'response')
    const [first] = answer ? await once(answer, 'data') : []
    expect(String(first)).toMatch(/\S/)
    request.destroy()
  })
})

describe.skipIf(installed.length === 0)(
  'a service that closes idle connections before its proxy does',
  () => {
    it('answers what is sent after that, through each of them', async () => {
      const through = async (peer: (typeof installed)[number]) => {
        await using link = await Link.start(world.nodes.at(-1)?.port ?? 0)
        const port = await freePort()
        await using proxy = await proxies[peer]({ port, servicePort: link.port })
        const make = async (name: string) => {
          const made = await makeSite(`http://127.0.0.1:${port}`, `${name} through ${peer}`)
          expect(made.status, `${made.body}\n${proxy.output}`).toBe(201)
        }
        const askedAt = performance.now()
        await make('First')
        await until('the service has closed the connection', () => link.connections === 0)
        // It had been kept for the next request.
        expect(performance.now() - askedAt).toBeGreaterThan(4_900)
        await make('Second')
      }
      await Promise.all(installed.map(through))
    })
  },
)

describe.each(installed)('behind %s with a certificate', (peer) => {
  it('the lines of the example for it are good, and browsers speak HTTP/2 by them', async () => {
    const certificate = await makeCertificate()
    const port = await freePort()
    const url = `https://127.0.0.1:${port}`
    await using proxy = await proxies[peer]({ port, servicePort: world.cloud.port, certificate })
    await using viewer = new LiveViewer(url, world.api.token, { ca: certificate.cert })
    viewer.subscribe(1, '0198c0de-0000-7000-8000-000000000000')
    await until(`there is no such camera\n${proxy.output}`, () =>
      viewer.of('ended').some(({ code }) => code === 4404),
    )
    const made = await byHttp2(url, certificate.cert, {
      path: '/api/v1/sites',
      body: JSON.stringify({ name: `By HTTP/2 and TLS through ${peer}` }),
    })
    expect(made.status, `${made.body}\n${proxy.output}`).toBe(201)
    // By the service, for want of a signature: all of it came through.
    const part = '/api/v1/uploads/0198c0de-0000-7000-8000-000000000000/parts/1'
    const sent = await byHttp2(url, certificate.cert, {
      method: 'PUT',
      path: part,
      body: Buffer.alloc(8 << 20),
    })
    expect([sent.status, sent.body]).toEqual([403, expect.stringContaining('"error"')])
  })
})

/** A call as a browser makes it of a proxy with a certificate. */
async function byHttp2(
  url: string,
  ca: string,
  { method = 'POST', path, body }: { method?: string; path: string; body: string | Buffer },
) {
  const session = http2.connect(url, { ca })
  try {
    const request = session.request({
      ':method': method,
      ':path': path,
      authorization: `Bearer ${world.api.token}`,
      'content-type': method === 'PUT' ? 'application/octet-stream' : 'application/json',
    })
    // Whoever is refused before all was sent may hear of that while writing, too.
    request.on('error', () => undefined)
    request.end(body)
    const [headers]: http2.IncomingHttpHeaders[] = await once(request, 'response')
    return { status: Number(headers?.[':status']), body: await text(request) }
  } finally {
    session.destroy()
  }
}

describe.skipIf(!installed.includes('nginx'))('behind nginx with a certificate, who comes without', () => {
  it('is led there', async () => {
    const [port, openPort] = [await freePort(), await freePort()]
    const certificate = await makeCertificate()
    await using _ = await startNginx({ port, servicePort: world.cloud.port, certificate, openPort })
    const answer = await call(`http://127.0.0.1:${openPort}/events?q=1`, {
      headers: { host: 'video.example.com' },
    })
    expect([answer.status, answer.location]).toEqual([301, 'https://video.example.com/events?q=1'])
  })
})

describe.skipIf(!installed.includes('nginx'))('behind nginx that lets less through than a part', () => {
  it('a clip comes in smaller parts, and where none passes, once it was mended', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const before = (bodies?: '1k' | 'as it comes') =>
      startNginx({ port, servicePort: world.cloud.port, ...(bodies && { bodies }) })
    let proxy = await before('as it comes')
    try {
      const agent = await world.onlineAgent(url)
      const camera = await world.addCamera(agent, world.cameras.at(-1), {
        pre_event_buffer_sec: 1,
        post_event_buffer_sec: 0,
      })
      const first = await world.trigger(camera.id)
      const event = await world.untilClip(first.event_id)
      expect(event.clip_bytes).toBeGreaterThan(1024 * 1024)
      expect(agent.log).toMatch(/upload\.parts_smaller/)
      expect(agent.log).toMatch(/\(nginx[^)]*\) answered in place of the cloud, with status 413/)

      await proxy[Symbol.asyncDispose]()
      proxy = await before('1k')
      await world.untilGateway(agent, 'online')
      const second = await world.trigger(camera.id)
      await until('nothing passes', () => /upload\.put_off/.test(agent.log))
      const { body } = await world.api.get(`/api/v1/events/${second.event_id}`)
      expect(body.clip_status).not.toBe('failed')

      await proxy[Symbol.asyncDispose]()
      proxy = await before()
      await world.untilClip(second.event_id)
    } finally {
      await proxy[Symbol.asyncDispose]()
    }
  })
})
