import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makePrivateFolder, syncDirectory } from '../platform/durable-file.js'

/** Event ids become file names, so nothing else may pass. */
const eventIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A file of the folder of recordings. */
export interface RecordingFile {
  readonly path: string
  /** Without the folder; it begins with the id of its event. */
  readonly name: string
  readonly bytes: number
}

/** Where recordings lie, one journal, clip and snapshot an event. */
export class RecordingFiles {
  readonly folder: string

  /** @param dataDir the agent's data folder */
  constructor(dataDir: string) {
    this.folder = join(dataDir, 'recordings')
  }

  async prepare(): Promise<void> {
    await makePrivateFolder(this.folder)
  }

  /** Grows while its event is recorded; gone once the observer has taken the result. */
  journal(eventId: string): string {
    return this.#path(eventId, 'journal')
  }

  clip(eventId: string): string {
    return this.#path(eventId, 'mp4')
  }

  snapshot(eventId: string): string {
    return this.#path(eventId, 'jpg')
  }

  /**
   * A journal out of which no clip could be made, kept for a while for a person to examine.
   * @param servedMs service time at which it was set aside; a wall clock that jumps must not age it.
   */
  setAside(eventId: string, servedMs: number): string {
    return this.#path(eventId, `journal.${Math.round(servedMs)}.unusable`)
  }

  /** A note of the journal that a start of the agent is finishing. */
  get recovering(): string {
    return join(this.folder, 'recovering.json')
  }

  /** The file of this name in the folder, wherever that lies now. */
  named(name: string): string {
    return join(this.folder, basename(name))
  }

  /** A name for a file in the making; no restart mistakes it for a whole one. */
  temporary(path: string): string {
    return `${path}.tmp`
  }

  /** @returns the events that have a journal, oldest id first; ids of the agent's own sort by time. */
  async journals(): Promise<string[]> {
    const names = await readdir(this.folder)
    return names
      .map((name) => /^(.+)\.journal$/.exec(name)?.[1])
      .filter((id) => id !== undefined && eventIdPattern.test(id))
      .map(String)
      .toSorted()
  }

  /** Whether an event was recorded here, or is being recorded. */
  knows(eventId: string): boolean {
    return existsSync(this.journal(eventId)) || existsSync(this.clip(eventId))
  }

  /**
   * Removes what an earlier process had in the making, and unusable journals that were set aside before `oldestMs`. What
   * cannot be removed stays, and is named with why: nothing waits for that.
   */
  async removeLeftOvers(oldestMs: number, onStays: (name: string, error: unknown) => void): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const setAsideMs = /\.journal\.(\d+)\.unusable$/.exec(name)?.[1]
      const isOld = setAsideMs !== undefined && Number(setAsideMs) < oldestMs
      if (isOld || name.endsWith('.tmp'))
        await rm(join(this.folder, name), { force: true }).catch((error: unknown) => onStays(name, error))
    }
  }

  /** All files with their bytes; one that goes meanwhile is left out. */
  async list(): Promise<RecordingFile[]> {
    const found: RecordingFile[] = []
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name)
      const bytes = await stat(path).then(
        // What a file takes of the disk, not how long it is: that is what a quota is about.
        ({ blocks }) => blocks * 512,
        () => null,
      )
      if (bytes !== null) found.push({ path, name, bytes })
    }
    return found
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) await rm(path, { force: true })
    await syncDirectory(this.folder)
  }

  #path(eventId: string, extension: string): string {
    if (!eventIdPattern.test(eventId)) throw new RangeError(`"${eventId}" is no event id`)
    return join(this.folder, `${eventId.toLowerCase()}.${extension}`)
  }
}
