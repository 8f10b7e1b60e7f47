import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useDeleteSite } from '../../../api/change-sites.js'
import { refusalOf } from '../../../api/refusal.js'
import type { Site } from '../../../api/sites.js'
import { Button } from '../../../controls/button.js'
import { Section } from '../../../controls/section.js'
import { lastActions } from '../../../frame/last-actions.js'
import { useReason } from '../save-row.js'
import { Sure } from '../sure.js'
import { useSitesText } from './use-sites-text.js'

/** Deletes a site that nothing belongs to. */
export function RemoveSite({ site: { id, name } }: { site: Site }) {
  const text = useSitesText()
  const navigate = useNavigate()
  const remove = useDeleteSite(id)
  const reason = useReason(remove.error)
  const [isAsking, setAsking] = useState(false)
  const goOn = () => {
    void navigate({ to: '/sites' })
    lastActions.say(text.removed(name))
  }
  return (
    <Section title={text.remove}>
      <p className="text-ink-2">{text.removeWhy}</p>
      <Button icon="trash" className="self-start" onClick={() => setAsking(true)}>
        {text.remove}
      </Button>
      {isAsking && (
        <Sure
          title={text.removeTitle(name)}
          sentence={text.removeSure}
          button={text.remove}
          isPending={remove.isPending}
          problem={remove.isError ? (refusalOf(remove.error)?.status === 409 ? text.inUse : reason) : null}
          onSure={() => remove.mutate(undefined, { onSuccess: goOn })}
          onClose={() => {
            remove.reset()
            setAsking(false)
          }}
        />
      )}
    </Section>
  )
}
