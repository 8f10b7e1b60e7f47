import { beforeEach, describe, expect, it } from 'vitest'
import { keys, type UploadKind } from '../outbox/outbox-keys.js'
import { until } from '../platform/until.fixture.js'
import { there, UploadScene } from './upload-scene.fixture.js'

let here: UploadScene
beforeEach(async () => {
  here = await UploadScene.open()
  return () => here[Symbol.asyncDispose]()
})

const firstClip = async () => {
  await here.record()
  const [read] = (await here.queue.due('clip', here.outbox.last)).records
  if (!read) throw new Error('nothing waits for upload')
  return read
}

describe('the queue of uploads', () => {
  it('gives out what is kept now, also to whoever read it before it was refused', async () => {
    const read = await firstClip()
    await here.queue.save({ ...read, refusals: 2, reason: 'other bytes' })
    expect(await here.queue.claim(read)).toMatchObject({ refusals: 2, reason: 'other bytes' })
  })

  it('gives out nothing that is under way already, or over', async () => {
    const read = await firstClip()
    expect(await here.queue.claim(read)).not.toBeNull()
    expect(await here.queue.claim(read)).toBeNull()
    here.queue.release(read)
    await here.queue.remove(read)
    expect(await here.queue.claim(read)).toBeNull()
  })
})

describe('a record that cannot be read', () => {
  /** What lies there as text instead of the record. */
  const spoil = async (kind: UploadKind, text: string) => {
    const recorded = await here.record()
    const key = keys.send(kind, here.outbox.last, recorded.eventId)
    const whole = await here.database.get<string, string>(key, { valueEncoding: 'utf8' })
    await here.database.put<string, string>(key, text, { valueEncoding: 'utf8' })
    await here.outbox.acknowledge(here.outbox.last, [])
    return { ...recorded, key, whole: whole ?? '' }
  }
  const restart = async () => {
    await here.stop()
    await here.database.close()
    await here.reopen()
  }

  it.each([
    ['no JSON', '{"object":{"ev'],
    ['nothing', ''],
    ['of a later version', '{"of":"a later version"}'],
  ])('of a picture does not hold back its clip: %s', async (_what, text) => {
    const { clip, snapshot } = await spoil('snapshot', text)
    here.start()
    await until(async () => !(await there(clip)))
    await restart()
    expect(await here.queue.counts()).toEqual({ pending: 0, failed: 1 })
    expect(here.losses.counts).toEqual({ snapshots: 1, clips: 0, events: 0 })
    expect(await there(snapshot)).toBe(true)
    // Said once, however often it starts.
    await restart()
    expect(here.losses.counts).toEqual({ snapshots: 1, clips: 0, events: 0 })
  })

  it('of a clip is set aside, and sent once a version can read it', async () => {
    const { key, whole, clip, eventId } = await spoil('clip', '{"of":"a later version"}')
    await restart()
    expect(await here.queue.counts()).toEqual({ pending: 1, failed: 1 })
    expect(await here.queue.unread()).toMatchObject([{ kind: 'clip', eventId, cameraId: null }])
    await here.database.put(keys.unread(key), { text: whole, failedMs: 0 })
    await restart()
    expect(here.losses.counts).toEqual({ snapshots: 0, clips: 0, events: 0 })
    here.start()
    await until(here.drained)
    expect(await there(clip)).toBe(false)
  })

  it.each([
    ['no JSON', '{"object":{"ev', 0],
    ['without its state', '{"cameraId":"$camera"}', 1],
  ])('is kept with its file where an earlier version kept it, and named: %s', async (_what, text, told) => {
    const { key, whole, clip, eventId, cameraId } = await spoil('clip', '')
    const old = `upload!${eventId}!clip`
    const oldText = text.replace('$camera', cameraId)
    const asText = { valueEncoding: 'utf8' } as const
    await here.database.batch<string, string>(
      [
        { type: 'del', key },
        { type: 'put', key: old, value: oldText },
      ],
      asText,
    )
    await restart()
    expect(await here.queue.counts()).toEqual({ pending: 1, failed: 1 })
    expect(here.losses.counts).toEqual({ snapshots: 0, clips: 1, events: 0 })
    expect(await here.queue.unread()).toMatchObject([
      { kind: 'clip', eventId, cameraId: told ? cameraId : null },
    ])
    expect(await here.database.get(keys.unread(old))).toMatchObject({ text: oldText })
    // A version that can read it sends it after all.
    await here.database.put(keys.unread(old), { text: whole, failedMs: 0 })
    await restart()
    expect(here.losses.counts).toEqual({ snapshots: 0, clips: 0, events: 0 })
    here.start()
    await until(here.drained)
    expect(await there(clip)).toBe(false)
  })
})
