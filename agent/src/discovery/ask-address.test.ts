import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { askAddress } from './ask-address.js'

const host = '127.0.0.1'
const noSignal = new AbortController().signal
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listening(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

/** Answers every request with that. */
const web = (status: number, body: string, headers: Record<string, string> = {}) =>
  listening(createHttpServer((_request, response) => response.writeHead(status, headers).end(body)))
/** Sends that to whoever says anything. */
const speaks = (text: string) =>
  listening(createServer((socket) => socket.on('error', () => {}).on('data', () => socket.end(text))))
const envelope = (body: string) =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${body}</s:Body></s:Envelope>`
const time = envelope('<t:GetSystemDateAndTimeResponse xmlns:t="http://www.onvif.org/ver10/device/wsdl"/>')
const rtsp = () => speaks('RTSP/1.0 200 OK\r\nCSeq: 1\r\nPublic: OPTIONS, DESCRIBE\r\n\r\n')
const nobody = async () => {
  const server = createServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
const ask = (onvif: number[], streams: number[]) =>
  askAddress(host, { clock: systemClock, random: systemRandom }, noSignal, { onvif, rtsp: streams })

test('a camera is found at the first of the usual ports that speaks ONVIF, with its streams', async () => {
  const [closed, page, device, stream] = [
    await nobody(),
    await web(200, '<html>'),
    await web(200, time),
    await rtsp(),
  ]
  expect(await ask([closed, page, device], [stream])).toMatchObject([
    {
      source: 'scan',
      address: host,
      port: device,
      onvif: true,
      xaddrs: [`http://${host}:${device}/onvif/device_service`],
      rtspUrls: [`rtsp://${host}:${stream}/`],
    },
  ])
})

test('a camera without ONVIF is found by its stream', async () => {
  const stream = await rtsp()
  expect(await ask([await nobody()], [await nobody(), stream])).toMatchObject([
    { port: stream, onvif: false },
  ])
})

test('a fault in SOAP is an ONVIF device; so is a refusal beside a stream', async () => {
  const fault = await web(400, envelope('<s:Fault><s:Reason><s:Text>no</s:Text></s:Reason></s:Fault>'))
  expect(await ask([fault], [await nobody()])).toMatchObject([{ port: fault, onvif: true }])
  const locked = await web(401, '', { 'WWW-Authenticate': 'Digest realm="x", nonce="y"' })
  const stream = await rtsp()
  expect(await ask([locked], [stream])).toMatchObject([{ port: locked, onvif: true }])
})

test.each<[string, () => Promise<number>, () => Promise<number>]>([
  [
    'a router that asks for a password',
    () => web(401, '', { 'WWW-Authenticate': 'Basic realm="r"' }),
    nobody,
  ],
  ['a web page', () => web(200, '<html>hello</html>'), nobody],
  [
    'what greets at the port of streams in another language',
    nobody,
    () => speaks('HTTP/1.1 400 Bad Request\r\n\r\n'),
  ],
  ['what floods', nobody, () => speaks('R'.repeat(100_000))],
  ['nobody', nobody, nobody],
])('%s is no camera', async (_what, one, other) => {
  expect(await ask([await one()], [await other()])).toEqual([])
})

test('an abort ends it at once', async () => {
  const abort = new AbortController()
  const silent = await listening(createServer((socket) => socket.on('error', () => {})))
  const asking = askAddress(host, { clock: systemClock, random: systemRandom }, abort.signal, {
    onvif: [silent],
    rtsp: [silent],
  })
  const reason = new Error('enough')
  setTimeout(() => abort.abort(reason), 100)
  await expect(asking).rejects.toBe(reason)
})
