import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPrograms, programForTests } from '#testing/built-programs.js'
import { encodeVideo } from '#testing/encode-video.js'
import { FileObserver } from '#testing/file-observer.js'
import { decodeClip } from '#testing/inspect-clip.js'
import { recordsOf, writeJournal } from '#testing/journal-of.js'
import { openRecordings } from '#testing/open-recordings.js'
import { systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { diskInMemory } from '../upload/kept-files.fixture.js'
import { readJournal } from './journal-reader.js'
import { RecordingFiles } from './recording-files.js'

let folder: string
let videoPath: string

beforeAll(async () => {
  // What is asked here is not how fast a disk syncs.
  folder = await mkdtemp(join(diskInMemory(), 'agent-recording-kill-'))
  videoPath = join(folder, 'video')
  await writeJournal(videoPath, recordsOf(await encodeVideo({ seconds: 4, size: '160x120', gop: 10 })))
  await buildPrograms()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Lets a child record and kills it `afterMs` behind its trigger. @returns what it said last. */
async function recordAndKill(dataDir: string, eventId: string, afterMs: number) {
  const program = programForTests('record-until-killed')
  const child = spawn(process.execPath, [program, dataDir, videoPath, eventId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const said = { recorded: 0, triggered: false }
  let begun = false
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'triggered') said.triggered = true
    const recorded = /^recorded (-?\d+)$/.exec(line)?.[1]
    if (recorded !== undefined) said.recorded = Number(recorded)
    // 200 ms into the stream the child triggers.
    if (!begun && said.recorded > 5 - 13) {
      begun = true
      systemClock.after(afterMs, () => child.kill('SIGKILL'))
    }
  }
  await exited
  return said
}

/** The pictures that the journal of an event holds; null where it has none (any more). */
async function picturesOnDisk(dataDir: string, eventId: string): Promise<number | null> {
  const journal = new RecordingFiles(dataDir).journal(eventId)
  if (!existsSync(journal)) return null
  let pictures = 0
  for await (const { record } of readJournal(journal)) if (record.kind === 'packet') pictures += 1
  return pictures
}

async function restart(dataDir: string, observer: FileObserver): Promise<void> {
  const recordings = await openRecordings({
    dataDir,
    observer,
  })
  await recordings.settled()
  await recordings.stop(0)
}

it.each([0, 20, 150, 450, 900, 1000, 1020, 1040, 1060, 1100, 1200, 1500])(
  'an event is told once, with all that was written, after a kill %i ms behind the trigger',
  async (afterMs) => {
    const eventId = systemRandom.timeId()
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const observer = new FileObserver(join(dataDir, 'told'))
    const said = await recordAndKill(dataDir, eventId, afterMs)
    const onDisk = await picturesOnDisk(dataDir, eventId)
    await restart(dataDir, observer)
    await restart(dataDir, observer)
    const told = observer.told()
    const names = told.map(({ name }) => name)
    // Before its first record was on disk nobody knew of the event, and nobody had been answered.
    if (!said.triggered && names.length === 0) return
    expect(names).toEqual(['opened', 'closed'])
    const clip = told.at(-1)?.event.clip ?? null
    const files = await readdir(join(dataDir, 'recordings'))
    expect(files).toEqual(clip === null ? [] : [`${eventId}.mp4`])
    // What was written is in the clip. A recording that had its end is whole: it begins with the stream.
    const wanted = onDisk ?? Math.min(said.recorded, 30)
    if (clip === null) {
      expect(wanted).toBeLessThanOrEqual(0)
      return
    }
    const { pictures, said: warnings } = await decodeClip(clip.path)
    expect(warnings).toBe('')
    expect(pictures).toBeGreaterThanOrEqual(wanted)
  },
)
