import { useNavigate } from '@tanstack/react-router'
import { mayAs } from '../session/session-user.js'
import { useUser } from '../session/use-session.js'
import { useText } from '../text/use-text.js'
import { useKeys } from './keys.js'
import { lastActions } from './last-actions.js'
import { openOver } from './over-pages.js'
import { places } from './places.js'

/** The keys that every page has. */
export function useFrameKeys(): void {
  const { frame, keys: text } = useText()
  const { role } = useUser()
  const navigate = useNavigate()
  const toPlaces = places
    .filter(({ least }) => mayAs(role, least))
    .map(
      ({ key, name, to }) => [`g ${key}`, { does: frame[name], act: () => void navigate({ to }) }] as const,
    )
  useKeys(
    {
      'Ctrl+k': { does: text.goTo, act: () => openOver('go-to'), inFields: true },
      '/': { does: text.search, act: () => openOver('go-to') },
      ...Object.fromEntries(toPlaces),
      'g i': { does: text.inbox, act: () => openOver('inbox') },
      'Ctrl+z': { does: text.takeBack, act: () => void lastActions.takeBack() },
      '?': { does: text.map, act: () => openOver('keys') },
    },
    'everywhere',
  )
}
