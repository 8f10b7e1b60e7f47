import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { DiscoveredDevice } from '@sightline/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { macFor, uuidFor } from '../fakes/camera/identity.js'
import { Networks, networksMissing, onMachine } from '../harness/networks.js'
import { repositoryRoot } from '../harness/program.js'

const missing = await networksMissing()
const avahi = '/usr/sbin/avahi-daemon'
const missingAvahi = await access(avahi).then(
  () => null,
  () => `there is no ${avahi}`,
)
if (missing !== null) console.warn(`SKIPPED: discovery over several networks: ${missing}`)
else if (missingAvahi !== null)
  console.warn(`SKIPPED: discovery of a service published by avahi: ${missingAvahi}`)

const run = promisify(execFile)
const yard = { name: 'Yard', uuid: uuidFor(`yard ${process.pid}`), hosts: ['10.77.1.11', '10.77.2.11'] }
const gate = { name: 'Gate', uuid: uuidFor(`gate ${process.pid}`), hosts: ['10.77.1.12'] }
const shop = { name: 'Shop', uuid: uuidFor(`shop ${process.pid}`), hosts: ['10.77.2.13'] }

/** What a scan may take. An answer takes some tenths of a second, and some seconds where other tests have the processor. */
const mostSeconds = '15'

let networks: Networks
let folder: string
let gateway: string
const children: ChildProcess[] = []

function start(machine: string, command: readonly string[]): ChildProcess {
  const child = spawn(...onMachine(machine, command), { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

/** Plays cameras on a machine; resolves when they can be found. */
async function play(machine: string, cameras: readonly object[]): Promise<void> {
  const file = path.join(repositoryRoot, 'test/dist/fakes/camera/discovery/light-cameras.program.js')
  const child = start(machine, [process.execPath, file, JSON.stringify(cameras)])
  await new Promise<void>((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`the cameras ended: ${said}`)))
  })
}

/** A daemon that publishes a service as a camera of another make would, with files of its own. */
async function publish(machine: string): Promise<void> {
  const etc = path.join(folder, 'avahi')
  await mkdir(path.join(etc, 'services'), { recursive: true })
  await mkdir(path.join(folder, 'run'))
  await writeFile(
    path.join(etc, 'avahi-daemon.conf'),
    '[server]\nhost-name=barn-camera\nuse-ipv6=no\nenable-dbus=no\n[wide-area]\n[publish]\npublish-workstation=no\npublish-hinfo=no\n',
  )
  await writeFile(
    path.join(etc, 'services', 'camera.service'),
    `<?xml version="1.0" standalone="no"?><!DOCTYPE service-group SYSTEM "avahi-service.dtd"><service-group><name>Barn</name><service><type>_rtsp._tcp</type><port>554</port><txt-record>path=/live</txt-record><txt-record>macaddress=02AA00000077</txt-record></service></service-group>`,
  )
  // Its paths are built in: it gets a view of the disk of its own.
  const script = `mkdir -p /run/avahi-daemon && mount --bind ${folder}/run /run/avahi-daemon && mount --bind ${etc} /etc/avahi && exec ${avahi} --no-drop-root --no-chroot --no-rlimits`
  const child = start(machine, ['unshare', '-m', 'sh', '-c', script])
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('successfully established')) resolve()
    })
    child.once('exit', () => reject(new Error(`avahi ended: ${said}`)))
  })
}

/** What an installer sees who types `agent discover` on that machine. */
async function discover(machine: string, ...args: string[]): Promise<DiscoveredDevice[]> {
  const agent = path.join(repositoryRoot, 'agent/dist/main.js')
  const command = [
    process.execPath,
    agent,
    'discover',
    ...args,
    '--json',
    '--data-dir',
    path.join(folder, 'agent'),
  ]
  const { stdout } = await run(...onMachine(machine, command))
  return z.array(DiscoveredDevice).parse(JSON.parse(stdout))
}

describe.skipIf(missing !== null)('a gateway on two networks', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'slnetworks-'))
    networks = await Networks.make(['east', 'west'])
    gateway = await networks.machine('gw', [
      { bridge: 'east', address: '10.77.1.1/24' },
      { bridge: 'west', address: '10.77.2.1/24' },
    ])
    const both = await networks.machine('both', [
      { bridge: 'east', address: '10.77.1.11/24' },
      { bridge: 'west', address: '10.77.2.11/24' },
    ])
    const east = await networks.machine('east', [{ bridge: 'east', address: '10.77.1.12/24' }])
    const west = await networks.machine('west', [{ bridge: 'west', address: '10.77.2.13/24' }])
    await Promise.all([
      play(both, [yard]),
      play(east, [gate]),
      play(west, [shop]),
      missingAvahi === null
        ? publish(await networks.machine('barn', [{ bridge: 'west', address: '10.77.2.14/24' }]))
        : null,
    ])
  })
  afterAll(async () => {
    const ended = children
      .filter((child) => child.exitCode === null)
      .map((child) => new Promise<void>((resolve) => child.once('exit', () => resolve())))
    for (const child of children) child.kill()
    await Promise.all(ended)
    await networks[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('finds the cameras of both, and one that is on both once; a service of avahi as well', async () => {
    const found = await discover(gateway, '--timeout', mostSeconds)
    const of = ({ uuid }: { readonly uuid: string }) =>
      found.filter(({ endpoint }) => endpoint === `urn:uuid:${uuid}`)
    expect(of(yard)).toMatchObject([
      { name: 'Yard', mac: macFor(yard.uuid).toLowerCase(), state: 'needs_credentials' },
    ])
    const hosts = of(yard)[0]?.xaddrs.map((url) => new URL(url).hostname)
    expect(hosts?.toSorted()).toEqual(yard.hosts)
    expect(of(gate)).toMatchObject([{ address: '10.77.1.12' }])
    expect(of(shop)).toMatchObject([{ address: '10.77.2.13' }])
    const barn = found.filter(({ mac }) => mac === '02:aa:00:00:00:77')
    const published = {
      address: '10.77.2.14',
      port: 554,
      sources: ['mdns'],
      rtsp_urls: ['rtsp://10.77.2.14:554/live'],
    }
    expect(barn).toMatchObject(missingAvahi === null ? [published] : [])
    expect(found).toHaveLength(missingAvahi === null ? 4 : 3)
  })

  it.skipIf(missingAvahi !== null)('reaches a .local name without a resolver of the system', async () => {
    const agent = path.join(repositoryRoot, 'agent/dist/main.js')
    const command = [process.execPath, agent, 'probe', 'rtsp://barn-camera.local/live']
    const probe = run(...onMachine(gateway, [...command, '--data-dir', path.join(folder, 'agent')]))
    // The name leads to a machine that serves no stream: what refuses has been found.
    await expect(probe).rejects.toThrow(/barn-camera\.local refuses connections at port 554/)
  })

  it('finds by its address what is on another network, and lists nobody who is not there', async () => {
    const found = await discover(gateway, '10.77.2.8/29', '--timeout', mostSeconds)
    const addresses = found.map(({ address }) => address)
    expect(addresses).toEqual(expect.arrayContaining(['10.77.2.11', '10.77.2.13']))
    expect(addresses.filter((address) => !address.startsWith('10.77.2.'))).toEqual([])
  })
})
