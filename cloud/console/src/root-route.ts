import { createRootRoute, retainSearchParams } from '@tanstack/react-router'
import { Frame } from './frame/frame.js'
import { Nothing } from './frame/page-states.js'
import { textsIn } from './frame/search.js'

/** What the address of every page may say. */
interface OfEveryPage {
  /** Lists are of this site alone. */
  readonly site?: string | undefined
}

/** What all pages stand in. */
export const root = createRootRoute({
  component: Frame,
  notFoundComponent: Nothing,
  validateSearch: (search): OfEveryPage => textsIn(search, ['site']),
  // The site that was chosen goes with whoever goes on.
  search: { middlewares: [retainSearchParams<OfEveryPage>(['site'])] },
})
