import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { directRoute } from '../platform/cloud-http.js'
import { askCloud } from './cloud-answer.js'

test('an answer without an end is read no further than any answer is long', async () => {
  let sent = 0
  const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')])
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    const more = () => {
      if (socket.destroyed || sent > 64) return
      sent += 1
      socket.write(piece, more)
    }
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', more))
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const asked = askCloud(url, directRoute, systemClock, AbortSignal.timeout(4000))
  await expect(asked).rejects.toMatchObject({ kind: 'unreachable' })
  expect(sent).toBeLessThan(64)
})
