import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import type { Clock } from '../platform/clock.js'
import { messageOf } from '../platform/errors.js'
import { systemRandom } from '../platform/random.js'
import { type CheckResult, fail, ok, warn } from './check.js'

/** The group of WS-Discovery. */
const group = '239.255.255.250'
const heardWithinMs = 1500

/** An interface by which cameras may be found. */
interface NetworkInterface {
  readonly name: string
  readonly address: string
}

/** The IPv4 addresses of this machine towards other machines. */
function outwardInterfaces(): NetworkInterface[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => ({ name, address })),
  )
}

/** Discovery needs multicast: what is sent to its group on an interface is heard there again. */
export async function checkMulticast(
  clock: Clock,
  interfaces = outwardInterfaces(),
  hears: (address: string, clock: Clock) => Promise<string | null> = hearsItself,
): Promise<CheckResult> {
  if (interfaces.length === 0)
    return fail('no network interface has an IPv4 address', 'connect the cable, and check ip address')
  const found = await Promise.all(
    interfaces.map(async (one) => ({ ...one, trouble: await hears(one.address, clock) })),
  )
  const well = found.filter(({ trouble }) => trouble === null)
  const ill = found.filter(({ trouble }) => trouble !== null)
  const names = (list: readonly NetworkInterface[]) =>
    list.map(({ name, address }) => `${name} (${address})`).join(', ')
  if (ill.length === 0) return ok(`sent and heard on ${names(well)}`)
  const says = `not on ${names(ill)}: ${ill[0]?.trouble ?? ''}${well.length > 0 ? `; on ${names(well)}` : ''}`
  const todo =
    'cameras behind it are not discovered: add them by address, or permit multicast (udp to 239.255.255.250) in the firewall of this machine'
  return well.length > 0 ? warn(says, todo) : fail(says, todo)
}

/**
 * Sends to the group on one interface, no further than this machine, and listens there.
 * @returns null if it was heard, else why not
 */
async function hearsItself(address: string, clock: Clock): Promise<string | null> {
  const receiver = createSocket({ type: 'udp4', reuseAddr: true })
  const sender = createSocket('udp4')
  // An error after what was asked is answered has nobody else to hear it, and would end the process.
  for (const socket of [receiver, sender]) socket.on('error', () => undefined)
  try {
    await bound(receiver, 0)
    receiver.addMembership(group, address)
    await bound(sender, 0, address)
    sender.setMulticastInterface(address)
    // 0: it does not leave this machine.
    sender.setMulticastTTL(0)
    sender.setMulticastLoopback(true)
    const text = systemRandom.id()
    return await heard(receiver, text, clock, () => sender.send(text, receiver.address().port, group))
  } catch (error) {
    return messageOf(error)
  } finally {
    receiver.close()
    sender.close()
  }
}

async function bound(socket: Socket, port: number, address?: string): Promise<void> {
  const listening = once(socket, 'listening')
  socket.bind(port, address)
  await listening
}

function heard(receiver: Socket, text: string, clock: Clock, send: () => void): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(heardWithinMs, () => resolve('what was sent did not come back'))
    receiver.on('message', (message) => {
      if (message.toString() !== text) return
      cancel()
      resolve(null)
    })
    receiver.once('error', reject)
    send()
  })
}

/**
 * What has to be open. The agent listens on no port; a firewall on this machine may still keep answers away.
 * @param ufwConf where ufw says whether it is on
 */
export async function checkPorts(
  cloudUrl: string | null,
  ufwConf = '/etc/ufw/ufw.conf',
): Promise<CheckResult> {
  const needs = [
    ...(cloudUrl === null ? [] : [`out to ${hostAndPort(cloudUrl)}/tcp for the cloud`]),
    'out to the cameras (554/tcp, and their ONVIF port)',
  ].join(', ')
  const says = `none is open to others; needed: ${needs}`
  const isOn = /^ENABLED=yes/im.test(await readFile(ufwConf, 'utf8').catch(() => ''))
  return isOn
    ? warn(
        `${says}; ufw is on, which keeps answers of discovery and RTP over UDP away`,
        'permit the network of the cameras: ufw allow proto udp from <network>',
      )
    : ok(says)
}

function hostAndPort(cloudUrl: string): string {
  const { hostname, port, protocol } = new URL(cloudUrl)
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`
}
