import { FailedCall } from '@sightline/client'
import { useState } from 'react'
import { useMakeVersion, useVersionDeed, type Version } from '../../api/rule-versions.js'
import { type AlertRule, type Overtaken, useRuleNow } from '../../api/rules.js'
import { Button } from '../../controls/button.js'
import { ActivateDialog } from './activate-dialog.js'
import { useRulesText } from './use-rules-text.js'
import type { WordsDraft } from './use-words-draft.js'

interface DraftButtonsProps {
  readonly rule: AlertRule
  readonly draft: WordsDraft
  /** The version of which the draft is made. */
  readonly shown: Version | null
  readonly active: Version | null
  /** The number that the draft will have. */
  readonly next: number
  readonly onOvertaken: (overtaken: Overtaken) => void
}

/** What is done with a sentence that was written: discarded, kept, or made the one that judges. */
export function DraftButtons({ rule, draft, shown, active, next, onOvertaken }: DraftButtonsProps) {
  const text = useRulesText()
  const ruleNow = useRuleNow()
  const make = useMakeVersion(rule.id)
  const deed = useVersionDeed(rule.id)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { predicate, isChanged, isWhole } = draft
  // A version that was kept and does not judge yet can be activated as it is.
  const isKept = !isChanged && shown !== null && shown.id !== active?.id
  const number = isKept ? shown.number : next
  if (!isChanged && !isKept) return null
  if (!predicate) return <Button onClick={draft.discard}>{text.discard}</Button>

  const made = async (): Promise<string> => {
    if (isKept) return shown.id
    const sentence = draft.sentence.trim()
    const version = await make.mutateAsync({
      sentence: sentence === '' ? null : sentence,
      predicate,
      judge: draft.judge,
    })
    return version.id
  }
  const activate = async (): Promise<void> => {
    setProblem(null)
    try {
      const now = await ruleNow(rule.id)
      if (now.updated_at !== rule.updated_at) {
        setAsking(false)
        return onOvertaken({ change: {}, known: rule, now })
      }
      await deed.mutateAsync({ id: await made(), deed: 'activate' })
      draft.discard()
      setAsking(false)
    } catch (error) {
      setProblem(error instanceof FailedCall ? error.error.message : '')
    }
  }
  const keep = async (): Promise<void> => {
    try {
      await made()
      draft.discard()
    } catch (error) {
      setProblem(error instanceof FailedCall ? error.error.message : '')
      setAsking(true)
    }
  }
  const isBusy = make.isPending || deed.isPending
  return (
    <>
      {isChanged && (
        <>
          <Button onClick={draft.discard} className="max-wide:hidden">
            {text.discard}
          </Button>
          <Button disabled={!isWhole || isBusy} onClick={() => void keep()} className="max-desk:hidden">
            {text.keepDraft}
          </Button>
        </>
      )}
      <Button look="main" disabled={!isWhole || draft.isReading || isBusy} onClick={() => setAsking(true)}>
        {text.activate(number)}
      </Button>
      {isAsking && (
        <ActivateDialog
          rule={rule}
          number={number}
          predicate={predicate}
          active={active?.predicate ?? null}
          isBusy={isBusy}
          problem={problem}
          onActivate={() => void activate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
