import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { SourceFile } from './import-directions.js'

/** Reads the sources of the workspace at `root`, by default what is TypeScript. A package that is not there is left out. */
export async function readTree(root: string, endings: readonly string[] = ['.ts']): Promise<SourceFile[]> {
  const folders = ['protocol', 'cloud', 'agent', 'test']
  const files = await Promise.all(folders.map((folder) => listSources(join(root, folder), endings)))
  return Promise.all(
    files.flat().map(async (file) => ({
      path: relative(root, file).split(sep).join('/'),
      source: await readFile(file, 'utf8'),
    })),
  )
}

async function listSources(folder: string, endings: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const nested = await Promise.all(
    entries.map(async (entry) => {
      if (entry.isDirectory()) {
        return ['node_modules', 'dist'].includes(entry.name)
          ? []
          : listSources(join(folder, entry.name), endings)
      }
      return endings.some((ending) => entry.name.endsWith(ending)) ? [join(folder, entry.name)] : []
    }),
  )
  return nested.flat()
}
