import { useEndSession, useOwnSessions } from '../../api/me.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { Section } from '../../controls/section.js'
import { programOf } from '../../session/program-name.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'
import { useMeText } from './use-me-text.js'

/** Where the person is signed in, and signing out there. */
export function OwnSessions() {
  const text = useMeText()
  const { frame } = useText()
  const zone = useUser().timeZone ?? 'UTC'
  const { data, isError, refetch } = useOwnSessions()
  const end = useEndSession()
  return (
    <Section title={text.sessions}>
      {isError && !data && (
        <Note tone="alarm">
          {text.failed}{' '}
          <Button small onClick={() => void refetch()}>
            {frame.tryAgain}
          </Button>
        </Note>
      )}
      {end.isError && (
        <div role="alert">
          <Note tone="alarm">{text.notSaved}</Note>
        </div>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {data?.map((session) => (
          <li key={session.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate">
                <Program userAgent={session.user_agent} />
                {session.current && <span className="text-accent"> · {text.here}</span>}
              </p>
              <p className="truncate text-xs text-ink-3">
                {session.address} · {text.lastUsed} <Moment at={session.last_used_at} zone={zone} />
              </p>
            </div>
            {!session.current && (
              <Button small disabled={end.isPending} onClick={() => end.mutate(session.id)}>
                {text.signOutThere}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** A browser in words; what is none is named as it names itself. */
export function Program({ userAgent }: { userAgent: string }) {
  const text = useMeText()
  const program = programOf(userAgent)
  if (program) return <>{text.on(program.browser, program.system)}</>
  return <>{userAgent === '' ? text.unknownBrowser : userAgent}</>
}
