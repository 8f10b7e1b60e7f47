import { useSites } from '../../api/sites.js'
import { useSiteId } from '../../frame/use-site.js'
import { zoneNotKnownYet } from '../../time/zone.js'

/**
 * The zone by whose days and hours events are looked for: that of the site, else of the first one.
 * @returns IANA name, or `zoneNotKnownYet`
 */
export function useListZone(): string {
  const { data: sites, isPending } = useSites()
  const id = useSiteId()
  if (isPending) return zoneNotKnownYet
  const site = sites?.find((one) => one.id === id) ?? sites?.[0]
  return site?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}
