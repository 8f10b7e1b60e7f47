import { Link } from '@tanstack/react-router'
import { Section } from '../../../controls/section.js'
import { useUsersText } from './use-users-text.js'

/** The way to what somebody did. */
export function UserDeeds({ userId }: { userId: string }) {
  const text = useUsersText()
  return (
    <Section title={text.deeds}>
      <Link
        to="/settings/audit"
        search={{ actor: userId }}
        className="self-start text-accent hover:underline"
      >
        {text.toAudit}
      </Link>
    </Section>
  )
}
