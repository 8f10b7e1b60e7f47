import { type CSSProperties, Fragment, useId } from 'react'
import type { Compiled, Predicate } from '../../api/rules.js'
import { Note } from '../../controls/note.js'
import { kindOfCondition } from './condition-words.js'
import { placedIn } from './predicate-edit.js'
import { Reads } from './reads.js'
import { type Stretch, stretchesOf } from './stretches.js'
import { useRulesText } from './use-rules-text.js'

interface SentenceFieldProps {
  readonly sentence: string
  readonly onSentence: (sentence: string) => void
  /** What was made of the sentence; null: nothing yet. */
  readonly compiled: Compiled | null
  readonly isReading: boolean
  readonly isFailed: boolean
  readonly again: () => void
}

/** Characters that the service reads at most. */
const longest = 1000

/** The sentence in large letters. Words that made a condition are underlined in its colour, those that made none are dotted. */
export function SentenceField(props: SentenceFieldProps) {
  const { sentence, onSentence, compiled } = props
  const text = useRulesText()
  const id = useId()
  const stretches = stretchesOf(sentence, compiled?.words ?? [])
  return (
    <section className="flex flex-col gap-2 rounded-3 border border-control-line bg-surface p-5 max-wide:p-3">
      <label htmlFor={id} className="text-ink-3">
        {text.tellMe}
      </label>
      <div className="relative text-2xl font-title max-wide:text-xl" style={{ lineHeight: 1.6 }}>
        {/* Behind the field, with the same letters in the same places: the lines alone are seen of it. */}
        <p
          aria-hidden="true"
          className="break-words whitespace-pre-wrap select-none"
          style={{ color: 'transparent' }}
        >
          {stretches.map((stretch) => (
            <Fragment key={stretch.start}>
              <span data-said={stretch.kind} style={lineOf(stretch, compiled?.predicate ?? null)}>
                {stretch.text}
              </span>
            </Fragment>
          ))}
          {'\u200b'}
        </p>
        <textarea
          id={id}
          value={sentence}
          maxLength={longest}
          spellCheck
          placeholder={text.sentenceHint}
          onChange={({ target }) => onSentence(target.value.replaceAll('\n', ' '))}
          className="absolute inset-0 size-full resize-none overflow-hidden bg-transparent p-0 text-ink shadow-none! outline-none placeholder:text-ink-3"
        />
      </div>
      <Reads {...props} />
    </section>
  )
}

/** The line below words, in the colour of the kind of their condition; dotted below words that made none. */
function lineOf({ kind, paths }: Stretch, predicate: Predicate | null): CSSProperties {
  if (kind === 'plain') return {}
  const line = { textDecorationLine: 'underline', textDecorationThickness: 3, textUnderlineOffset: 7 }
  if (kind === 'unexpressed')
    return { ...line, textDecorationStyle: 'dotted', textDecorationColor: 'var(--warn)' }
  const found = predicate && placedIn(predicate).find(({ path }) => paths.includes(path))
  const colour = found ? kindOfCondition(found.condition) : 'movement'
  return { ...line, textDecorationColor: `var(--kind-${colour})` }
}

/** Warnings that the page says by itself: that no model read it, and that words are left out. */
const saidElsewhere = /^(?:compiled without a model|the predicate says less)/

/** What of a sentence is not in the rule, and how it was read where it left something open. */
export function Doubts({ compiled }: { compiled: Compiled }) {
  const text = useRulesText()
  const { unexpressed, assumptions, predicate } = compiled
  const warnings = compiled.warnings.filter((one) => !saidElsewhere.test(one))
  if (unexpressed.length + assumptions.length + warnings.length === 0) return null
  return (
    <div className="grid grid-cols-2 gap-[10px] max-desk:grid-cols-1">
      {unexpressed.map(({ words, reason }) => (
        <Note key={`${words} ${reason}`} tone="warn">
          <p className="font-strong">{text.notInRule(words)}</p>
          <p className="text-xs text-ink-2">{reason}</p>
        </Note>
      ))}
      {assumptions.length > 0 && (
        <Note>
          <p className="font-strong">{text.assumed}</p>
          {assumptions.map((one) => (
            <p key={one} className="text-xs text-ink-2">
              {one}
            </p>
          ))}
        </Note>
      )}
      {predicate &&
        warnings.map((one) => (
          <Note key={one} tone={one.includes('never match') ? 'warn' : 'plain'}>
            <p className="text-xs text-ink-2">{one}</p>
          </Note>
        ))}
    </div>
  )
}
