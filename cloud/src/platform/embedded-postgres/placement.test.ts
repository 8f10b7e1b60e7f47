import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../log.js'
import { findPlacement, placeCluster, placeSocket, reachableBinaries } from './placement.js'
import { runProgram } from './run-program.js'
import { asServerUser, findServerUser } from './server-user.js'

let folder: string
const left: string[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sl-place-'))
  await chmod(folder, 0o711)
})
afterEach(async () => {
  for (const place of [folder, ...left.splice(0)]) await rm(place, { recursive: true, force: true })
})

const isRoot = process.getuid?.() === 0

test('puts the server into the data folder where its user can get there', async () => {
  const place = await placeCluster(folder, await findServerUser(), silentLog)
  expect(place.root).toBe(path.join(folder, 'postgres'))
  expect(await findPlacement(folder)).toEqual(place)
})

test('makes a socket folder short enough for a socket', async () => {
  const deep = path.join(folder, 'd'.repeat(90))
  await mkdir(deep)
  const socket = await placeSocket(deep, undefined)
  left.push(socket)
  expect(socket.length).toBeLessThan(90)
})

describe.runIf(isRoot)('as root, in a folder that only root may enter', () => {
  beforeEach(() => chmod(folder, 0o700))

  test('puts the server elsewhere, remembers the place, and starts afresh for a new folder of that name', async () => {
    const user = await findServerUser()
    const first = await placeCluster(folder, user, silentLog)
    left.push(first.root)
    expect(first.root).toMatch(/^\/var\/lib\/sightline\/[0-9a-f]{16}$/)
    expect(await readFile(path.join(folder, 'postgres-location'), 'utf8')).toBe(`${first.root}\n`)
    await writeFile(path.join(first.root, 'mark'), '')
    expect(await placeCluster(folder, user, silentLog)).toEqual(first)
    expect(await readFile(path.join(first.root, 'mark'), 'utf8')).toBe('')

    await rm(path.join(folder, 'postgres-location'))
    const warnings: string[] = []
    const log = silentLog.child({}, { level: 'silent' })
    log.warn = (fields: unknown) => void warnings.push(JSON.stringify(fields))
    expect(await placeCluster(folder, user, log)).toEqual(first)
    const kept = /"kept":"([^"]+)"/.exec(warnings.join())?.[1] ?? ''
    left.push(kept)
    expect(await readFile(path.join(kept, 'mark'), 'utf8')).toBe('')
    await expect(readFile(path.join(first.root, 'mark'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('copies binaries that the user cannot reach, once', async () => {
    const user = await findServerUser()
    const root = path.join(folder, 'native')
    await mkdir(path.join(root, 'bin'), { recursive: true })
    await writeFile(path.join(root, 'bin', 'postgres'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const version = `test-${path.basename(folder)}`
    const copy = await reachableBinaries({ root, version }, user)
    left.push(copy.root)
    expect(copy.root).not.toBe(root)
    const program = path.join(copy.root, 'bin', 'postgres')
    await runProgram(program, [], { ...asServerUser(user), timeoutMs: 5_000 })
    expect(await reachableBinaries({ root, version }, user)).toEqual(copy)
  })
})
