import { FailedCall } from '@sightline/client'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMakeRule } from '../../api/rules.js'
import { Button } from '../../controls/button.js'
import { Choice } from '../../controls/choice.js'
import { Field } from '../../controls/field.js'
import { Note } from '../../controls/note.js'
import { PageBar } from '../../frame/page-bar.js'
import { Nothing } from '../../frame/page-states.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import type { Text } from '../../text/text.js'
import { useText } from '../../text/use-text.js'
import { BackToRules } from './back-to-rules.js'
import { HowOften } from './how-often.js'
import { type FieldsChange, fieldsAtFirst, type Manner, newRuleOf, type RuleFields } from './rule-fields.js'
import { nameLength } from './rule-settings.js'
import { SentenceField } from './sentence-field.js'
import { TrialPanel } from './trial-panel.js'
import { Understood } from './understood.js'
import { type RulesText, useRulesText } from './use-rules-text.js'
import { useWordsDraft } from './use-words-draft.js'
import { WhereAndWhat } from './where-and-what.js'
import { WhoIsTold } from './who-is-told.js'

type Categories = Text['events']['categories']

const manners: readonly Manner[] = ['words', 'at_once', 'outage']

/** A rule that is being made: by a sentence, by a kind of event, or for what is off line. */
export function NewRulePage() {
  return mayAs(useUser().role, 'operator') ? <NewRule /> : <Nothing />
}

function NewRule() {
  const text = useRulesText()
  const { categories } = useText().events
  const navigate = useNavigate()
  const { id: me } = useUser()
  const [manner, setManner] = useState<Manner>('words')
  const [fields, setFields] = useState<RuleFields>(() => fieldsAtFirst(me))
  const [problem, setProblem] = useState<'name' | 'sentence' | null>(null)
  const draft = useWordsDraft(null, true)
  const make = useMakeRule()
  const change = (part: FieldsChange) => setFields((before) => ({ ...before, ...part }))
  // Most do not think of a name: what it tells of is one, until they do.
  const offered = manner === 'words' ? nameOf(draft.sentence) : plainName(fields, manner, text, categories)
  const name = fields.name.trim() === '' ? offered : fields.name.trim()

  const submit = (): void => {
    if (manner === 'words' && (!draft.isWhole || !draft.predicate)) return setProblem('sentence')
    if (name.length < nameLength.least) return setProblem('name')
    setProblem(null)
    const sentence = draft.sentence.trim()
    const version =
      manner === 'words' && draft.predicate
        ? { sentence: sentence === '' ? null : sentence, predicate: draft.predicate, judge: draft.judge }
        : null
    make.mutate(
      { rule: newRuleOf({ ...fields, name }, manner), version },
      { onSuccess: ({ id }) => void navigate({ to: '/rules/$id', params: { id } }) },
    )
  }

  return (
    <>
      <PageBar title={text.make} before={<BackToRules />}>
        <Button
          look="main"
          disabled={make.isPending || draft.isReading}
          onClick={submit}
          className="max-wide:hidden"
        >
          {text.makeIt}
        </Button>
      </PageBar>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 max-wide:p-3">
        <div className="mx-auto grid grid-cols-[minmax(0,1fr)_320px] items-start gap-4 max-desk:grid-cols-1">
          <div className="flex min-w-0 flex-col gap-4">
            {make.isError && (
              <div role="alert">
                <Note tone="alarm">
                  {text.makeFailed} {make.error instanceof FailedCall ? make.error.error.message : ''}
                </Note>
              </div>
            )}
            <Choice
              label={text.manner}
              value={manner}
              options={manners.map((one) => ({ value: one, says: text.manners[one] }))}
              onChange={(chosen) => {
                setManner(chosen)
                // Sites are for sentences, and what is off line is of no kind.
                setFields((before) => ({ ...before, ...plainScope(before, chosen) }))
              }}
            />
            {manner === 'words' && (
              <>
                <SentenceField {...draft} onSentence={draft.setSentence} again={draft.readAgain} />
                {problem === 'sentence' && !draft.isWhole && (
                  <p role="alert" className="text-alarm">
                    {text.sayFirst}
                  </p>
                )}
                {(draft.predicate ?? draft.compiled) && <Understood draft={draft} mayChange />}
                <TrialPanel
                  predicate={draft.isWhole ? draft.predicate : null}
                  ruleId={null}
                  judge={draft.judge}
                  active={null}
                  onRelax={draft.setPredicate}
                />
              </>
            )}
            <WhereAndWhat fields={fields} manner={manner} mayChange onChange={change} />
          </div>
          <aside className="flex min-w-0 flex-col gap-4">
            <Field
              label={text.name}
              value={fields.name}
              placeholder={name || text.nameHint}
              maxLength={nameLength.most}
              problem={problem === 'name' && name.length < nameLength.least ? text.nameWrong : undefined}
              onChange={({ target }) => change({ name: target.value })}
            />
            <WhoIsTold
              recipients={fields.recipients}
              rule={null}
              mayChange
              onChange={(recipients) => setFields((before) => ({ ...before, recipients }))}
            />
            <HowOften fields={fields} draft={manner === 'words' ? draft : null} mayChange onChange={change} />
          </aside>
        </div>
      </div>
      <footer className="flex-none border-t border-line bg-surface px-3 py-2 wide:hidden">
        <Button
          look="main"
          disabled={make.isPending || draft.isReading}
          onClick={submit}
          className="min-h-[48px] w-full"
        >
          {text.makeIt}
        </Button>
      </footer>
    </>
  )
}

function nameOf(sentence: string): string {
  const words = sentence.trim()
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, nameLength.most).trim()
}

/** Of rules that need no sentence: the kind of event, or what is off line. */
function plainName(
  { event_category: category, system_trigger: trigger }: RuleFields,
  manner: Manner,
  text: RulesText,
  categories: Categories,
): string {
  if (manner === 'outage') return text.outageOf[trigger ?? 'camera_offline']
  return category === null ? text.everyEvent : categories[category]
}

const plainScope = ({ scope_type: scope }: RuleFields, manner: Manner): FieldsChange =>
  scope === 'site' && manner !== 'words' ? { scope_type: 'all_cameras', site_ids: [] } : {}
