import { useState } from 'react'
import { Button } from '../../../controls/button.js'
import { CopyField } from '../../../controls/copy-field.js'
import { useHoldOpen } from '../../../controls/hold-open.js'
import { Note } from '../../../controls/note.js'
import { useUser } from '../../../session/use-session.js'
import { useLanguage } from '../../../text/use-text.js'
import { momentOf } from '../../../time/format.js'
import { useNow } from '../../../time/use-now.js'
import { useSettingsText } from '../use-settings-text.js'
import { useWebhooksText } from './use-webhooks-text.js'

interface NewSecretProps {
  readonly secret: string
  /** Until when the one before signs as well; null: there was none. */
  readonly previousUntil: string | null
  readonly onKept: () => void
}

/** A secret that was just made. It is not shown again: until it was copied the dialog around stays. */
export function NewSecret({ secret, previousUntil, onKept }: NewSecretProps) {
  const text = useWebhooksText()
  const { copy } = useSettingsText()
  const language = useLanguage()
  const zone = useUser().timeZone ?? 'UTC'
  const now = useNow(60_000)
  const [isCopied, setCopied] = useState(false)
  useHoldOpen(isCopied ? null : text.keepFirst)
  return (
    <>
      <Note tone="accent">
        {text.secretOnce}
        {previousUntil !== null && (
          <> {text.secretOverlap(momentOf(new Date(previousUntil), now, { language, zone }))}</>
        )}
      </Note>
      <CopyField label={text.secretTitle} value={secret} words={copy} onCopied={() => setCopied(true)} />
      <Button onClick={onKept} className="self-start max-wide:h-[44px] max-wide:w-full">
        {text.keptIt}
      </Button>
    </>
  )
}
