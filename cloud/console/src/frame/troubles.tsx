import { NoLine } from './no-line.js'
import { TooManyBar } from './too-many-bar.js'

/** What stands above every page while something is wrong; it is loaded after the page, before anything is. */
export default function Troubles({ lostSince }: { lostSince: number | null }) {
  return (
    <>
      <NoLine since={lostSince} />
      <TooManyBar />
    </>
  )
}
