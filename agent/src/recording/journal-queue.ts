import { encodeRecord, type JournalRecord } from './journal-format.js'

type Picture = Extract<JournalRecord, { kind: 'packet' }>

interface Entry {
  readonly parts: readonly Uint8Array[]
  readonly bytes: number
  /** Null for sound and for what is no packet: these are never given up. */
  readonly picture: Picture | null
}

/**
 * The records of a journal that wait for the disk, no more of them than may wait. Where the disk is slower than the camera,
 * the oldest group of pictures that is not being written is given up, so that what follows can be shown: its pictures
 * count as missing before the next one. The first picture of all stays, and so does every other record: a clip begins
 * where it should, and a restart knows all of its event.
 */
export class JournalQueue {
  readonly #mostBytes: number
  #entries: Entry[] = []
  #bytes = 0
  /** So many of the first ones are being written. */
  #underWay = 0
  /** With which the clip begins. */
  #first: Picture | null = null
  /** Given up before the next picture. */
  #lost = 0
  /** Until the next keyframe: what comes refers to pictures that were given up. */
  #isBehindLoss = false
  /** What is shown before this keyframe, us, refers to pictures that were given up. */
  #shownFromUs: number | null = null

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get length(): number {
    return this.#entries.length
  }

  /** @returns false if more waits than may, and none of it can be given up */
  append(record: JournalRecord): boolean {
    if (record.kind === 'packet' && record.track === 'video') this.#appendPicture(record)
    else this.#push(entryOf(record))
    while (this.#bytes > this.#mostBytes) if (!this.#giveUpGroup()) return false
    return true
  }

  /** The first ones, as bytes to write; a whole entry at least. They stay until `written`. */
  take(mostBytes: number, most: number): { readonly bytes: Buffer; readonly entries: number } {
    let bytes = 0
    const beyond = this.#entries.findIndex((entry) => {
      bytes += entry.bytes
      return bytes > mostBytes
    })
    const fitting = beyond === -1 ? this.#entries.length : Math.max(beyond, 1)
    this.#underWay = Math.min(fitting, most)
    const parts = this.#entries.slice(0, this.#underWay).flatMap((entry) => entry.parts)
    return { bytes: Buffer.concat(parts), entries: this.#underWay }
  }

  /** What was taken is in the file, or it is not and waits again. */
  written(isWritten: boolean): void {
    if (isWritten) {
      for (const { bytes } of this.#entries.slice(0, this.#underWay)) this.#bytes -= bytes
      this.#entries = this.#entries.slice(this.#underWay)
    }
    this.#underWay = 0
  }

  clear(): void {
    this.#entries = []
    this.#bytes = 0
  }

  #push(entry: Entry): void {
    this.#entries.push(entry)
    this.#bytes += entry.bytes
  }

  /** @param entry the same as it waited already */
  #appendPicture(picture: Picture, entry?: Entry): void {
    if (picture.keyframe) this.#isBehindLoss = false
    if (this.#refersToLost(picture)) {
      this.#lost += 1 + (picture.missingBefore ?? 0)
      return
    }
    const marked = this.#marked(picture)
    this.#first ??= marked
    this.#push(entry && marked === picture ? entry : entryOf(marked))
  }

  /** With its marks of what was given up before it. */
  #marked(picture: Picture): Picture {
    const lost = this.#lost
    this.#lost = 0
    const damaged = this.#isBehindLoss && { damaged: true }
    if (lost === 0) return this.#isBehindLoss ? { ...picture, ...damaged } : picture
    return { ...picture, ...damaged, missingBefore: (picture.missingBefore ?? 0) + lost, unwritten: true }
  }

  /** Shown before the keyframe behind the loss. */
  #refersToLost({ keyframe, ptsUs }: Picture): boolean {
    if (this.#shownFromUs === null) return false
    if (!keyframe && ptsUs < this.#shownFromUs) return true
    // What follows is shown later, but for a keyframe that is followed by such pictures of its own, which are whole.
    if (keyframe) this.#shownFromUs = null
    return false
  }

  #giveUpGroup(): boolean {
    const isFree = ({ picture }: Entry, at: number) =>
      picture !== null && at >= this.#underWay && picture !== this.#first
    const begin = this.#entries.findIndex(isFree)
    if (begin === -1) return false
    const next = this.#entries.findIndex(({ picture }, at) => at > begin && picture?.keyframe === true)
    // Without a keyframe behind it the newest picture stays, to bear the count.
    const last = this.#entries.findLastIndex(({ picture }) => picture !== null)
    const end = next === -1 ? Math.max(last, begin + 1) : next
    const behind = this.#entries.splice(begin)
    for (const { bytes } of behind) this.#bytes -= bytes
    const group = behind.slice(0, end - begin)
    for (const { picture } of group) if (picture) this.#lost += 1 + (picture.missingBefore ?? 0)
    for (const entry of group) if (entry.picture === null) this.#push(entry)
    const rest = behind.slice(end - begin)
    const keyframe = next === -1 ? null : (rest[0]?.picture ?? null)
    this.#isBehindLoss = keyframe === null
    this.#shownFromUs = null
    for (const [at, entry] of rest.entries()) {
      if (entry.picture === null) this.#push(entry)
      else this.#appendPicture(entry.picture, entry)
      if (at === 0 && keyframe) this.#shownFromUs = keyframe.ptsUs
    }
    return true
  }
}

function entryOf(record: JournalRecord): Entry {
  const parts = encodeRecord(record)
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  const picture = record.kind === 'packet' && record.track === 'video' ? record : null
  return { parts, bytes, picture }
}
