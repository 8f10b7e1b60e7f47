import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { createSecretBox, createTestDatabase, openKeyRing } from '@sightline/cloud/testing'
import { freePort } from '@sightline/protocol/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificate } from '../fakes/webhook-receiver/index.js'
import { CloudNode, runProgram, until } from '../harness/index.js'

// What somebody reads whose start fails: the setting that was read and the way out, and never a stack.
let folder: string
let taken: Server
let plain: Server
let encrypted: Server
const masterKey = 'a'.repeat(64)

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sl-failed-'))
  await chmod(folder, 0o711)
  await writeFile(path.join(folder, 'file'), '')
  taken = await listening(() => {})
  // As PostgreSQL answers to a request for TLS: N without, S with it.
  plain = await listening((socket) => socket.once('data', () => socket.write('N')))
  const certificate = createSecureContext(await makeCertificate())
  encrypted = await listening((socket) =>
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, secureContext: certificate }).on('error', () => {})
    }),
  )
})
afterAll(async () => {
  for (const server of [taken, plain, encrypted]) server.close()
  await rm(folder, { recursive: true, force: true })
})

async function listening(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen')
  return address.port
}

async function startWith(env: Record<string, string>): Promise<string> {
  const { code, output } = await runProgram('cloud/dist/main.js', {
    env: { PORT: String(await freePort()), DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'fatal', ...env },
  })
  expect(code, output).toBe(1)
  expect(output).toMatch(/^sightline: /)
  expect(output).not.toMatch(/\n\s+at /)
  return output
}

const elsewhere = (port: number, parameters = '') => ({
  DATABASE_URL: `postgresql://u@127.0.0.1:${port}/d${parameters}`,
  MASTER_KEY: masterKey,
})

it('says which address cannot be listened on', async () => {
  // One after the other: they share a data folder, whose server starts in no time after the first.
  expect(await startWith({ HOST: '203.0.113.1' })).toMatch(/HOST=203\.0\.113\.1\).*0\.0\.0\.0/)
  expect(await startWith({ HOST: 'no.such.invalid' })).toMatch(/HOST is no name.*HOST=no\.such\.invalid/)
  expect(await startWith({ METRICS_PORT: String(portOf(taken)) })).toMatch(
    /taken.*\(METRICS_PORT=.*choose another with METRICS_PORT/,
  )
  expect(await startWith({ PORT: String(portOf(taken)) })).toMatch(/taken.*\(PORT=.*choose another with PORT/)
})

it('says why the data folder cannot be used', async () => {
  const file = path.join(folder, 'file')
  const said = await Promise.all([
    startWith({ DATA_DIR: file }),
    startWith({ DATA_DIR: path.join(file, 'x') }),
  ])
  expect(said[0]).toMatch(/DATA_DIR=.*is a file of that name/)
  expect(said[1]).toMatch(/DATA_DIR=.*a part of the path is a file/)
})

it('says why PostgreSQL elsewhere cannot be used', async () => {
  const said = await Promise.all([
    startWith(elsewhere(1)),
    startWith(elsewhere(portOf(plain), '?sslmode=require')),
    startWith(elsewhere(portOf(encrypted), '?sslmode=require')),
    startWith(elsewhere(1, `?sslmode=verify-full&sslrootcert=${folder}/nowhere.pem`)),
  ])
  expect(said[0]).toMatch(/DATABASE_URL does not answer/)
  expect(said[1]).toMatch(/has no TLS.*sslmode=disable/)
  expect(said[2]).toMatch(/authority that is not known here.*sslrootcert=.*NODE_EXTRA_CA_CERTS/)
  expect(said[3]).toMatch(/ENOENT.*nowhere\.pem.*sslrootcert=/)
})

it('says which master key is needed', async () => {
  await using database = await createTestDatabase()
  const [orgId, id] = [randomUUID(), randomUUID()]
  const { bytes, keyId } = createSecretBox(openKeyRing(masterKey)).seal('secret', {
    orgId,
    rowId: id,
    field: 'webhook.secret',
  })
  await database.query(`insert into organisations (id, name) values ($1, 'Yard')`, [orgId])
  await database.query(
    `insert into webhooks (org_id, id, name, url, event_types, secret, secret_key_id, created_by_kind, created_by_name)
     values ($1, $2, 'Desk', 'https://example.com', '{alert}', $3, $4, 'system', 'test')`,
    [orgId, id, bytes, keyId],
  )
  const dataDir = path.join(folder, 'keys')
  const other = { DATABASE_URL: database.address.url, MASTER_KEY: 'b'.repeat(64), DATA_DIR: dataDir }
  expect(await startWith(other)).toMatch(new RegExp(`MASTER_KEY is not the key.*${keyId}.*put that one back`))
  await mkdir(dataDir, { recursive: true })
  await writeFile(path.join(dataDir, 'master.key'), `${masterKey}\n`)
  expect(await startWith(other)).toMatch(
    new RegExp(`MASTER_KEY is not the key.*${keyId}.*is in ${dataDir}/master\\.key: leave MASTER_KEY unset`),
  )
  expect(await startWith({ ...other, MASTER_KEY: 'no key' })).toMatch(/MASTER_KEY: a key of 32 bytes/)
})

it('says of a bucket and of a mail server, once it serves, that they do not take what was set', async () => {
  await using database = await createTestDatabase()
  await using node = await CloudNode.start({
    DATABASE_URL: database.address.url,
    MASTER_KEY: masterKey,
    DATA_DIR: path.join(folder, 'reach'),
    LOG_LEVEL: 'warn',
    SMTP_URL: `smtp://user:mail-secret@127.0.0.1:1`,
    S3_BUCKET: 'clips',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'bucket-secret',
  })
  const said = () => node.log.split('\n').filter((line) => line.includes('start.check_failed'))
  await until('both are said', () => said().length === 2)
  expect(said()).toContainEqual(
    expect.stringMatching(/mail server.*ECONNREFUSED.*check SMTP_URL: host, port/),
  )
  expect(said()).toContainEqual(
    expect.stringMatching(
      /media store.*ECONNREFUSED.*check S3_BUCKET, S3_REGION and S3_ENDPOINT, and that S3_ACCESS_KEY_ID/,
    ),
  )
  expect(node.log).not.toMatch(/mail-secret|bucket-secret/)
})
