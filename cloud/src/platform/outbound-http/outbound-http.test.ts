import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { parseNetwork } from './address-guard.js'
import { OutboundHttp, type OutboundSettings } from './outbound-http.js'

const clients: OutboundHttp[] = []
const servers: Server[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const one of clients.splice(0)) await one[Symbol.asyncDispose]()
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

function client(settings: Partial<OutboundSettings> = {}): OutboundHttp {
  const made = new OutboundHttp({ allowed: [], ...settings })
  clients.push(made)
  return made
}

/** A listener that counts the connections which reach it and hands each to `onConnection`. */
async function listener(onConnection: (socket: Socket) => void) {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.push(socket)
    onConnection(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, connections: () => connections }
}

const hangUp = (socket: Socket) => void socket.destroy()
const keepSilent = () => undefined

/** A name server that answers with `answers` in turn, the last one for ever. */
function scriptedResolver(...answers: string[][]) {
  let calls = 0
  return async () => {
    const addresses = answers[Math.min(calls, answers.length - 1)] ?? []
    calls += 1
    return addresses.map((address) => ({ address, family: 4 }))
  }
}

const noNameServer = () => Promise.reject(new Error('no name server'))

describe('OutboundHttp.refusal', () => {
  it.each([
    ['http://example.com/', /https/],
    ['ftp://example.com/', /https/],
    ['not a url', /not a URL/],
    ['https://user:secret@example.com/', /user name/],
    ['https://127.0.0.1/', /not be reached/],
    ['https://[::1]/', /not be reached/],
    ['https://0x7f.1/', /not be reached/],
    ['https://2130706433/', /not be reached/],
    ['https://[::ffff:169.254.169.254]/', /not be reached/],
  ])('%s', async (url, reason) => {
    expect(await client().refusal(url)).toMatch(reason)
  })

  it('refuses a name with one private address among public ones', async () => {
    const resolve = scriptedResolver(['93.184.216.34', '10.0.0.1'])
    expect(await client({ resolve }).refusal('https://two-faced.test/')).toMatch(
      /leads to an address that is not public$/,
    )
  })

  it('accepts a public address, and a name that does not resolve at the moment', async () => {
    expect(await client({ resolve: noNameServer }).refusal('https://later.test/')).toBeNull()
    expect(await client().refusal('https://93.184.216.34/')).toBeNull()
  })
})

describe('OutboundHttp.post', () => {
  it('opens no connection to a name that turns private between check and connect', async () => {
    const target = await listener(hangUp)
    const resolve = scriptedResolver(['93.184.216.34'], ['127.0.0.1'])
    const outcome = await client({ resolve }).post(`https://rebind.test:${target.port}/`, {}, '{}')
    expect(outcome).toMatchObject({ kind: 'failed', stage: 'address' })
    expect(target.connections()).toBe(0)
  })

  it('reaches a listed network, and reports a receiver that speaks no TLS', async () => {
    const target = await listener(hangUp)
    const allowed = [parseNetwork('127.0.0.0/8')]
    const outcome = await client({ allowed }).post(`https://127.0.0.1:${target.port}/`, {}, '{}')
    expect(outcome.kind).toBe('failed')
    expect(target.connections()).toBeGreaterThan(0)
  })

  it('ends after its time-out', async () => {
    const target = await listener(keepSilent)
    const outbound = client({ allowed: [parseNetwork('127.0.0.0/8')], timeoutMs: 200 })
    const outcome = await outbound.post(`https://127.0.0.1:${target.port}/`, {}, '{}')
    expect(outcome).toMatchObject({ kind: 'failed', stage: 'timeout' })
  })
})
