import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { IconButton } from '../controls/button.js'
import { Icon } from '../icons/icon.js'
import { rememberKnown } from '../session/known-here.js'
import { mayAs } from '../session/session-user.js'
import { useUser } from '../session/use-session.js'
import { useText } from '../text/use-text.js'
import { Brand, Mark } from './brand.js'
import { GoToButton } from './go-to-button.js'
import { InboxButton } from './inbox-button.js'
import { NeedSomebody } from './need-somebody-part.js'
import { NewAlerts } from './new-alerts.js'
import { OwnButton } from './own-button.js'
import { type Place, places } from './places.js'
import { changeSettings } from './settings-here.js'
import { SitePicker } from './site-picker.js'
import { useIsAt } from './use-is-at.js'

/** The navigation at the left: names and drawings, or drawings alone. */
export function Navigation({ small }: { small: boolean }) {
  const text = useText().frame
  const { role } = useUser()
  const mine = places.filter(({ least }) => mayAs(role, least))
  useEffect(() => rememberKnown(small ? 'small' : 'wide'), [small])
  return (
    <nav
      aria-label={text.navigation}
      className={`flex min-h-0 flex-col gap-[2px] border-r border-line pt-[14px] pb-3 max-wide:hidden ${small ? 'w-nav-small items-center px-[10px]' : 'w-nav px-3'}`}
    >
      <div className={`flex h-[40px] items-center pb-2 ${small ? '' : 'justify-between pl-2'}`}>
        {small ? <Mark /> : <Brand />}
      </div>
      <GoToButton small={small} />
      <SitePicker small={small} />
      {mine.map((place) => (
        <NavigationLink key={place.to} place={place} small={small} />
      ))}
      <div className="flex-1" />
      <IconButton
        icon={small ? 'step-on' : 'step-back'}
        label={small ? text.larger : text.smaller}
        aria-expanded={!small}
        onClick={() => changeSettings({ smallNavigation: !small })}
        className={small ? '' : 'self-end'}
      />
      <InboxButton small={small} />
      <OwnButton small={small} />
    </nav>
  )
}

function NavigationLink({ place, small }: { place: Place; small: boolean }) {
  const label = useText().frame[place.name]
  const isHere = useIsAt()(place)
  return (
    <Link
      to={place.to}
      title={small ? label : undefined}
      aria-current={isHere ? 'page' : undefined}
      className={`relative flex items-center gap-[10px] rounded-2 text-ink-2 hover:bg-surface-2 aria-[current=page]:bg-surface-3 aria-[current=page]:font-strong aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-[9px] aria-[current=page]:before:w-[3px] aria-[current=page]:before:rounded-r-[3px] aria-[current=page]:before:bg-accent ${small ? 'size-[40px] justify-center aria-[current=page]:before:-left-[10px]' : 'h-control px-[10px] aria-[current=page]:before:-left-3'}`}
    >
      <Icon name={place.icon} />
      {small ? <span className="sr-only">{label}</span> : label}
      {place.to === '/alerts' && <NewAlerts small={small} />}
      {place.to === '/health' && <NeedSomebody small={small} />}
    </Link>
  )
}
