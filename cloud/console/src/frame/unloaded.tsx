import { useEffect } from 'react'
import { withRelease } from './missing-script.js'
import { Failed } from './page-states.js'

/** For a page whose script did not come. Of a release that is gone it never will: then the new one is loaded. */
export function Unloaded() {
  useEffect(() => withRelease(({ replaceOldPage }) => replaceOldPage(false)), [])
  return <Failed again={() => withRelease(({ loadAnew }) => void loadAnew())} />
}
