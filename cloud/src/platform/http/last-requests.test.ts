import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LastRequests } from './last-requests.js'
import { answerUnreadable } from './raw-answer.js'

let server: Server
let socket: Socket
let received: string
/** What Node took for a request, and what it said of bytes that are none. */
let read: string[]
/** Each waits for its answer. */
let carriedOut: Map<string, ServerResponse>

beforeEach(async () => {
  received = ''
  read = []
  carriedOut = new Map()
  server = createServer((request, response) => {
    carriedOut.set(request.url ?? '', response)
    request.resume()
  })
  server.on('clientError', answerUnreadable)
  const last = new LastRequests(server)
  server.prependListener('request', (request) => {
    read.push(request.url ?? '')
    if (request.url === '/last') last.add(request)
  })
  server.prependListener('clientError', () => read.push('unreadable'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  socket = connect({ port, host: '127.0.0.1' })
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
})
afterEach(() => {
  socket.destroy()
  server.close()
})

const head = (url: string, field: string) => `POST ${url} HTTP/1.1\r\nHost: a\r\n${field}\r\n\r\n`
const whole = (url: string) => `${head(url, 'Content-Length: 5')}hello`

const patience = { timeout: 10_000 }
const readAs = (what: string) => expect.poll(() => read, patience).toContain(what)

/** All that comes until the connection ends. */
async function allAnswers(): Promise<string> {
  if (!socket.closed) await once(socket, 'close')
  return received
}

test('what is read behind the last request is not carried out, and its answer ends the connection', async () => {
  socket.write(`${whole('/before')}${whole('/last')}`)
  await readAs('/last')
  socket.write(`${whole('/behind')}${whole('/behind/too')}`)
  await readAs('/behind')
  carriedOut.get('/last')?.end('of the last')
  carriedOut.get('/before')?.end('of the one before')
  const text = await allAnswers()
  expect(text.match(/^of the .*?(?=HTTP|$)/gm)).toEqual(['of the one before', 'of the last'])
  expect(text.match(/^Connection: .*/gim)).toEqual(['Connection: keep-alive', 'Connection: close'])
  expect([...carriedOut.keys()]).toEqual(['/before', '/last'])
})

test.each([
  ['that is no request', () => socket.write('hello\r\n\r\n')],
  ['of a request that breaks off', () => socket.end(head('/behind', 'Content-Length: 5'))],
])('a rest %s does not cost the last request its answer', async (_, send) => {
  socket.write(whole('/last'))
  await readAs('/last')
  send()
  await readAs('unreadable')
  carriedOut.get('/last')?.end('of the last')
  expect(await allAnswers()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*of the last$/)
})

test('a last request that cannot be read itself is refused', async () => {
  socket.write(head('/last', 'Transfer-Encoding: chunked'))
  await readAs('/last')
  socket.write('no chunk\r\n')
  expect(await allAnswers()).toMatch(/^HTTP\/1\.1 400 /)
})
