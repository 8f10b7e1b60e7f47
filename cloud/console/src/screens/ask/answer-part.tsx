import { FailedCall } from '@sightline/client'
import { useEffect } from 'react'
import { type Answer, type Question, useAnswer } from '../../api/ask.js'
import { waitAfter } from '../../api/too-many.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { Icon } from '../../icons/icon.js'
import { useText } from '../../text/use-text.js'
import { EventCards } from './event-cards.js'
import { useAskText } from './use-ask-text.js'

interface AnswerPartProps {
  readonly question: Question
  /** Called with what was answered; null: nobody needs it. */
  readonly onAnswer: ((answer: Answer) => void) | null
}

/** A question, and what came of it. */
export function AnswerPart({ question, onAnswer }: AnswerPartProps) {
  const { frame } = useText()
  const text = useAskText()
  const { data, isPending, isError, error, failureReason, refetch } = useAnswer(question)
  useEffect(() => {
    if (data) onAnswer?.(data)
  }, [data, onAnswer])
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl font-title break-words">{question.text}</h2>
      <div aria-live="polite" aria-busy={isPending} className="flex flex-col gap-3">
        {isPending && (
          <div className="flex flex-col gap-2">
            <p className="text-ink-3">{waitAfter(failureReason) === null ? text.looking : text.waiting}</p>
            <div className="h-4 w-[80%] rounded-1 bg-surface-3 appear-late" />
            <div className="h-4 w-[60%] rounded-1 bg-surface-3 appear-late" />
          </div>
        )}
        {isError && (
          <Note tone="alarm">
            <p>{error instanceof FailedCall ? text.refused : text.failed}</p>
            <Button small onClick={() => void refetch()} className="mt-2">
              {frame.tryAgain}
            </Button>
          </Note>
        )}
        {data && <Answered answer={data} />}
      </div>
    </section>
  )
}

function Answered({ answer }: { answer: Answer }) {
  const text = useAskText()
  const { status, reason, answer: said, citations, found, model } = answer
  const others = found.filter(({ event_id: id }) => !citations.some((one) => one.event_id === id))
  return (
    <>
      {status === 'answered' && (
        <>
          <p className="max-w-(--prose) text-md whitespace-pre-line">{said}</p>
          <p className="flex items-center gap-[6px] text-xs text-ink-3">
            <Icon name="model" size={13} />
            {model === null ? text.byService : text.saidBy(model)}
          </p>
        </>
      )}
      {status === 'no_provider' && (
        <Note tone="warn">
          <p>{text.noModel}</p>
          {reason !== null && <p className="text-ink-2">{text.reason(reason)}</p>}
        </Note>
      )}
      {status === 'failed' && (
        <Note tone="warn">
          <p>{text.modelFailed}</p>
          {reason !== null && <p className="text-ink-2">{text.reason(reason)}</p>}
        </Note>
      )}
      {citations.length > 0 && <EventCards title={text.citations} events={citations} />}
      {others.length > 0 && (
        <EventCards
          title={citations.length > 0 ? text.alsoFound : text.found}
          events={others}
          folded={citations.length > 0}
        />
      )}
      {found.length === 0 && status !== 'answered' && <p className="text-ink-3">{text.nothingFound}</p>}
    </>
  )
}
