import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Answer, Question } from '../../api/ask.js'
import { Button } from '../../controls/button.js'
import { PageBar } from '../../frame/page-bar.js'
import { useSiteId } from '../../frame/use-site.js'
import { AnswerPart } from './answer-part.js'
import { useAskText } from './use-ask-text.js'

/** Longer questions the service does not take. */
const longest = 1000

/** Questions about events in one's own words. The address has the last one; those before it stand above. */
export function AskPage() {
  const text = useAskText()
  const { q = '' } = useSearch({ strict: false })
  const site = useSiteId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [earlier, setEarlier] = useState<readonly Turn[]>([])
  const last = useRef<Answer | null>(null)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [q, earlier])

  const ask = (next: string) => {
    const question = next.trim().slice(0, longest)
    if (question === '') return
    if (q !== '' && last.current) setEarlier([...earlier, { question: q, answer: last.current }])
    last.current = null
    setTyped('')
    void navigate({ to: '/ask', search: (before) => ({ ...before, q: question }) })
  }
  const begin = () => {
    setEarlier([])
    last.current = null
    void navigate({ to: '/ask', search: ({ site: of }) => ({ site: of }) })
  }
  const question: Question = { text: q, site, before: earlier.flatMap(turnsOf) }
  return (
    <>
      <PageBar title={text.title}>
        {q !== '' && (
          <Button small onClick={begin}>
            {text.anew}
          </Button>
        )}
      </PageBar>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-[760px] flex-col gap-6 px-5 py-5 max-wide:px-4">
          {q === '' && <Beginning onAsk={ask} />}
          {earlier.map(({ question: before }, place) => (
            <AnswerPart
              // biome-ignore lint/suspicious/noArrayIndexKey: turns only ever follow
              key={place}
              question={{ text: before, site, before: earlier.slice(0, place).flatMap(turnsOf) }}
              onAnswer={null}
            />
          ))}
          {q !== '' && (
            <AnswerPart
              key={earlier.length}
              question={question}
              onAnswer={(answer) => {
                last.current = answer
              }}
            />
          )}
          <div ref={end} />
        </div>
      </div>
      <AskField typed={typed} onType={setTyped} onAsk={ask} isFollowing={q !== ''} />
    </>
  )
}

interface Turn {
  readonly question: string
  readonly answer: Answer
}

/** What was said, for the question after it. */
const turnsOf = ({ question, answer }: Turn): Question['before'] => [
  { role: 'user', text: question },
  ...(answer.answer === null ? [] : [{ role: 'assistant' as const, text: answer.answer }]),
]

function Beginning({ onAsk }: { onAsk: (question: string) => void }) {
  const text = useAskText()
  return (
    <section className="flex flex-col gap-3">
      <p className="text-md text-ink-2">{text.begin}</p>
      <ul aria-label={text.examplesAre} className="flex flex-col items-start gap-2">
        {text.examples.map((example) => (
          <li key={example}>
            <Button look="plain" icon="ask" onClick={() => onAsk(example)}>
              {example}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AskFieldProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onAsk: (question: string) => void
  readonly isFollowing: boolean
}

function AskField({ typed, onType, onAsk, isFollowing }: AskFieldProps) {
  const text = useAskText()
  const label = isFollowing ? text.fieldAgain : text.field
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk(typed)
  }
  return (
    <form onSubmit={submit} className="flex-none border-t border-line">
      <div className="mx-auto flex max-w-[760px] gap-2 px-5 py-3 max-wide:px-4">
        <input
          aria-label={label}
          placeholder={label}
          value={typed}
          maxLength={longest}
          onChange={(event) => onType(event.target.value)}
          data-search
          className="h-[40px] min-w-0 flex-1 rounded-2 border border-control-line bg-bg px-[11px] text-md text-ink placeholder:text-ink-3 max-wide:h-[44px] max-wide:text-lg"
        />
        <Button
          look="main"
          type="submit"
          disabled={typed.trim() === ''}
          className="h-[40px]! max-wide:h-[44px]!"
        >
          {text.send}
        </Button>
      </div>
    </form>
  )
}
