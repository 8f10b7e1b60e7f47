// Asks for a hundred children of every kind while none can be started, and prints what became of it. Run by failed-spawns.test.ts.
import { closeSync, openSync } from 'node:fs'
import { createFfmpegGrayDecoder } from '#agent/motion/ffmpeg-gray-decoder.js'
import { systemClock } from '#agent/platform/clock.js'
import { decodeCheckJob } from '#agent/platform/ffmpeg/ffmpeg-job.js'
import { mpeg1Transcoder } from '#agent/platform/ffmpeg/mpeg1-transcoder.js'
import { createFfmpegRunner } from '#agent/platform/ffmpeg/run-ffmpeg.js'
import { WorkerProcess } from '#agent/platform/worker-process.js'
import { systemCommands } from '#agent/service/run-command.js'
import type { Packet } from '#agent/stream/packet.js'

const [, , ffmpegPath = '', isShort = ''] = process.argv
const rounds = 100
const clock = systemClock
const options = {
  ffmpeg: { path: ffmpegPath, version: '7', from: 'setting' },
  clock,
  redact: (text: string) => text,
} as const
const decoder = createFfmpegGrayDecoder(options)
const runner = createFfmpegRunner(options)
const transcode = mpeg1Transcoder(ffmpegPath, clock)
const command = systemCommands(clock)

const video = {
  codec: 'h264',
  width: 64,
  height: 48,
  parameterSets: [],
} as const
const run: Packet['run'] = { id: 1, startedAtMs: 0, video, audio: null }
const packet: Packet = {
  run,
  track: 'video',
  ptsUs: 0,
  dtsUs: 0,
  keyframe: true,
  data: Buffer.alloc(64),
}

async function decoded(): Promise<string> {
  const excerpt = { packets: [packet], fromPtsUs: 0, untilPtsUs: 0, everyUs: 0 }
  const request = { codec: video.codec, urgency: () => 'now' as const, take: () => excerpt }
  return (await decoder.decode(request, new AbortController().signal)).kind
}

function transcoded(): Promise<string> {
  return new Promise((resolve) => {
    const transcoder = transcode({
      data: () => undefined,
      ended: () => {
        transcoder.stop().then(() => resolve('ended'), resolve)
      },
    })
    transcoder.write(Buffer.alloc(10))
  })
}

async function worked(): Promise<string> {
  const worker = new WorkerProcess({
    program: '/dev/null/program.js',
    args: [],
    clock,
    onMessage: () => undefined,
  })
  const { code } = await worker.ended
  await worker.stop(1000)
  return code === null ? 'not_started' : 'ran'
}

const counts: Record<string, number> = {}
const note = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}

const held: number[] = []
function takeFile(): boolean {
  try {
    held.push(openSync('/dev/null', 'r'))
    return true
  } catch {
    return false
  }
}

// Workers are started with this program: a path at which the start throws, as that of ffmpeg.
if (isShort === '') process.execPath = ffmpegPath
if (isShort === 'short') {
  while (takeFile()) {
    // Until there is none left.
  }
}
for (let round = 0; round < rounds; round += 1) {
  note(`decoder ${await decoded()}`)
  note(`job ${(await runner.run(decodeCheckJob('/clip.mp4', [{ fromSec: 0, seconds: 1 }]))).ok}`)
  note(`transcoder ${await transcoded()}`)
  note(`command ${(await command(ffmpegPath, [])).ok}`)
  note(`worker ${await worked()}`)
}
for (const file of held) closeSync(file)
const after = await decoded()
await decoder.close()
process.stdout.write(JSON.stringify({ counts, after }))
