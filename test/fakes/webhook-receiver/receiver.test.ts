import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { Agent, request } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, WebhookReceiver } from './receiver.js'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]()
})

async function start(...answers: Answer[]) {
  const receiver = await WebhookReceiver.start({ answers })
  open.push(receiver)
  const dispatcher = new Agent({ connect: { ca: receiver.certificate.cert } })
  open.push({ [Symbol.asyncDispose]: () => dispatcher.destroy() })
  const post = (body: string, headers: Record<string, string> = {}) =>
    request(receiver.url, { method: 'POST', body, headers, dispatcher })
  return { receiver, post }
}

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

function signed(body: string, timestamp = new Date().toISOString()): Record<string, string> {
  const seconds = String(Math.floor(Date.parse(timestamp) / 1000))
  const key = Buffer.alloc(32, 7)
  return {
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': createHmac('sha256', secret).update(body).digest('hex'),
    'webhook-id': 'id',
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${createHmac('sha256', key).update(`id.${seconds}.${body}`).digest('base64')}`,
  }
}

describe('WebhookReceiver', () => {
  it('answers by script, then 204, and keeps the raw bytes', async () => {
    const { receiver, post } = await start({ status: 500, body: 'no' }, 'drop')
    expect((await post('one')).statusCode).toBe(500)
    await expect(post('two')).rejects.toThrow(/closed|socket|other side/i)
    expect((await post('three')).statusCode).toBe(204)
    expect(receiver.received.map((one) => one.body.toString())).toEqual(['one', 'two', 'three'])
  })

  it('has not got a delivery that breaks off in its midst, as of a sender that is killed', async () => {
    const { receiver, post } = await start()
    const { hostname, port } = new URL(receiver.url)
    const sender = connect({ host: hostname, port: Number(port), ca: receiver.certificate.cert })
    await once(sender, 'secureConnect')
    sender.write('POST /hook HTTP/1.1\r\nHost: desk\r\nContent-Length: 100\r\n\r\nhalf of')
    await expect.poll(() => receiver.begun).toBe(1)
    sender.destroy()
    await post('whole')
    expect(receiver.received.map((one) => one.body.toString())).toEqual(['whole'])
  })

  it('accepts a right signature', async () => {
    const { receiver, post } = await start()
    await post('{"a":1}', signed('{"a":1}'))
    const [delivery] = await receiver.waitFor(1)
    expect(delivery && receiver.whatIsWrong(delivery, secret)).toBeNull()
  })

  const old = new Date(Date.now() - 6 * 60_000).toISOString()
  const wrongs: [string, Record<string, string>, RegExp][] = [
    ['without headers', {}, /timestamp/],
    ['with another body', signed('{"a":2}'), /wrong signature/],
    ['that is old', signed('{"a":1}', old), /five minutes/],
    [
      'with a wrong Standard Webhooks signature',
      { ...signed('{"a":1}'), 'webhook-id': 'other' },
      /Standard Webhooks/,
    ],
  ]
  it.each(wrongs)('refuses a delivery %s', async (_, headers, reason) => {
    const { receiver, post } = await start()
    await post('{"a":1}', headers)
    const [delivery] = await receiver.waitFor(1)
    expect(delivery && receiver.whatIsWrong(delivery, secret)).toMatch(reason)
  })
})
