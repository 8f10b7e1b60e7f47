import { lazy, useState } from 'react'
import { useSites } from '../api/sites.js'
import { Icon } from '../icons/icon.js'
import { useText } from '../text/use-text.js'
import { lastActions } from './last-actions.js'
import { Part } from './part.js'
import { useSiteId } from './use-site.js'

/** The menu is loaded when somebody is about to open it. */
const loadMenu = () => import('./site-menu.js')
const SiteMenu = lazy(loadMenu)

/** Which site all pages are about. It is not there where there is one site. @param small a drawing alone */
export function SitePicker({ small }: { small: boolean }) {
  const text = useText().frame
  const sites = useSites().data ?? []
  const chosen = useSiteId()
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  if (sites.length < 2) return null
  const name = sites.find(({ id }) => id === chosen)?.name ?? text.allSites
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        aria-label={text.siteIs(name)}
        title={small ? name : undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadMenu().catch(() => {})}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
        className={`flex flex-none items-center gap-[10px] rounded-2 text-left hover:bg-surface-2 ${small ? `size-[40px] justify-center ${chosen === null ? 'text-ink-2' : 'text-accent'}` : 'mb-[6px] h-[40px] border border-line px-[10px]'}`}
      >
        <Icon name="site" />
        {!small && <span className="min-w-0 flex-1 truncate font-strong">{name}</span>}
        {!small && <Icon name="down" size={14} />}
      </button>
      {isWanted && (
        <Part
          onBroken={() => {
            setWanted(false)
            lastActions.say(text.partFailed)
          }}
        >
          <SiteMenu anchor={anchor} isOpen={isOpen} onOpenChange={setOpen} chosen={chosen} />
        </Part>
      )}
    </>
  )
}
