import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { Icon } from '../icons/icon.js'
import { useText } from '../text/use-text.js'
import { menuItem, menuPopup } from './menu-look.js'
import type { Place } from './places.js'

interface MoreMenuProps {
  /** The button that it stands at, and that has the focus again afterwards. */
  readonly anchor: HTMLElement | null
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly places: readonly Place[]
}

/** The pages that have no tab of their own on a phone. */
export default function MoreMenu({ anchor, isOpen, onOpenChange, places }: MoreMenuProps) {
  const text = useText().frame
  return (
    <Menu.Root open={isOpen} onOpenChange={onOpenChange}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="top" align="end" sideOffset={6} className="z-40">
          <Menu.Popup finalFocus={() => anchor} className={menuPopup}>
            {places.map(({ to, name, icon }) => (
              <Menu.LinkItem
                key={to}
                render={<Link to={to} />}
                onClick={() => onOpenChange(false)}
                className={menuItem}
              >
                <Icon name={icon} size={18} />
                {text[name]}
              </Menu.LinkItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
