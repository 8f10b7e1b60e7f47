import { closeSync } from 'node:fs'
import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleRecords } from '#testing/sample-records.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { encodeRecord, type JournalRecord, journalMagic, largestPayload } from './journal-format.js'
import { readJournal } from './journal-reader.js'
import { JournalWriter } from './journal-writer.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-journal-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const encoded = sampleRecords.map((record) => Buffer.concat(encodeRecord(record)))
const whole = Buffer.concat([journalMagic, ...encoded])
/** Where each record ends in `whole`. */
const ends = encoded.map((_, index) =>
  encoded.slice(0, index + 1).reduce((sum, { length }) => sum + length, journalMagic.length),
)

async function readBytes(bytes: Buffer): Promise<JournalRecord[]> {
  const path = join(folder, 'cut.journal')
  await writeFile(path, bytes)
  return readAll(path)
}

async function readAll(path: string): Promise<JournalRecord[]> {
  const records: JournalRecord[] = []
  for await (const { record } of readJournal(path)) records.push(record)
  return records
}

/** The number under which this process has a file open. */
async function descriptorOf(path: string): Promise<number> {
  for (const number of await readdir('/proc/self/fd')) {
    const target = await readlink(`/proc/self/fd/${number}`).catch(() => '')
    if (target === path) return Number(number)
  }
  throw new Error(`${path} is not open`)
}

describe('the reader', () => {
  it('reads back each kind of record as it was written', async () => {
    expect(await readBytes(whole)).toEqual(sampleRecords)
  })

  it('reads all whole records before a cut, at every byte', async () => {
    for (let length = 0; length <= whole.length; length += 1) {
      const intact = ends.filter((end) => end <= length).length
      expect(await readBytes(whole.subarray(0, length)), `cut at ${length}`).toEqual(
        sampleRecords.slice(0, intact),
      )
    }
  })

  it('reads all records before a damaged byte, whichever bit it is', async () => {
    for (let position = journalMagic.length; position < whole.length; position += 1) {
      const damaged = Buffer.from(whole)
      damaged.writeUInt8(damaged.readUInt8(position) ^ (1 << (position % 8)), position)
      const intact = ends.filter((end) => end <= position).length
      expect(await readBytes(damaged), `bit ${position % 8} of byte ${position}`).toEqual(
        sampleRecords.slice(0, intact),
      )
    }
  })

  it('finds no records in a file of zeros or of something else', async () => {
    expect(await readBytes(Buffer.alloc(4096))).toEqual([])
    expect(await readBytes(Buffer.concat([journalMagic, Buffer.alloc(4096)]))).toEqual([])
    expect(await readBytes(Buffer.from('{"not":"a journal"}'))).toEqual([])
  })

  it('does not take memory for a length that cannot be', async () => {
    const absurd = Buffer.from(whole)
    absurd.writeUInt32BE(largestPayload + 1, journalMagic.length)
    expect(await readBytes(absurd)).toEqual([])
  })

  it('reads records larger than its window, and keeps earlier ones intact while it goes on', async () => {
    const big: JournalRecord[] = [3_000_000, 10, 1_048_576, 1_048_548, 70_000].map((length, index) => ({
      kind: 'packet',
      track: 'video',
      ptsUs: index * 40_000,
      dtsUs: index * 40_000,
      keyframe: index === 0,
      data: Buffer.alloc(length, index + 1),
    }))
    const read = await readBytes(
      Buffer.concat([journalMagic, ...big.flatMap((record) => encodeRecord(record))]),
    )
    const digests = (records: JournalRecord[]) =>
      records.map((record) => (record.kind === 'packet' ? crc32(record.data) : null))
    expect(digests(read)).toEqual(digests(big))
  })

  it('tells where each record ends', async () => {
    const path = join(folder, 'ends.journal')
    await writeFile(path, whole)
    const found: number[] = []
    for await (const { endsAt } of readJournal(path)) found.push(endsAt)
    expect(found).toEqual(ends)
  })
})

describe('the writer', () => {
  const [first, ...others] = sampleRecords
  if (first === undefined) throw new Error('no sample')

  function writerOf(name: string) {
    const clock = createFakeClock()
    const failures: unknown[] = []
    const path = join(folder, name)
    return { clock, failures, path, writer: new JournalWriter(path, clock, (error) => failures.push(error)) }
  }

  it('has the first record on disk once it is open, and the others every 250 ms', async () => {
    const { clock, path, writer } = writerOf('ticks.journal')
    for (const record of others.slice(0, 2)) writer.append(record)
    await writer.open(first)
    expect(await readAll(path)).toEqual([first])
    await clock.advance(250)
    await writer.flush('write')
    expect(await readAll(path)).toEqual(sampleRecords.slice(0, 3))
    for (const record of others.slice(2)) writer.append(record)
    await clock.advance(200)
    expect((await stat(path)).size).toBe(ends[2])
    // No flush by hand here: the tick alone must write.
    await clock.advance(50)
    while ((await stat(path)).size < whole.length) await clock.advance(1)
    expect(await readFile(path)).toEqual(whole)
    await writer[Symbol.asyncDispose]()
    expect(clock.waiting).toBe(0)
  })

  it('writes what is left when it is closed, and can be closed twice', async () => {
    const { path, writer, clock } = writerOf('closed.journal')
    await writer.open(first)
    for (const record of others) writer.append(record)
    await writer[Symbol.asyncDispose]()
    await writer[Symbol.asyncDispose]()
    expect(await readAll(path)).toEqual(sampleRecords)
    expect(clock.waiting).toBe(0)
  })

  it('never writes over a journal that is there', async () => {
    const { path, writer } = writerOf('taken.journal')
    await writeFile(path, 'evidence')
    await expect(writer.open(first)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await readFile(path, 'utf8')).toBe('evidence')
  })

  it('takes a full ring at once and more meanwhile, and gives memory back as it is written', async () => {
    const { path, writer } = writerOf('full ring.journal')
    const picture = Buffer.alloc(256 * 1024, 7)
    const packet = (count: number) =>
      ({ kind: 'packet', track: 'video', ptsUs: count, dtsUs: count, keyframe: true, data: picture }) as const
    await writer.open(first)
    for (let count = 0; count < 460; count += 1) writer.append(packet(count))
    await writer.flush('write')
    for (let count = 460; count < 560; count += 1) writer.append(packet(count))
    await writer[Symbol.asyncDispose]()
    expect(await readAll(path)).toHaveLength(561)
  })

  it('survives a disk that refuses when the file is closed, and says so', async () => {
    const failures: unknown[] = []
    const path = join(folder, 'unclosed.journal')
    const writer = new JournalWriter(path, createFakeClock(), (error) => failures.push(error))
    await writer.open(first)
    // The file is closed behind its back, so that closing it is refused (EBADF for EIO).
    closeSync(await descriptorOf(path))
    await writer[Symbol.asyncDispose]()
    expect(failures).toMatchObject([{ code: 'EBADF' }])
  })

  it('gives up the oldest pictures that a slow disk did not take, and no other record', async () => {
    const failures: unknown[] = []
    const path = join(folder, 'slow.journal')
    const writer = new JournalWriter(path, createFakeClock(), (error) => failures.push(error))
    await writer.open(first)
    // More than a disk that stands still may let wait: groups of two pictures.
    const heavy = Buffer.alloc(16 * 1024 * 1024)
    for (let count = 0; count < 12; count += 1) {
      const keyframe = count % 2 === 0
      writer.append({ kind: 'packet', track: 'video', ptsUs: count, dtsUs: count, keyframe, data: heavy })
      if (count === 2) for (const record of others) if (record.kind !== 'packet') writer.append(record)
    }
    await writer[Symbol.asyncDispose]()
    expect(failures).toEqual([])
    const written = await readAll(path)
    const pictures = written.filter((record) => record.kind === 'packet')
    expect(
      pictures.map(({ ptsUs, missingBefore = 0, unwritten = false }) => [ptsUs, missingBefore, unwritten]),
    ).toEqual([[0, 0, false], [6, 5, true], ...[7, 8, 9, 10, 11].map((at) => [at, 0, false])])
    expect(written.filter(({ kind }) => kind !== 'packet')).toEqual(
      [first, ...others].filter(({ kind }) => kind !== 'packet'),
    )
  })

  it('says once that the disk is too slow where nothing can be given up, and takes no more', async () => {
    const failures: unknown[] = []
    const path = join(folder, 'late.journal')
    const writer = new JournalWriter(path, createFakeClock(), (error) => failures.push(error))
    const heavy = Buffer.alloc(16 * 1024 * 1024)
    for (let count = 0; count < 10; count += 1) {
      writer.append({
        kind: 'packet',
        track: 'audio',
        ptsUs: count,
        dtsUs: count,
        keyframe: true,
        data: heavy,
      })
    }
    expect(failures).toEqual([new Error('the disk is too slow for this recording')])
    await writer[Symbol.asyncDispose]()
  })
})
