import { createSightlineClient } from '@sightline/client'
import { session } from '../session/session.js'

/** Every route of the service, called as the person who is signed in. */
export const api = createSightlineClient({ origin: location.origin, fetch: session.fetch })
