import { useRouterState } from '@tanstack/react-router'
import { isAt, type Place } from './places.js'

/** Tells of each place whether the page that is shown belongs to it. */
export function useIsAt(): (place: Place) => boolean {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (place) => isAt(place, path)
}
