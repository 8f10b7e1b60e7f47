import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findFfmpeg, systemClock } from '@sightline/agent/testing'
import { authentication } from './authentication.js'
import { readArguments } from './bench-arguments.js'
import type { Bench, BenchRow } from './bench-row.js'
import { cameraMemory } from './camera-memory.js'
import { motionCost, ringCost } from './camera-processor.js'
import { clipReady } from './clip-ready.js'
import { consoleLists } from './console-lists.js'
import { consoleScreens } from './console-screens.js'
import { discovery } from './discovery.js'
import { eventAnalysis } from './event-analysis.js'
import { eventIntake } from './event-intake.js'
import { eventList } from './event-list.js'
import { eventReads } from './event-reads.js'
import { eventTotal } from './event-total.js'
import { firstPacketTime } from './first-packet.js'
import { frozenCamera } from './frozen-camera.js'
import { liveBrowser } from './live-browser.js'
import { liveEndings } from './live-endings.js'
import { liveOpening } from './live-opening.js'
import { liveProcessor } from './live-processor.js'
import { liveThinLine } from './live-thin-line.js'
import { liveTiles } from './live-tiles.js'
import { loginStorm } from './login-storm.js'
import { longTurns } from './long-turns.js'
import { machineOf } from './machine.js'
import { motion } from './motion.js'
import { motionDelay } from './motion-delay.js'
import { noticeLatency } from './notice-latency.js'
import { noticeMemory } from './notice-memory.js'
import { onvifEvent } from './onvif-event.js'
import { restlessCameras } from './restless-cameras.js'
import { ruleScan } from './rule-scan.js'
import { endAll } from './running.js'
import { type TableLine, tableOf } from './table.js'
import { timelineScrub } from './timeline-scrub.js'
import { webhookLatency } from './webhook-latency.js'
import { webhookThroughput } from './webhook-throughput.js'

const rows: readonly BenchRow[] = [
  motionCost,
  ringCost,
  cameraMemory,
  clipReady,
  firstPacketTime,
  eventIntake,
  eventList,
  eventTotal,
  webhookLatency,
  webhookThroughput,
  authentication,
  loginStorm,
  ruleScan,
  discovery,
  motion,
  frozenCamera,
  onvifEvent,
  motionDelay,
  eventAnalysis,
  liveOpening,
  liveProcessor,
  liveBrowser,
  liveThinLine,
  liveEndings,
  consoleScreens,
  timelineScrub,
  consoleLists,
  longTurns,
  noticeLatency,
  noticeMemory,
  eventReads,
  restlessCameras,
  liveTiles,
]

const help = `npm run bench [-- --quick] [-- --only 2,5] [-- --cameras 10,40]

Measures the product beside a reference, in turn, and prints one table (docs/performance.md). Five pairs, or two
short ones with --quick; --only picks rows; --cameras says with how many cameras rows 1 to 5 are measured. The exit code is 0 also where a goal is missed: this is a report.
It is 1 if a measurement failed.`

const pairs = { full: 5, quick: 2 }

/** @returns the exit code */
async function main(args: readonly string[]): Promise<number> {
  const asked = readArguments(
    args,
    rows.map(({ number }) => number),
  )
  if (asked.kind === 'wrong') {
    process.stderr.write(`${asked.problem}\n\n${help}\n`)
    return 2
  }
  if (asked.kind === 'help') {
    process.stdout.write(`${help}\n`)
    return 0
  }
  const { quick, cameraCounts } = asked
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-bench-'))
  // The embedded PostgreSQL may run as a user of its own, who has to pass through.
  await chmod(folder, 0o711)
  const stopped = endWhenStopped(folder)
  try {
    const { found: ffmpeg } = await findFfmpeg(process.env.FFMPEG_PATH ?? null, systemClock)
    const bench = { folder, pairs: quick ? pairs.quick : pairs.full, quick, cameraCounts, ffmpeg }
    const chosen = rows.filter(({ number }) => asked.only === null || asked.only.includes(number))
    return await report(chosen, bench)
  } finally {
    stopped()
    await endAll()
    await rm(folder, { recursive: true, force: true })
  }
}

async function report(chosen: readonly BenchRow[], given: Omit<Bench, 'say'>): Promise<number> {
  const lines: TableLine[] = []
  const notes: string[] = []
  let failed = false
  let postgres: string | null = null
  for (const row of chosen) {
    const say = (text: string) => process.stderr.write(`row ${row.number}, ${text}\n`)
    const problem = (text: string) => lines.push({ row: row.number, metric: row.title, problem: text })
    say(row.title)
    try {
      const outcome = await row.measure({ ...given, say })
      if (outcome.kind === 'skipped') problem(`SKIPPED: ${outcome.reason}`)
      else {
        lines.push(...outcome.findings.map((finding) => ({ row: row.number, finding })))
        notes.push(...outcome.notes)
        // A whole run takes an hour: what is known already is not lost with it.
        for (const { metric, product, reference, ratio } of outcome.findings)
          say([metric, product, reference, ratio].join('; '))
        postgres ??= outcome.postgres ?? null
      }
    } catch (error) {
      failed = true
      const message = error instanceof Error ? error.message : String(error)
      problem(`FAILED: ${message.split('\n')[0]}`)
      process.stderr.write(`row ${row.number} failed: ${error instanceof Error ? error.stack : message}\n`)
    }
  }
  const length = given.quick ? ', short: a hint only' : ''
  const about = `${given.pairs} pairs in turn${length}; medians ± half of the spread; ratio: median of the pairs`
  const text = [machineOf(given.ffmpeg, postgres), about, '', tableOf(lines), '', ...notes]
  process.stdout.write(`\n${text.join('\n')}\n`)
  return failed ? 1 : 0
}

/** Ctrl-C and SIGTERM end everything that was started. @returns what calls that off */
function endWhenStopped(folder: string): () => void {
  const stop = (signal: NodeJS.Signals) => {
    void endAll()
      .then(() => rm(folder, { recursive: true, force: true }))
      .finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}

process.exitCode = await main(process.argv.slice(2))
