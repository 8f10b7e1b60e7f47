import { useSearch } from '@tanstack/react-router'
import { useSites } from '../api/sites.js'

/**
 * The site that the address chooses for all pages (`?site=`): its lists are of that site alone.
 * @returns null for all sites, also where the address names one that this person may not see, as the site picker then shows
 */
export function useSiteId(): string | null {
  const { site } = useSearch({ strict: false })
  const sites = useSites().data
  if (site === undefined) return null
  return !sites || sites.some(({ id }) => id === site) ? site : null
}
