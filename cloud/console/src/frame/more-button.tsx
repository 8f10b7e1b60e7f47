import { lazy, useState } from 'react'
import { Icon } from '../icons/icon.js'
import { useText } from '../text/use-text.js'
import { lastActions } from './last-actions.js'
import { Part } from './part.js'
import type { Place } from './places.js'
import { tabLook } from './tab-look.js'
import { useIsAt } from './use-is-at.js'

/** The menu is loaded when somebody is about to open it. */
const loadMenu = () => import('./more-menu.js')
const MoreMenu = lazy(loadMenu)

/** The last tab of a phone: opens what has no tab of its own. */
export function MoreButton({ places }: { places: readonly Place[] }) {
  const text = useText().frame
  const isAt = useIsAt()
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isHere = places.some(isAt)
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-current={isHere ? 'page' : undefined}
        onPointerEnter={() => void loadMenu().catch(() => {})}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
        className={tabLook}
      >
        <Icon name="more" size={21} />
        {text.more}
      </button>
      {isWanted && (
        <Part
          onBroken={() => {
            setWanted(false)
            lastActions.say(text.partFailed)
          }}
        >
          <MoreMenu anchor={anchor} isOpen={isOpen} onOpenChange={setOpen} places={places} />
        </Part>
      )}
    </>
  )
}
