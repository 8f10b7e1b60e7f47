import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { selfSigned } from '../rtsp/self-signed.fixture.js'
import { fetchSnapshot } from './fetch-snapshot.js'
import { postSoap, SoapConnections } from './soap-http.js'

const noSignal = new AbortController().signal
const envelope = '<s:Envelope><s:Body><Yes/></s:Body></s:Envelope>'
const picture = Buffer.from('ffd8ffe000104a464946ffd9', 'hex')

/** A camera over HTTPS; its certificate signed itself. */
async function startCamera(options: TlsOptions): Promise<number> {
  const server = createServer({ ...selfSigned(), ...options }, (request, response) => {
    response.end(request.method === 'GET' ? picture : envelope)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

const old = { minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const
const cameras: [string, TlsOptions][] = [
  ['of today', {}],
  ['that knows TLS 1.1 at best', { ...old, maxVersion: 'TLSv1.1' }],
  ['that knows TLS 1.0 alone', { ...old, maxVersion: 'TLSv1' }],
]

test.each(cameras)('a camera %s is asked over HTTPS', async (_name, options) => {
  const port = await startCamera(options)
  using connections = new SoapConnections()
  const soap = { address: '127.0.0.1', host: '127.0.0.1', port, path: '/', tls: true, action: 'a', body: 'b' }
  const reply = await postSoap(soap, connections.agentFor(true, 'short'), systemClock, noSignal)
  expect(reply).toMatchObject({ status: 200, body: envelope })
})

test.each(cameras)('a camera %s gives its still picture over HTTPS', async (_name, options) => {
  const url = `https://127.0.0.1:${await startCamera(options)}/snap.jpg`
  const deps = { clock: systemClock, random: systemRandom, allowed: () => null }
  expect(await fetchSnapshot({ url, credentials: null }, deps, noSignal)).toEqual(picture)
})
