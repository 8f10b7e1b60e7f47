import { statSync } from 'node:fs'

/**
 * Lets root go on as the account that a data folder belongs to. What root wrote there, the service could not read; and
 * nothing that an account could plant in its own folder is ever followed with the rights of root.
 */
export function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder || folder.uid === 0) return
  process.setgroups?.([folder.gid])
  process.setgid?.(folder.gid)
  process.setuid?.(folder.uid)
}
