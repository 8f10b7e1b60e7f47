import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { linuxCounters } from './network-counters.js'
import { systemReadings } from './system-readings.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-network-'))
  await mkdir(join(folder, 'net'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const headings = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
`
/** As the kernel writes it; names may stand right before their numbers. */
const shows = (carried: Readonly<Record<string, readonly [number, number]>>) =>
  writeFile(
    join(folder, 'net/dev'),
    headings +
      Object.entries(carried)
        .map(
          ([name, [received, sent]]) =>
            `${name.padStart(6)}:${received} 9 0 0 0 0 0 0 ${sent} 9 0 0 0 0 0 0\n`,
        )
        .join(''),
  )
const routes = (...names: readonly string[]) =>
  writeFile(
    join(folder, 'net/route'),
    `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n${names
      .map((name, metric) => `${name}\t00000000\t0101A8C0\t0003\t0\t0\t${metric}00\t00000000\t0\t0\t0\n`)
      .join('')}`,
  )
const hardware = (name: string) => mkdir(join(folder, 'class/net', name, 'device'), { recursive: true })
const names = async () => [...(await linuxCounters(folder, folder)()).keys()]

const all = { lo: [1, 1], eth0: [10, 20], wlan0: [30, 40], br0: [50, 60] } as const

describe('the interfaces that count', () => {
  it('is that of the default route, the cheapest of several', async () => {
    await shows(all)
    await routes('wlan0', 'eth0')
    expect(await names()).toEqual(['wlan0'])
  })

  it('are those of hardware where no default route names one', async () => {
    await shows(all)
    await routes()
    await hardware('eth0')
    await hardware('wlan0')
    expect(await names()).toEqual(['eth0', 'wlan0'])
  })

  it('are all but the loopback where nothing tells', async () => {
    await shows(all)
    expect(await names()).toEqual(['eth0', 'wlan0', 'br0'])
  })
})

describe('rates', () => {
  const setUp = () => {
    const clock = createFakeClock()
    return { clock, readings: systemReadings(clock, linuxCounters(folder, folder)) }
  }
  const first = async ({ clock, readings }: ReturnType<typeof setUp>) => {
    const rates = readings.networkRates()
    while (clock.waiting === 0) await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(1000)
    return rates
  }

  it('are numbers from the first call on, without any route or interface too', async () => {
    await shows({ lo: [5, 5] })
    const machine = setUp()
    expect(await first(machine)).toEqual({ sent: 0, received: 0 })
  })

  it('follow the traffic, and what is plugged in, pulled out or counted anew takes and adds nothing', async () => {
    await shows({ eth0: [1000, 500] })
    const machine = setUp()
    await first(machine)
    await shows({ eth0: [21_000, 10_500], usb0: [900_000, 900_000] })
    await machine.clock.advance(10_000)
    expect(await machine.readings.networkRates()).toEqual({ sent: 1000, received: 2000 })
    await shows({ usb0: [901_000, 900_000] })
    await machine.clock.advance(10_000)
    expect(await machine.readings.networkRates()).toEqual({ sent: 0, received: 100 })
    await shows({ usb0: [0, 0] })
    await machine.clock.advance(10_000)
    expect(await machine.readings.networkRates()).toEqual({ sent: 0, received: 0 })
  })
})
