import { useEffect, useRef, useState } from 'react'
import { refusalOf } from '../../../api/refusal.js'
import { useInvitationLink } from '../../../api/users.js'
import { Button } from '../../../controls/button.js'
import { CopyField } from '../../../controls/copy-field.js'
import { useHoldOpen } from '../../../controls/hold-open.js'
import { Note } from '../../../controls/note.js'
import { useUser } from '../../../session/use-session.js'
import { useLanguage } from '../../../text/use-text.js'
import { momentOf } from '../../../time/format.js'
import { serviceNow } from '../../../time/service-clock.js'
import { useSettingsText } from '../use-settings-text.js'
import { useUsersText } from './use-users-text.js'

interface HandOverProps {
  readonly userId: string
  /** Whether it is made at once, without being asked for. */
  readonly isWanted: boolean
}

/** A link by which somebody who never had a password sets one, to be handed over by hand. */
export function HandOver({ userId, isWanted }: HandOverProps) {
  const text = useUsersText()
  const settings = useSettingsText()
  const language = useLanguage()
  const zone = useUser().timeZone ?? 'UTC'
  const { mutate, data, error, isPending } = useInvitationLink()
  const isMade = useRef(false)
  const [isCopied, setCopied] = useState(false)
  useHoldOpen(data && !isCopied ? text.copyFirst : null)
  useEffect(() => {
    // Each link is another one: it is made once, also where effects run twice.
    if (!isWanted || isMade.current) return
    isMade.current = true
    mutate(userId)
  }, [isWanted, mutate, userId])
  if (data)
    return (
      <div className="flex flex-col gap-2">
        <CopyField
          label={text.link}
          value={data.link}
          words={settings.copy}
          onCopied={() => setCopied(true)}
        />
        <p className="text-xs text-ink-3">
          {text.linkWhy(momentOf(new Date(data.expires_at), new Date(serviceNow()), { language, zone }))}
        </p>
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-2">
      <Button icon="key" disabled={isPending} onClick={() => mutate(userId)}>
        {text.makeLink}
      </Button>
      {error && (
        <div role="alert" className="w-full">
          <Note tone="alarm">
            {refusalOf(error)?.status === 409 ? text.linkHasPassword : text.linkFailed}
          </Note>
        </div>
      )}
    </div>
  )
}
