import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogger, silentLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { ProvenAccounts, type ServiceAccount } from './proven-accounts.js'

const account: ServiceAccount = {
  service: 'rtsp',
  host: 'Cam.local',
  port: 554,
  username: 'admin',
  password: 'canary-Pa55',
}
const gate = randomUUID()
const hall = randomUUID()
const key = randomBytes(32)

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-accounts-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const fileIn = (folder: string) => join(folder, 'proven-accounts.json')
const open = (log = silentLogger) => ProvenAccounts.open(dataDir, key, log)

/** What was said of an account, as the next process knows it. */
async function proven(...cameraIds: string[]): Promise<ProvenAccounts> {
  const accounts = await open()
  for (const id of cameraIds) accounts.of(id).proved(account)
  await accounts.settled()
  return open()
}

test('what a camera let in is known to the next process, and nothing else is', async () => {
  const later = await proven(gate)
  expect(later.of(gate).isProven({ ...account, host: 'cam.LOCAL' })).toBe(true)
  const others: Partial<ServiceAccount>[] = [
    { service: 'onvif' },
    { host: '192.0.2.9' },
    { port: 8554 },
    { username: 'Admin' },
    { password: 'canary-Pa56' },
  ]
  expect(others.filter((other) => later.of(gate).isProven({ ...account, ...other }))).toEqual([])
  expect(later.of(hall).isProven(account)).toBe(false)
})

test('the file is its owner’s, and tells nobody who lacks the key what the password is', async () => {
  await proven(gate, hall)
  const text = await readFile(fileIn(dataDir), 'utf8')
  expect((await stat(fileIn(dataDir))).mode & 0o777).toBe(0o600)
  expect(text).not.toMatch(/canary|admin|cam\.local/i)
  const guessed = [
    account.password,
    JSON.stringify([gate, 'rtsp', 'cam.local', 554, account.username, account.password]),
  ]
  for (const guess of guessed) expect(text).not.toContain(createHash('sha256').update(guess).digest('hex'))
  // The same account at two cameras is not seen to be the same.
  expect(new Set(text.match(/[0-9a-f]{64}/g)).size).toBe(2)
  const other = await ProvenAccounts.open(dataDir, randomBytes(32), silentLogger)
  expect(other.of(gate).isProven(account)).toBe(false)
})

test('a camera that is forgotten, or is there no more, is not known to the next process', async () => {
  const accounts = await proven(gate, hall)
  accounts.keepOnly(new Set([hall]))
  await accounts.settled()
  expect(await readFile(fileIn(dataDir), 'utf8')).not.toContain(gate)
  accounts.of(hall).forget()
  await accounts.settled()
  const later = await open()
  expect([gate, hall].filter((id) => later.of(id).isProven(account))).toEqual([])
})

test.each([
  ['cut', '{"version":1,"cameras":{"'],
  ['of another form', '{"version":1,"cameras":{"x":["y"]}}'],
  ['empty', ''],
])('a file that is %s counts as none, and is replaced', async (_, content) => {
  await writeFile(fileIn(dataDir), content)
  const lines: string[] = []
  const log = createLogger({ level: 'warn', human: false, write: (line) => lines.push(line) })
  const accounts = await open(log)
  expect(accounts.of(gate).isProven(account)).toBe(false)
  expect(lines.join('')).toContain('accounts.unreadable')
  accounts.of(gate).proved(account)
  await accounts.settled()
  expect((await open()).of(gate).isProven(account)).toBe(true)
})

test('what could not be written is known all the same, and written the next time that it is proven', async () => {
  const accounts = await open()
  await rm(dataDir, { recursive: true })
  accounts.of(gate).proved(account)
  await accounts.settled()
  expect(accounts.of(gate).isProven(account)).toBe(true)
  await mkdir(dataDir)
  accounts.of(gate).proved(account)
  await accounts.settled()
  expect((await open()).of(gate).isProven(account)).toBe(true)
})

test('known to be let in already, it writes nothing', async () => {
  const accounts = await proven(gate)
  await rm(fileIn(dataDir))
  accounts.of(gate).proved(account)
  await accounts.settled()
  expect(await readdir(dataDir)).toEqual([])
})

test('of a camera the last few accounts are kept, and of many cameras the last thousand', async () => {
  const accounts = ProvenAccounts.inMemory(systemRandom)
  const at = (port: number) => ({ ...account, port })
  for (let port = 1; port <= 6; port++) accounts.of(gate).proved(at(port))
  expect([1, 2, 3, 4, 5, 6].filter((port) => accounts.of(gate).isProven(at(port)))).toEqual([3, 4, 5, 6])
  for (let one = 0; one < 1000; one++) accounts.of(`camera ${one}`).proved(account)
  expect(accounts.of(gate).isProven(at(6))).toBe(false)
  expect(accounts.of('camera 0').isProven(account)).toBe(true)
  expect(await readdir(dataDir)).toEqual([])
})
