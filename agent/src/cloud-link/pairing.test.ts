import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { directRoute } from '../platform/cloud-http.js'
import { systemRandom } from '../platform/random.js'
import { parseCloudUrl } from './cloud-url.js'
import { readIdentity } from './identity.js'
import { type PairOptions, pair } from './pairing.js'

interface Asked {
  pairing_code: string
  attempt_id: string
  public_key: { x: string; d?: string }
}

let folder: string
let server: Server
let cloudUrl: string
let asked: Asked[]
let answer: (response: ServerResponse, body: Asked) => void

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-pairing-'))
  asked = []
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: Asked = JSON.parse(Buffer.concat(chunks).toString())
      asked.push(body)
      answer(response, body)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  cloudUrl = `http://127.0.0.1:${port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  await rm(folder, { recursive: true, force: true })
})

const options = (more: Partial<PairOptions> = {}): PairOptions => ({
  dataDir: join(folder, 'data'),
  cloudUrl,
  code: 'k7m-2qx',
  name: null,
  replace: false,
  route: directRoute,
  clock: systemClock,
  random: systemRandom,
  ...more,
})

const apiKey = `gw_${'k'.repeat(43)}`
function paired(response: ServerResponse): void {
  const body = { gateway_id: randomUUID(), api_key: apiKey, org_id: randomUUID(), ice_servers: [] }
  response.end(JSON.stringify(body))
}

function refused(status: number) {
  return (response: ServerResponse) => {
    response.statusCode = status
    response.end(JSON.stringify({ error: { code: 'x', message: 'the reason' } }))
  }
}

describe('pair', () => {
  it('keeps key and identity for their owner only, and sends no private key', async () => {
    answer = paired
    const identity = await pair(options({ code: ' k7 m-2qX' }))
    expect(asked[0]?.pairing_code).toBe('K7M2QX')
    expect(asked[0]?.public_key.d).toBeUndefined()
    expect(asked[0]?.public_key.x).toBe(identity.sealing_key.x)
    expect(await readIdentity(join(folder, 'data'))).toEqual(identity)
    expect(await readdir(join(folder, 'data'))).toEqual(['identity.json'])
    expect((await stat(join(folder, 'data/identity.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700)
  })

  it('asks again with the same attempt and the same key when the answer was lost', async () => {
    answer = (response) => {
      if (asked.length === 1) response.destroy()
      else paired(response)
    }
    await pair(options())
    expect(asked).toHaveLength(2)
    expect(asked[1]).toEqual(asked[0])
  })

  it('makes the same attempt again in a later run of the command', async () => {
    answer = (response) => response.destroy()
    await expect(pair(options())).rejects.toMatchObject({ kind: 'unreachable' })
    const attempts = asked.length
    answer = paired
    await pair(options({ code: 'K7M2QX' }))
    expect(asked[attempts]?.attempt_id).toBe(asked[0]?.attempt_id)
  })

  it('makes a new attempt after a definite refusal', async () => {
    answer = refused(409)
    await expect(pair(options())).rejects.toMatchObject({ kind: 'cloud_refused' })
    answer = paired
    await pair(options())
    expect(asked[1]?.attempt_id).not.toBe(asked[0]?.attempt_id)
  })

  it.each([
    [400, 'the reason'],
    [404, 'does not know this pairing code'],
    [409, 'used already'],
    [410, 'expired'],
    [429, 'too many wrong codes'],
    [301, 'not as a Sightline cloud'],
    [418, 'not as a Sightline cloud'],
  ])('says what a %i means and what to do', async (status, message) => {
    answer = refused(status)
    const error = await pair(options()).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ message: expect.stringContaining(message), hint: expect.any(String) })
    expect(await readIdentity(join(folder, 'data'))).toBeNull()
  })

  it('does not take a web page for a cloud', async () => {
    answer = (response) => void response.end('<html>login</html>')
    await expect(pair(options())).rejects.toThrow('not as a Sightline cloud')
  })

  it('says that nothing listens there', async () => {
    await expect(pair(options({ cloudUrl: 'http://127.0.0.1:1' }))).rejects.toThrow('refuses the connection')
  })

  it('says that no https is spoken there, where the scheme was left out for a cloud without it', async () => {
    await expect(pair(options({ cloudUrl: cloudUrl.replace('http:', 'https:') }))).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('does not speak https'),
      hint: expect.stringContaining('http://'),
    })
  })

  it('says that the name is not known', async () => {
    await expect(pair(options({ cloudUrl: 'http://nowhere.invalid' }))).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/nowhere\.invalid/),
    })
  })

  it('overwrites a pairing only when told to', async () => {
    answer = paired
    const first = await pair(options())
    await expect(pair(options())).rejects.toMatchObject({ kind: 'already_paired' })
    expect(asked).toHaveLength(1)
    const second = await pair(options({ replace: true, code: 'ABCDEF' }))
    expect(second.sealing_key.x).not.toBe(first.sealing_key.x)
  })

  it('asks nobody when the folder cannot be written', async () => {
    answer = paired
    await writeFile(join(folder, 'file'), '')
    await expect(pair(options({ dataDir: join(folder, 'file/data') }))).rejects.toMatchObject({
      kind: 'storage',
    })
    expect(asked).toHaveLength(0)
  })

  it.each(['', 'K7M2Q', 'K7M2Q0', 'K7M2QXX', '../../'])(
    'sends no code that can be none: "%s"',
    async (code) => {
      answer = paired
      await expect(pair(options({ code }))).rejects.toMatchObject({ kind: 'usage' })
      expect(asked).toHaveLength(0)
    },
  )
})

describe('parseCloudUrl', () => {
  it.each([
    ['https://cloud.example.com/', 'https://cloud.example.com'],
    ['cloud.example.com:8443', 'https://cloud.example.com:8443'],
    ['http://localhost:8080/x?y', 'http://localhost:8080'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('%s', (typed, origin) => expect(parseCloudUrl(typed, { allowHttp: false })).toBe(origin))

  it.each(['http://10.0.0.5', 'http://127.0.0.1.example.com', 'ftp://x', 'https://a:b@x', 'https://', ''])(
    'refuses "%s"',
    (typed) => expect(() => parseCloudUrl(typed, { allowHttp: false })).toThrow(),
  )

  it('takes plain http to another machine only with --allow-http', () => {
    expect(parseCloudUrl('http://10.0.0.5', { allowHttp: true })).toBe('http://10.0.0.5')
  })
})
