import { beforeEach, describe, expect, it } from 'vitest'
import { UploadScene } from './upload-scene.fixture.js'

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
