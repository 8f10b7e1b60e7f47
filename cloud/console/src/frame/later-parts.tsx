// oxlint-disable-next-line import/no-unassigned-import -- what it does when somebody prints
import './on-paper.js'
import { AlertsSaid } from './alerts-said.js'
import { LastAction } from './last-action.js'
import { NewRelease } from './new-release.js'

/** What stands around every page and shows nothing at first: it is loaded after the page. */
export default function LaterParts({ hasLine }: { hasLine: boolean }) {
  return (
    <>
      <LastAction />
      <AlertsSaid />
      <NewRelease hasLine={hasLine} />
    </>
  )
}
