import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { OwnQueries } from './api/own-queries.js'
import { lastActions } from './frame/last-actions.js'
import { openOver } from './frame/over-pages.js'
import { followMessages } from './push/opened-messages.js'
import { hasPushHere, keepPush } from './push/push-here.js'
import { loadPage, router } from './router.js'
import type { SessionUser } from './session/session-user.js'
import { SignedInUser } from './session/use-session.js'
import { useLanguage } from './text/use-text.js'

// Its script comes beside the answer that says who somebody is.
loadPage(location.pathname)

/** The pages, for somebody who is signed in. What they were shown goes with them: at one desk sit several people. */
export default function Inside({ user }: { user: SessionUser }) {
  const language = useLanguage()
  const { id } = user
  useEffect(followMessages, [])
  useEffect(
    () => () => {
      lastActions.forget()
      openOver(null)
    },
    [],
  )
  useEffect(() => {
    // A service that cannot be told is told by the next start.
    if (hasPushHere(id)) keepPush({ userId: id, language }).catch(() => {})
  }, [id, language])
  return (
    <SignedInUser value={user}>
      <OwnQueries>
        <RouterProvider router={router} />
      </OwnQueries>
    </SignedInUser>
  )
}
