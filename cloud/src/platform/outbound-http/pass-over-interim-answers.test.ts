import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { Agent, request } from 'undici'
import { afterEach, expect, it } from 'vitest'
import { passOverInterimAnswers } from './pass-over-interim-answers.js'

const open: { server: Server; agent: Agent }[] = []
afterEach(async () => {
  for (const { server, agent } of open.splice(0)) {
    await agent.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A server that answers each request with these bytes, `atOnce` of them in one piece. */
async function answering(bytes: string, atOnce = bytes.length) {
  passOverInterimAnswers()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    socket.on('data', () => {
      void (async () => {
        for (let at = 0; at < bytes.length; at += atOnce) {
          socket.write(bytes.slice(at, at + atOnce))
          await new Promise(setImmediate)
        }
      })()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const agent = new Agent({ pipelining: 1, connections: 1 })
  open.push({ server, agent })
  const post = async () => {
    const answer = await request(url, { method: 'POST', body: '{}', dispatcher: agent })
    return [answer.statusCode, await answer.body.text()]
  }
  return { post, connections: () => connections }
}

const final = 'HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n'
const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'

it.each([
  ['100', goOn],
  ['100 with headers', 'HTTP/1.1 100 Continue\r\nServer: x\r\nDate: y\r\n\r\n'],
  ['100 of an old server, with bare line feeds', 'HTTP/1.0 100\n\n'],
  ['100 three times', goOn.repeat(3)],
  [
    '102, 100 and 103',
    `HTTP/1.1 102 Processing\r\n\r\n${goOn}HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n`,
  ],
  ['199', 'HTTP/1.1 199 Miscellaneous\r\n\r\n'],
])(
  'takes the answer behind %s, whole or in pieces, on one connection, and its body as it is',
  async (_, before) => {
    for (const atOnce of [1_000, 7, 1]) {
      const { post, connections } = await answering(`${before}${final}${goOn}`, atOnce)
      expect([await post(), await post()]).toEqual([
        [200, goOn],
        [200, goOn],
      ])
      expect(connections()).toBe(1)
    }
  },
)

it('takes no answer from one that changes the protocol unasked, sends interim answers without end, or speaks another', async () => {
  const changing = await answering(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  )
  await expect(changing.post()).rejects.toThrow(/bad upgrade/)
  const other = await answering('SSH-2.0\r\n')
  await expect(other.post()).rejects.toThrow(/HTTP/)
  const endless = await answering(`HTTP/1.1 100 Continue\r\nX: ${'x'.repeat(80_000)}`)
  await expect(endless.post()).rejects.toThrow(/without end/)
  for (const interim of [goOn, 'HTTP/1.1 103 Early Hints\r\n\r\n']) {
    const many = await answering(interim.repeat(1_000) + final + goOn, 1_000)
    await expect(many.post()).rejects.toThrow(/without end/)
  }
})
