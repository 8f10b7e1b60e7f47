import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** What the files below a folder hold, byte by byte, by their paths; without those that a program removed or renamed meanwhile. */
export async function filesBelow(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const contents = new Map<string, string>()
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const content = await contentOf(file)
    if (content !== null) contents.set(file, content)
  }
  return contents
}

async function contentOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
