import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { EncodedFile } from './content-encoding.js'

export interface ConsoleFile extends EncodedFile {
  readonly type: string
  readonly etag: string
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/**
 * What the build of the console left in a folder, held in memory, by its path below it, such as `assets/index-BZxBS9Nb.js`.
 * None where it was not built.
 */
export async function readConsoleFiles(folder: URL): Promise<ReadonlyMap<string, ConsoleFile>> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const served = names.filter((name) => extname(name) in types)
  return new Map(
    await Promise.all(served.map(async (name) => [name, await readConsoleFile(folder, name)] as const)),
  )
}

async function readConsoleFile(folder: URL, name: string): Promise<ConsoleFile> {
  const read = (ending: string): Promise<Buffer> => readFile(new URL(name + ending, folder))
  const plain = await read('')
  const [br, gzip] = await Promise.all(['.br', '.gz'].map((ending) => read(ending).catch(() => null)))
  return {
    plain,
    br: br ?? null,
    gzip: gzip ?? null,
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url')}"`,
  }
}
