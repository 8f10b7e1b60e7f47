import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import { useSites } from '../api/sites.js'
import { Icon } from '../icons/icon.js'
import { useText } from '../text/use-text.js'
import { menuItem, menuPopup } from './menu-look.js'

interface SiteMenuProps {
  /** The button that it stands at, and that has the focus again afterwards. */
  readonly anchor: HTMLElement | null
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Null: all sites. */
  readonly chosen: string | null
}

/** "All sites" as the menu holds it; ids are never so. */
const all = 'all'

/** The sites to choose from. What is chosen stands in the address of this page and of those after it. */
export default function SiteMenu({ anchor, isOpen, onOpenChange, chosen }: SiteMenuProps) {
  const text = useText().frame
  const sites = useSites().data ?? []
  const navigate = useNavigate()
  const choose = (site: string | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, site }) })
  return (
    <Menu.Root open={isOpen} onOpenChange={onOpenChange}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="start" sideOffset={6} className="z-40">
          <Menu.Popup finalFocus={() => anchor} className={menuPopup}>
            <Menu.RadioGroup value={chosen ?? all}>
              {[{ id: all, name: text.allSites }, ...sites].map(({ id, name }) => (
                <Menu.RadioItem
                  key={id}
                  value={id}
                  closeOnClick
                  onClick={() => choose(id === all ? undefined : id)}
                  className={menuItem}
                >
                  <span className="w-4 text-accent">
                    <Menu.RadioItemIndicator>
                      <Icon name="check" size={16} />
                    </Menu.RadioItemIndicator>
                  </span>
                  <span className="max-w-[280px] truncate">{name}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
