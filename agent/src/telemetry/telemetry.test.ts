import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { type Clock, systemClock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import { type TelemetrySample, takeSample } from './sample.js'
import { createTelemetrySampler } from './sampler.js'
import { type SystemReadings, systemReadings } from './system-readings.js'
import { isNews } from './telemetry-change.js'

const steady: SystemReadings = {
  cpuPercent: () => Promise.resolve(12.345),
  cpuCount: () => 4,
  memoryBytes: () => Promise.resolve(512 * 1024 * 1024),
  networkRates: () => Promise.resolve({ sent: 125_000, received: 250_000 }),
  diskFreeBytes: () => Promise.resolve(1024 * 1024 * 1024),
}

const kept = {
  waiting: { clips: 2, mb: 12.5, oldest_at: '2026-03-14T09:27:03.590Z' },
  recorded: { mb: 900, sec: 7200 },
}
const sources = { dataDir: '/', clock: systemClock, recordings: () => Promise.resolve(kept) }

/** Time that passes only when somebody waits for it. */
function hurriedClock(): Clock {
  let nowMs = 0
  return {
    now: () => nowMs,
    monotonic: () => nowMs,
    delay: async (ms, options) => {
      nowMs += ms
      await new Promise((resolve) => setImmediate(resolve))
      options?.signal?.throwIfAborted()
    },
    after: (ms, task) => systemClock.after(ms, task),
  }
}

describe('takeSample', () => {
  test('says everything in the units of the protocol', async () => {
    expect(await takeSample(steady, { ...sources, dataDir: '/' })).toEqual({
      cpu_percent: 12.35,
      memory_mb: 512,
      disk_free_mb: 1024,
      network_throughput: { upstream_mbps: 1, downstream_mbps: 2 },
      cpu_count: 4,
      ...kept,
    })
  })

  test('what fails, says nothing, or hangs is null', async () => {
    const broken: SystemReadings = {
      cpuPercent: () => Promise.reject(new Error('no /proc')),
      cpuCount: () => 0,
      memoryBytes: () => Promise.resolve(Number.NaN),
      networkRates: () => Promise.resolve({ sent: null, received: -1 }),
      diskFreeBytes: () => new Promise(() => {}),
    }
    const soon: Clock = { ...systemClock, after: (_ms, task) => systemClock.after(20, task) }
    const hangs = () => new Promise<never>(() => {})
    expect(await takeSample(broken, { dataDir: '/', clock: soon, recordings: hangs })).toEqual({
      cpu_percent: null,
      memory_mb: null,
      disk_free_mb: null,
      network_throughput: { upstream_mbps: null, downstream_mbps: null },
    })
  })

  test('this machine has a load, a memory, a disk and rates, from the first call on', async () => {
    const readings = systemReadings(systemClock)
    const sample = await takeSample(readings, { ...sources, dataDir: tmpdir() })
    expect(sample.network_throughput.upstream_mbps).toBeGreaterThanOrEqual(0)
    expect(sample.network_throughput.downstream_mbps).toBeGreaterThanOrEqual(0)
    expect(sample.cpu_percent).toBeGreaterThanOrEqual(0)
    expect(sample.cpu_percent).toBeLessThanOrEqual(100)
    expect(sample.cpu_count).toBeGreaterThan(0)
    expect(sample.memory_mb).toBeGreaterThan(16)
    expect(sample.disk_free_mb).toBeGreaterThan(0)
  })
})

describe('isNews', () => {
  const base: TelemetrySample = {
    cpu_percent: 20,
    memory_mb: 1000,
    disk_free_mb: 50_000,
    network_throughput: { upstream_mbps: 1, downstream_mbps: 0 },
  }
  const network = (upstream_mbps: number | null) => ({
    ...base,
    network_throughput: { upstream_mbps, downstream_mbps: 0 },
  })
  const waiting = (clips: number) => ({ ...base, waiting: { clips, mb: 0, oldest_at: null } })
  const cases: [string, TelemetrySample | null, TelemetrySample, number, boolean][] = [
    ['the first', null, base, 0, true],
    ['the same', base, base, 15_000, false],
    ['the same, after a minute', base, base, 60_000, true],
    ['load within noise', base, { ...base, cpu_percent: 22 }, 1, false],
    ['load doubled', base, { ...base, cpu_percent: 40 }, 1, true],
    ['memory grown', base, { ...base, memory_mb: 1100 }, 1, true],
    ['disk filling', base, { ...base, disk_free_mb: 49_000 }, 1, true],
    ['rates known at last', network(null), network(1), 1, true],
    ['rates lost', network(1), network(null), 1, true],
    ['the first clip that waits', waiting(0), waiting(1), 1, true],
    ['the last one has arrived', waiting(1), waiting(0), 1, true],
    ['one more of a hundred', waiting(100), waiting(101), 1, false],
  ]
  test.each(cases)('%s', (_name, last, next, sinceMs, news) => {
    expect(isNews(last, next, sinceMs)).toBe(news)
  })
})

describe('sampler', () => {
  test('sends what is news, goes on after a failed send, and ends with its signal', async () => {
    const abort = new AbortController()
    const loads = [10, 10, 50, 50, 50]
    const sent: (number | null)[] = []
    const sampler = createTelemetrySampler({
      clock: hurriedClock(),
      log: silentLogger,
      dataDir: '/',
      recordings: sources.recordings,
      readings: {
        ...steady,
        cpuPercent: () => {
          if (loads.length === 1) abort.abort()
          return Promise.resolve(loads.shift() ?? 0)
        },
      },
      send: (sample) => {
        sent.push(sample.cpu_percent)
        if (sent.length === 2) throw new Error('no link')
      },
    })
    await sampler.run(abort.signal)
    // The second sample is the first one again; the third failed and is offered once more.
    expect(sent).toEqual([10, 50, 50])
    expect(sampler.latest()?.cpu_percent).toBe(50)
  })
})
