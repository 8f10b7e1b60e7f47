import { lazy, useState } from 'react'
import { useUser } from '../session/use-session.js'
import { useText } from '../text/use-text.js'
import { initialsOf } from './initials.js'
import { lastActions } from './last-actions.js'
import { Part } from './part.js'

/** The menu is loaded when somebody is about to open it. */
const loadMenu = () => import('./own-menu.js')
const OwnMenu = lazy(loadMenu)

/** The person at the foot of the navigation; opens what is theirs. */
export function OwnButton({ small }: { small: boolean }) {
  const text = useText().frame
  const { displayName, role } = useUser()
  const [isWanted, setWanted] = useState(false)
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        aria-label={small ? text.person(displayName) : undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadMenu().catch(() => {})}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
        className={`flex items-center gap-[10px] rounded-2 text-left hover:bg-surface-2 ${small ? 'size-[40px] justify-center' : 'h-[48px] px-[10px]'}`}
      >
        <span
          aria-hidden="true"
          className="grid size-[26px] flex-none place-items-center rounded-full border border-line-strong bg-surface-3 text-2xs font-title text-ink-2"
        >
          {initialsOf(displayName)}
        </span>
        {!small && (
          <span className="min-w-0 flex-1">
            <span className="block truncate font-strong">{displayName}</span>
            <span className="block text-xs text-ink-3">{text.role[role]}</span>
            <span className="sr-only">, {text.yours}</span>
          </span>
        )}
      </button>
      {isWanted && (
        <Part
          onBroken={() => {
            setWanted(false)
            lastActions.say(text.partFailed)
          }}
        >
          <OwnMenu anchor={anchor} isOpen={isOpen} onOpenChange={setOpen} />
        </Part>
      )}
    </>
  )
}
