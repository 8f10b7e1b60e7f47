import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { followRelease } from './follow-release.js'
import { lookForRelease } from './release.js'

/** Has a tab that was left open over an upgrade of the service load the new release, when that takes nothing from anybody. */
export function NewRelease({ hasLine }: { hasLine: boolean }) {
  const router = useRouter()
  const hadLine = useRef(true)
  useEffect(
    () =>
      followRelease((act) =>
        router.subscribe('onResolved', ({ pathChanged }) => {
          if (pathChanged) act()
        }),
      ),
    [router],
  )
  useEffect(() => {
    // A service that was away may have come back as another.
    if (hasLine && !hadLine.current) void lookForRelease()
    hadLine.current = hasLine
  }, [hasLine])
  return null
}
