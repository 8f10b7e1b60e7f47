import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { SourceFile } from './import-directions.js'

/** Reads the TypeScript sources of the workspace at `root`. A package that is not there is left out. */
export async function readTree(root: string): Promise<SourceFile[]> {
  const folders = ['protocol', 'cloud', 'agent', 'test']
  const files = await Promise.all(folders.map((folder) => listSources(join(root, folder))))
  return Promise.all(
    files.flat().map(async (file) => ({
      path: relative(root, file).split(sep).join('/'),
      source: await readFile(file, 'utf8'),
    })),
  )
}

async function listSources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const nested = await Promise.all(
    entries.map(async (entry) => {
      if (entry.isDirectory()) {
        return ['node_modules', 'dist'].includes(entry.name) ? [] : listSources(join(folder, entry.name))
      }
      return entry.name.endsWith('.ts') ? [join(folder, entry.name)] : []
    }),
  )
  return nested.flat()
}
