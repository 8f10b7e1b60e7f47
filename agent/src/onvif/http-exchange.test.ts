import { once } from 'node:events'
import { Agent } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { exchangeHttp } from './http-exchange.js'
import { ConnectionLost, OnvifError } from './onvif-error.js'
import { envelopeIn } from './soap-answer.js'

const envelope = '<s:Envelope><s:Body><Yes/></s:Body></s:Envelope>'
const half = envelope.slice(0, 20)
const digest = 'WWW-Authenticate: Digest realm="x", nonce="1"'
const head = (status: number, ...headers: string[]) =>
  [`HTTP/1.1 ${status} So`, ...headers, '', ''].join('\r\n')

/** Asks a server that says this to each request, and then does that to the connection. */
async function ask(
  says: string | ((request: number) => string),
  then: (socket: Socket) => void,
  { timeoutMs = 20_000, requests = 1 } = {},
) {
  let heard = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => {
      heard += 1
      socket.write(typeof says === 'string' ? says : says(heard), () => then(socket))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => {
    agent.destroy()
    server.close()
  })
  const address = server.address()
  const asked = {
    tls: false,
    agent,
    address: '127.0.0.1',
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    path: '/',
    method: 'POST',
    headers: {},
    body: 'please',
    timeoutMs,
    mostBytes: 1000,
    judge: envelopeIn,
    words: { where: 'it', late: 'did not answer', tooLong: 'too long' },
  } as const
  const exchange = () => exchangeHttp(asked, systemClock, new AbortController().signal)
  for (let before = 1; before < requests; before += 1) await exchange()
  const outcome = await exchange().then(
    ({ status, body }) => ({ status, body: body.toString() }),
    (error: unknown) => error,
  )
  return { outcome, heard }
}

const end = (socket: Socket) => socket.end()
const reset = (socket: Socket) => socket.resetAndDestroy()
const keep = () => undefined
const length = (bytes: number) => `Content-Length: ${bytes}`
const chunked = 'Transfer-Encoding: chunked'

test.each<[string, string, (socket: Socket) => void]>([
  ['and the end comes before what was announced', head(200, length(500)) + envelope, end],
  ['and nothing more comes of what was announced', head(200, length(500)) + envelope, keep],
  ['without the last chunk, and the end', `${head(200, chunked)}30\r\n${envelope}\r\n`, end],
  ['without the last chunk, and nothing more', `${head(200, chunked)}30\r\n${envelope}\r\n`, keep],
  ['in a chunk that is announced too long', `${head(200, chunked)}fff\r\n${envelope}`, end],
  ['in chunks that end in nonsense', `${head(200, chunked)}30\r\n${envelope}\r\nzz\r\n`, end],
  ['without a length', head(200) + envelope, end],
  ['behind an end that was announced too soon', head(200, length(40)) + envelope, keep],
  ['with bytes behind it', `${head(200, length(500))}${envelope}\r\n\0\0`, end],
])('a whole envelope is an answer: %s', async (_name, says, then) => {
  expect((await ask(says, then)).outcome).toMatchObject({
    status: 200,
    body: expect.stringContaining(envelope),
  })
})

test.each<[string, string, (socket: Socket) => void]>([
  ['before what was announced', head(200, length(500)) + half, end],
  ['without a length', head(200) + half, end],
  ['by a reset', head(200, length(500)) + half, reset],
  ['in the middle of a chunk', `${head(200, chunked)}30\r\n${half}`, end],
  ['behind the head', head(200, length(500)), end],
  ['in the head', 'HTTP/1.1 200', end],
])('half an envelope is none, where the connection ends: %s', async (_name, says, then) => {
  const { outcome, heard } = await ask(says, then)
  expect(outcome).toBeInstanceOf(ConnectionLost)
  expect(outcome).toMatchObject({ isUnseen: false })
  expect(heard).toBe(1)
})

test.each([
  ['that asks for an account', head(401, digest, length(500)), 401],
  ['that asks for an account in half an envelope', head(401, digest, length(500)) + half, 401],
  ['that knows no such page', `${head(404, length(500))}<html>`, 404],
])('a refusal says all in its head, though more was announced: one %s', async (_name, says, status) => {
  expect((await ask(says, end)).outcome).toMatchObject({ status })
})

const switches = head(101, 'Connection: Upgrade', 'Upgrade: websocket')
const goesOn = head(100)

test.each<[string, string, (socket: Socket) => void]>([
  ['and is left open', switches, keep],
  ['and the end', switches, end],
  ['with bytes behind it', `${switches}${envelope}`, keep],
  ['behind one that says to go on', goesOn + switches, keep],
])('whoever speaks another protocol from now on has answered: %s', async (_name, says, then) => {
  const { outcome, heard } = await ask(says, then)
  expect(outcome).toMatchObject({ status: 101, body: '' })
  expect(heard).toBe(1)
})

test('answers that say to go on, and never end, are late', async () => {
  let isOver = false
  const again = (socket: Socket): void => {
    if (!isOver && !socket.destroyed) socket.write(goesOn, () => setImmediate(again, socket))
  }
  const { outcome } = await ask(head(103) + goesOn, again, { timeoutMs: 300 })
  isOver = true
  expect(outcome).toMatchObject({ fault: 'timeout' })
})

test.each([
  ['says to go on', goesOn],
  ['begins its answer', 'HTTP/1.1 200'],
  ['says something else', '\0\0'],
])('a device that %s and hangs up has seen the request', async (_name, says) => {
  const whole = head(200, length(envelope.length)) + envelope
  let ends = 0
  const { outcome } = await ask(
    (request) => (request === 1 ? whole : says),
    (socket) => (ends++ === 0 ? undefined : socket.end()),
    { requests: 2 },
  )
  expect(outcome).toBeInstanceOf(OnvifError)
  expect(outcome).not.toMatchObject({ isUnseen: true })
})

test('a request is sent once, and a lost one says how long it was out and whether it was seen', async () => {
  const whole = head(200, length(envelope.length)) + envelope
  const says = (request: number) => (request === 1 ? whole : '')
  let ends = 0
  const kept = await ask(says, (socket) => (ends++ === 0 ? undefined : socket.end()), { requests: 2 })
  expect(kept.outcome).toMatchObject({ name: 'ConnectionLost', isUnseen: true })
  expect(kept.heard).toBe(2)
  const long = await ask('', (socket) => setTimeout(() => socket.end(), 300))
  expect(long.outcome).toMatchObject({ name: 'ConnectionLost', isUnseen: false })
  expect(long.outcome).toHaveProperty('outMs', expect.closeTo(300, -3))
})

test('an answer that is half when its time is over is late', async () => {
  const { outcome } = await ask(head(200, length(500)) + half, keep, { timeoutMs: 300 })
  expect(outcome).toMatchObject({ fault: 'timeout' })
})
