import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, findFfmpeg, Recordings, systemClock, systemRandom } from '@sightline/agent/testing'
import { z } from 'zod'
import { boxesOf } from '../../harness/clip.js'
import { until } from '../../harness/until.js'
import { benchCamera, CameraAddress, firstPacket } from './bench-agent.js'
import { serve } from './serve.js'

// Receives all cameras, records one clip of each of the first ones, and answers when, after the planned end of each, it was playable, and when
// ffmpeg had finished it.

const Question = z.object({
  cameras: z.array(CameraAddress),
  /** So many of them are recorded. */
  recorded: z.number().int().min(1),
  dataDir: z.string(),
  ffmpegPath: z.string(),
  /** Between the triggers of two cameras, ms. */
  apartMs: z.number(),
  preSec: z.number(),
  durationSec: z.number(),
  postSec: z.number(),
})

/** What the log says of clips. */
const Line = z.object({ event: z.string(), eventId: z.string().optional() })

serve(Question, async ({ cameras: addresses, recorded, dataDir, ffmpegPath, apartMs, ...settings }) => {
  const readyAt = new Map<string, number>()
  const finishedAt = new Map<string, number>()
  const failures: string[] = []
  const { found: ffmpeg } = await findFfmpeg(ffmpegPath, systemClock)
  const recordings = await Recordings.open({
    dataDir,
    clock: systemClock,
    random: systemRandom,
    ffmpeg,
    redact: (text) => text,
    log: createLogger({
      level: 'info',
      human: false,
      write: (text) => {
        const { event, eventId = '' } = Line.parse(JSON.parse(text))
        if (event === 'recording.clip_ready') readyAt.set(eventId, Date.now())
      },
    }),
    observer: {
      opened: () => Promise.resolve(),
      extended: () => Promise.resolve(),
      closed: async ({ eventId, clip, error }) => {
        finishedAt.set(eventId, Date.now())
        if (clip === null || error !== null) failures.push(error ?? 'no clip')
      },
    },
  })
  const stop = new AbortController()
  const cameras = addresses.map((address, index) => benchCamera(address, `camera ${index + 1}`))
  const flowing = cameras.map((camera) => firstPacket(camera))
  const running = cameras.map((camera) => camera.run(stop.signal))
  try {
    await Promise.all(flowing)
    await sleep(settings.preSec * 1000 + 1500)
    const plannedEnds = new Map<string, number>()
    for (const camera of cameras.slice(0, recorded)) {
      const eventId = systemRandom.timeId()
      const triggeredAtMs = Date.now()
      const cause = { category: 'motion', topic: '', source: 'software', rawSource: '', rawData: {} } as const
      await recordings
        .forCamera(camera.id, camera.source, settings)
        .trigger({ ...cause, eventId, triggeredAtMs })
      plannedEnds.set(eventId, triggeredAtMs + (settings.durationSec + settings.postSec) * 1000)
      await sleep(apartMs)
    }
    await until('all clips are finished', () => finishedAt.size === plannedEnds.size)
    if (failures.length > 0) throw new Error(`not whole: ${failures.join('; ')}`)
    await Promise.all([...plannedEnds.keys()].map((eventId) => requireIndexFirst(dataDir, eventId)))
    return [...plannedEnds].map(([eventId, plannedEnd]) => ({
      readyMs: (readyAt.get(eventId) ?? Number.NaN) - plannedEnd,
      finishedMs: (finishedAt.get(eventId) ?? Number.NaN) - plannedEnd,
    }))
  } finally {
    await recordings.stop(5000)
    stop.abort()
    await Promise.all(running)
  }
})

async function requireIndexFirst(dataDir: string, eventId: string): Promise<void> {
  const boxes = boxesOf(await readFile(path.join(dataDir, 'recordings', `${eventId}.mp4`)))
  const [index, media] = [boxes.indexOf('moov'), boxes.indexOf('mdat')]
  if (index < 0 || media < index) throw new Error(`the index is not first: ${boxes.join(' ')}`)
}
