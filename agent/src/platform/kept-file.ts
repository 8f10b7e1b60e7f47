import { rename, rm } from 'node:fs/promises'
import { readIfThere } from './durable-file.js'
import { AgentError, codeOf } from './errors.js'

/** What a file holds; nobody can make anything of what is `unreadable`. */
type Kept<Content> =
  | { readonly kind: 'none' }
  | { readonly kind: 'content'; readonly content: Content }
  | { readonly kind: 'unreadable'; readonly reason: unknown }

/**
 * Reads what an earlier process kept.
 * @param read throws where the bytes say nothing.
 * @throws AgentError `storage` if the disk does not give it: the next start may have it, and nothing must take its place.
 */
export async function readKept<Content>(
  path: string,
  read: (bytes: Buffer) => Content,
): Promise<Kept<Content>> {
  let bytes: Buffer | null
  try {
    bytes = await readIfThere(path)
  } catch (cause) {
    // A folder in its place is none of ours, and will never be a file.
    if (codeOf(cause) === 'EISDIR') return { kind: 'unreadable', reason: cause }
    throw new AgentError('storage', `cannot read ${path} (${codeOf(cause) ?? 'unknown reason'})`, {
      hint: 'Check that the disk is healthy and mounted, and that the data folder belongs to this user.',
      cause,
    })
  }
  if (bytes === null) return { kind: 'none' }
  try {
    return { kind: 'content', content: read(bytes) }
  } catch (reason) {
    return { kind: 'unreadable', reason }
  }
}

/** Makes room for another one in the place of what cannot be read; the last such is kept for a person to examine. */
export async function setAside(path: string): Promise<void> {
  const aside = `${path}.unreadable`
  await rm(aside, { recursive: true, force: true })
  await rename(path, aside).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}
