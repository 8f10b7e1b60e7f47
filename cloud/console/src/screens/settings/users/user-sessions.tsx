import { type User, useEndSessionOf, useSessionsOf } from '../../../api/users.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import { programOf } from '../../../session/program-name.js'
import { useUser } from '../../../session/use-session.js'
import { Moment } from '../../../time/moment.js'
import { useReason } from '../save-row.js'
import { useUsersText } from './use-users-text.js'

/** Where somebody is signed in, and ending that. */
export function UserSessions({ user, mayChange }: { user: User; mayChange: boolean }) {
  const text = useUsersText()
  const zone = useUser().timeZone ?? 'UTC'
  const { data } = useSessionsOf(user.id)
  const end = useEndSessionOf(user.id)
  const reason = useReason(end.error)
  return (
    <Section title={text.sessions}>
      {data?.length === 0 && <p className="text-ink-2">{text.noSession}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {data?.map((session) => (
          <li key={session.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate">
                {programIn(session.user_agent)}
                {session.current && <span className="text-accent"> · {text.here}</span>}
              </p>
              <p className="truncate text-xs text-ink-3">
                {session.address} · {text.lastUsed} <Moment at={session.last_used_at} zone={zone} />
              </p>
            </div>
            {mayChange && !session.current && (
              <Button small disabled={end.isPending} onClick={() => end.mutate(session.id)}>
                {text.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {end.isError && (
        <div role="alert">
          <Note tone="alarm">{reason}</Note>
        </div>
      )}
    </Section>
  )
}

/** A browser and its system; what is none is named as it names itself. */
function programIn(userAgent: string): string {
  const program = programOf(userAgent)
  return program ? `${program.browser} · ${program.system}` : userAgent || '?'
}
