import { PageBar } from '../../frame/page-bar.js'
import { useUser } from '../../session/use-session.js'
import { BrowserSettings } from './browser-settings.js'
import { MessagesHere } from './messages-here.js'
import { OwnSessions } from './own-sessions.js'
import { Password } from './password.js'
import { Person } from './person.js'
import { SecondFactors } from './second-factors.js'
import { SignsInByIssuer } from './signs-in-by-issuer.js'
import { useMeText } from './use-me-text.js'

/** What belongs to the person who is signed in, and what they set for this browser. */
export function MePage() {
  const text = useMeText()
  const { byIssuer } = useUser()
  return (
    <>
      <PageBar title={text.title} />
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <div className="mx-auto flex max-w-[720px] flex-col gap-4">
          <MessagesHere />
          <Person />
          {byIssuer ? (
            <SignsInByIssuer />
          ) : (
            <>
              <Password />
              <SecondFactors />
            </>
          )}
          <BrowserSettings />
          <OwnSessions />
        </div>
      </div>
    </>
  )
}
