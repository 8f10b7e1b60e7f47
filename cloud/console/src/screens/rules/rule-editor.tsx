import { FailedCall } from '@sightline/client'
import { useState } from 'react'
import type { Version } from '../../api/rule-versions.js'
import { type AlertRule, type Overtaken, useChangeRule } from '../../api/rules.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { PageBar } from '../../frame/page-bar.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { BackToRules } from './back-to-rules.js'
import { ChangedMeanwhile } from './changed-meanwhile.js'
import { DraftButtons } from './draft-buttons.js'
import { HowOften } from './how-often.js'
import { JudgeSpent } from './judge-spent.js'
import { QuietPanel } from './quiet-panel.js'
import { type FieldsChange, mannerOf } from './rule-fields.js'
import { RuleSettings } from './rule-settings.js'
import { RuleWarnings } from './rule-warnings.js'
import { SentenceField } from './sentence-field.js'
import { TrialPanel } from './trial-panel.js'
import { Understood } from './understood.js'
import { useRulesText } from './use-rules-text.js'
import { useWordsDraft } from './use-words-draft.js'
import { VersionsPanel } from './versions-panel.js'
import { WhereAndWhat } from './where-and-what.js'
import { WhoIsTold } from './who-is-told.js'

/** A rule that is there, with all that can be changed of it. Settings count at once, a sentence once it is activated. */
export function RuleEditor({ rule, versions }: { rule: AlertRule; versions: readonly Version[] }) {
  const text = useRulesText()
  const mayChange = mayAs(useUser().role, 'operator')
  const active = versions.find(({ id }) => id === rule.active_version_id) ?? null
  const shown = active ?? versions[0] ?? null
  const draft = useWordsDraft(shown, mayChange)
  const [isSaying, setSaying] = useState(shown !== null)
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const change = useChangeRule(rule.id, text.saidOf, setOvertaken)
  const make = (of: FieldsChange & { enabled?: boolean }): void => {
    setOvertaken(null)
    change.mutate(of)
  }
  const next = (versions[0]?.number ?? 0) + 1
  const isWords = isSaying && rule.rule_kind === 'camera_event'
  const manner = isWords ? 'words' : mannerOf(rule)
  return (
    <>
      <PageBar
        title={rule.name}
        before={<BackToRules />}
        beside={<Standing {...{ rule, active }} draft={isWords && draft.isChanged ? next : null} />}
      >
        {mayChange && isWords && (
          <DraftButtons {...{ rule, active, draft, next }} shown={shown} onOvertaken={setOvertaken} />
        )}
      </PageBar>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 max-wide:p-3">
        <div className="mx-auto grid grid-cols-[minmax(0,1fr)_320px] items-start gap-4 max-desk:grid-cols-1">
          <div className="flex min-w-0 flex-col gap-4">
            {overtaken && (
              <ChangedMeanwhile
                known={overtaken.known}
                now={overtaken.now}
                onMine={Object.keys(overtaken.change).length > 0 ? () => make(overtaken.change) : null}
                onTheirs={() => setOvertaken(null)}
              />
            )}
            <Refused error={change.error} isOvertaken={overtaken !== null} />
            <RuleWarnings rule={rule} mayChange={mayChange} onChange={make} />
            {isWords && draft.judge.use === 'doubtful' && <JudgeSpent />}
            {isWords && (mayChange || shown) && (
              <>
                {mayChange ? (
                  <SentenceField {...draft} onSentence={draft.setSentence} again={draft.readAgain} />
                ) : (
                  <p className="rounded-3 border border-line bg-surface p-5 text-2xl font-title">
                    {shown?.sentence ?? text.understood}
                  </p>
                )}
                <Understood draft={draft} mayChange={mayChange} />
              </>
            )}
            {isWords && mayChange && (
              <TrialPanel
                predicate={draft.isWhole ? draft.predicate : null}
                ruleId={rule.id}
                judge={draft.judge}
                active={draft.isChanged ? active : null}
                onRelax={draft.setPredicate}
              />
            )}
            <WhereAndWhat fields={rule} manner={manner} mayChange={mayChange} onChange={make} />
            {mayChange && !isWords && rule.rule_kind === 'camera_event' && (
              <Button icon="model" onClick={() => setSaying(true)} className="self-start">
                {text.sayInWords}
              </Button>
            )}
          </div>
          <aside className="flex min-w-0 flex-col gap-4">
            <WhoIsTold
              recipients={rule.recipients}
              rule={rule}
              mayChange={mayChange}
              onChange={(recipients) =>
                make({ recipients: recipients.map(({ user_id, channels }) => ({ user_id, channels })) })
              }
            />
            <HowOften fields={rule} draft={isWords ? draft : null} mayChange={mayChange} onChange={make} />
            {mayChange && rule.rule_kind === 'camera_event' && <QuietPanel ruleId={rule.id} />}
            {mayChange && <RuleSettings rule={rule} onChange={make} />}
            <VersionsPanel
              ruleId={rule.id}
              versions={versions}
              draft={isWords && draft.isChanged && draft.predicate ? next : null}
            />
          </aside>
        </div>
      </div>
    </>
  )
}

interface StandingProps {
  readonly rule: AlertRule
  readonly active: Version | null
  /** The number of what is being written; null: nothing is. */
  readonly draft: number | null
}

function Standing({ rule, active, draft }: StandingProps) {
  const text = useRulesText()
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
      {!rule.enabled && (
        <span className="rounded-1 bg-surface-3 px-[7px] py-[2px] font-strong text-ink-2">{text.off}</span>
      )}
      {draft !== null && (
        <span className="rounded-1 bg-surface-3 px-[7px] py-[2px] font-strong text-ink-2">
          {text.draft(draft)}
        </span>
      )}
      {active && <span className="max-wide:hidden">{text.activeSince(active.number)}</span>}
    </div>
  )
}

/** Why a change was not made. */
function Refused({ error, isOvertaken }: { error: Error | null; isOvertaken: boolean }) {
  const text = useRulesText()
  if (!error || isOvertaken) return null
  return (
    <div role="alert">
      <Note tone="alarm">
        {text.notSaved} {error instanceof FailedCall ? error.error.message : ''}
      </Note>
    </div>
  )
}
