import { Link } from '@tanstack/react-router'
import { Icon } from '../icons/icon.js'
import { mayAs } from '../session/session-user.js'
import { useUser } from '../session/use-session.js'
import { useText } from '../text/use-text.js'
import { MoreButton } from './more-button.js'
import { NeedSomebody } from './need-somebody-part.js'
import { NewAlerts } from './new-alerts.js'
import { places } from './places.js'
import { tabLook } from './tab-look.js'
import { useIsAt } from './use-is-at.js'

/** The tabs at the foot of a phone; what is none of them is behind "More". */
export function TabBar() {
  const text = useText().frame
  const { role } = useUser()
  const isHere = useIsAt()
  const mine = places.filter(({ least }) => mayAs(role, least))
  const behindMore = mine.filter(({ isTab }) => !isTab)
  return (
    <nav
      aria-label={text.navigation}
      className="grid auto-cols-fr grid-flow-col border-t border-line bg-surface px-[6px] pt-[5px] pb-[max(5px,env(safe-area-inset-bottom))] wide:hidden"
    >
      {mine
        .filter(({ isTab }) => isTab)
        .map((place) => (
          <Link
            key={place.to}
            to={place.to}
            aria-current={isHere(place) ? 'page' : undefined}
            className={tabLook}
          >
            <Icon name={place.icon} size={21} />
            {place.to === '/alerts' && <NewAlerts small />}
            {place.to === '/health' && <NeedSomebody small />}
            {text[place.name]}
          </Link>
        ))}
      {behindMore.length > 0 && <MoreButton places={behindMore} />}
    </nav>
  )
}
