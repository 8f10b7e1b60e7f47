import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isGenuine } from '../receivers/is-genuine.js'
import { blocksOf, pathOf, textOf } from './repository.js'

interface Delivery {
  readonly body: string
  readonly headers: Record<string, string>
  readonly secret: string
}
type Receiver = (delivery: Delivery) => boolean

const secret = 'whsec_dGVzdA=='
const sentAt = (ageMs: number) => JSON.stringify({ timestamp: new Date(Date.now() - ageMs).toISOString() })
const signed = (body: string, key = secret): Delivery => ({
  body,
  headers: { 'x-webhook-signature': createHmac('sha256', key).update(body).digest('hex') },
  secret,
})

const inTypeScript: Receiver = ({ body, headers, secret: key }) => isGenuine(Buffer.from(body), headers, key)

const python = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0)
/** Asks the module itself, in a process of its own. */
const inPython: Receiver = (delivery) => {
  const program =
    'import json, sys; from is_genuine import is_genuine; d = json.load(sys.stdin); ' +
    'print(is_genuine(d["body"].encode(), d["headers"], d["secret"]))'
  const { stdout, stderr } = spawnSync(python ?? '', ['-B', '-c', program], {
    cwd: path.dirname(pathOf('test/receivers/is_genuine.py')),
    input: JSON.stringify(delivery),
    encoding: 'utf8',
  })
  if (stdout !== 'True\n' && stdout !== 'False\n') throw new Error(stderr)
  return stdout === 'True\n'
}

function tellsGenuine(receiver: Receiver): void {
  const body = sentAt(0)
  expect(receiver(signed(body))).toBe(true)
  expect(receiver(signed(body, 'another'))).toBe(false)
  expect(receiver({ ...signed(body), headers: {} })).toBe(false)
  expect(receiver({ ...signed(body), headers: { 'x-webhook-signature': 'é' } })).toBe(false)
  expect(receiver({ ...signed(body), body: `${body} ` })).toBe(false)
  expect(receiver(signed(sentAt(600_000)))).toBe(false)
  expect(receiver(signed(sentAt(-600_000)))).toBe(false)
}

describe('the receiver that the README shows', () => {
  it('in TypeScript stands there as it is, and tells genuine deliveries from others', () => {
    expect(blocksOf('README.md', 'ts')).toContain(textOf('test/receivers/is-genuine.ts'))
    tellsGenuine(inTypeScript)
  })

  it('in Python stands there as it is', () => {
    expect(blocksOf('README.md', 'python')).toContain(textOf('test/receivers/is_genuine.py'))
  })

  it.skipIf(python === undefined)('in Python tells genuine deliveries from others (needs python3)', () => {
    tellsGenuine(inPython)
  })
})
