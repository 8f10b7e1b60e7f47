import { useRouter } from '@tanstack/react-router'
import { useSiteId } from '../use-site.js'
import type { ShownEntry } from './entry.js'

interface ChooseOptions {
  readonly onClose: () => void
  /** Remembers what was used. */
  readonly use: (key: string) => void
}

/** Goes where an entry leads, or does what it does. */
export function useChoose({ onClose, use }: ChooseOptions): (entry: ShownEntry, inNewTab: boolean) => void {
  const router = useRouter()
  const site = useSiteId()
  return ({ key, goal }, inNewTab) => {
    use(key)
    if (goal.kind === 'act') {
      onClose()
      return goal.act()
    }
    const href = withSite(goal.href, site)
    if (inNewTab) return void open(href, '_blank', 'noopener')
    onClose()
    if (href.startsWith('/')) router.history.push(href)
    else location.assign(href)
  }
}

/** An address that keeps the site which is chosen, unless it names one itself. */
function withSite(href: string, site: string | null): string {
  if (site === null || !href.startsWith('/') || /[?&]site=/.test(href)) return href
  return `${href}${href.includes('?') ? '&' : '?'}site=${site}`
}
