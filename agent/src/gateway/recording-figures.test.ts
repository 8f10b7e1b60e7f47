import { expect, test } from 'vitest'
import { RecordedVolume } from '../recording/recorded-volume.js'
import { KeptFiles } from '../upload/kept-files.fixture.js'
import { readRecordingFigures } from './recording-figures.js'

test('what waits is counted by clips, by bytes and by the oldest of them', async () => {
  await using kept = await KeptFiles.open()
  const volume = new RecordedVolume({ monotonic: () => 0 })
  const nothing = { clips: 0, mb: 0, oldest_at: null }
  expect((await readRecordingFigures(kept.queue, volume)).waiting).toEqual(nothing)
  await kept.recorded(1024 * 1024, 512 * 1024)
  await kept.recorded(1024 * 1024, 512 * 1024)
  const told = { clips: 2, mb: 3, oldest_at: new Date(1_770_000_010_000).toISOString() }
  expect((await readRecordingFigures(kept.queue, volume)).waiting).toEqual(told)
  await kept.restart()
  expect((await readRecordingFigures(kept.queue, volume)).waiting).toEqual(told)
})

test('a clip that an earlier version kept is counted, and nobody knows since when it waits', async () => {
  await using kept = await KeptFiles.open()
  await kept.recorded()
  for await (const record of kept.queue.pending('clip')) {
    const { endedAtMs: _, ...earlier } = record
    await kept.database.put(
      `send!1!${String(record.afterSeq).padStart(16, '0')}!${record.object.event_id}`,
      earlier,
    )
  }
  expect(await kept.queue.backlog()).toMatchObject({ clips: 1, oldestClipMs: null })
})
