import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { usePause } from '../api/pause.js'
import { Icon } from '../icons/icon.js'
import { session } from '../session/session.js'
import { languages } from '../text/text.js'
import { useInboxText } from '../text/use-inbox-text.js'
import { useLanguage, useText } from '../text/use-text.js'
import { clockTime } from '../time/format.js'
import { serviceNow } from '../time/service-clock.js'
import { menuItem, menuPopup } from './menu-look.js'
import { nextMorning } from './next-morning.js'
import { openOver } from './over-pages.js'
import { changeSettings, languageNames, themes, useSettings } from './settings-here.js'

interface OwnMenuProps {
  /** The button that it stands at, and that has the focus again afterwards. */
  readonly anchor: HTMLElement | null
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
}

const heading = 'px-[10px] pt-2 pb-[2px] text-xs font-strong text-ink-3'

/** What belongs to the person: being left alone, theme, language, keys, signing out. */
export default function OwnMenu({ anchor, isOpen, onOpenChange }: OwnMenuProps) {
  const text = useText().frame
  const { theme, singleKeys } = useSettings()
  const language = useLanguage()
  return (
    <Menu.Root open={isOpen} onOpenChange={onOpenChange}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="top" align="start" sideOffset={6} className="z-40">
          <Menu.Popup finalFocus={() => anchor} className={menuPopup}>
            <PauseItems />
            <Menu.Separator className="my-[6px] h-px bg-line" />
            <Menu.Group>
              <Menu.GroupLabel className={heading}>{text.theme}</Menu.GroupLabel>
              <Menu.RadioGroup value={theme}>
                {themes.map((one) => (
                  <Menu.RadioItem
                    key={one}
                    value={one}
                    onClick={() => changeSettings({ theme: one })}
                    className={menuItem}
                  >
                    <Ticked />
                    {text.themes[one]}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Group>
            <Menu.Group>
              <Menu.GroupLabel className={heading}>{text.language}</Menu.GroupLabel>
              <Menu.RadioGroup value={language}>
                {languages.map((one) => (
                  <Menu.RadioItem
                    key={one}
                    value={one}
                    lang={one}
                    onClick={() => changeSettings({ language: one })}
                    className={menuItem}
                  >
                    <Ticked />
                    {languageNames[one]}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Group>
            <Menu.Separator className="my-[6px] h-px bg-line" />
            <Menu.LinkItem
              render={<Link to="/me" />}
              onClick={() => onOpenChange(false)}
              className={menuItem}
            >
              <Icon name="person" size={16} />
              {text.toMe}
            </Menu.LinkItem>
            <Menu.CheckboxItem
              checked={singleKeys}
              onCheckedChange={(checked) => changeSettings({ singleKeys: checked })}
              className={menuItem}
            >
              <span className="w-4 text-accent">
                <Menu.CheckboxItemIndicator>
                  <Icon name="check" size={16} />
                </Menu.CheckboxItemIndicator>
              </span>
              {text.singleKeys}
            </Menu.CheckboxItem>
            <Menu.Item onClick={() => openOver('keys')} className={menuItem}>
              <Icon name="keyboard" size={16} />
              <span className="flex-1">{text.allKeys}</span>
              <kbd aria-hidden="true">?</kbd>
            </Menu.Item>
            <Menu.Item onClick={() => void session.logout()} className={menuItem}>
              <Icon name="sign-out" size={16} />
              {text.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** "Leave me alone until": two taps from any page. */
function PauseItems() {
  const text = useInboxText()
  const language = useLanguage()
  const { until, set } = usePause()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (until !== null)
    return (
      <Menu.Group>
        <Menu.GroupLabel className={heading}>
          {text.leftAloneUntil(clockTime(until, { language, zone }))}
        </Menu.GroupLabel>
        <Menu.Item onClick={() => set(null)} className={menuItem}>
          <Icon name="alerts" size={16} />
          {text.tellAgain}
        </Menu.Item>
      </Menu.Group>
    )
  const ends = [nextMorning(new Date(serviceNow())), new Date(serviceNow() + 3_600_000)]
  return (
    <Menu.Group>
      <Menu.GroupLabel className={heading}>{text.leaveAlone}</Menu.GroupLabel>
      {ends.map((end, place) => (
        <Menu.Item key={place === 0 ? 'morning' : 'hour'} onClick={() => set(end)} className={menuItem}>
          <Icon name="quiet" size={16} />
          {place === 0 ? text.untilTime(clockTime(end, { language, zone })) : text.forAnHour}
        </Menu.Item>
      ))}
    </Menu.Group>
  )
}

function Ticked() {
  return (
    <span className="w-4 text-accent">
      <Menu.RadioItemIndicator>
        <Icon name="check" size={16} />
      </Menu.RadioItemIndicator>
    </span>
  )
}
