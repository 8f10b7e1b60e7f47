import { useState } from 'react'
import { type AnalysisFocus, useSaveFocus } from '../../../api/focus.js'
import { isConflict } from '../../../api/queries.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { Unsaved } from '../../../frame/unsaved.js'
import { Moment } from '../../../time/moment.js'
import { refusalOf } from '../settings/use-settings-form.js'
import { draftOf, type FocusDraft, longestText, problemOfDraft, saysSame, wishOf } from './focus-draft.js'
import { FocusHistory } from './focus-history.js'
import { HoursEditor } from './hours-editor.js'
import { Presets } from './presets.js'
import { TextArea } from './text-area.js'
import { useFocusText } from './use-focus-text.js'

interface FocusPanelProps {
  readonly cameraId: string
  /** As it is by now. */
  readonly focus: AnalysisFocus
  readonly zone: string
  /** No model looks at events of this camera. */
  readonly isOff: boolean
}

/** Changes what to look for; what it was before can be had again. */
export function FocusPanel({ cameraId, focus, zone, isOff }: FocusPanelProps) {
  const text = useFocusText()
  const [typed, setTyped] = useState<FocusDraft | null>(null)
  const save = useSaveFocus(cameraId)
  const draft = typed ?? draftOf(focus)
  const isUnsaved = typed !== null && !saysSame(typed, focus)
  const isOvertaken = isUnsaved && draft.over !== focus.version
  const change = (part: Partial<FocusDraft>): void => {
    setTyped({ ...draft, ...part })
    save.reset()
  }
  const submit = (): void => save.mutate(wishOf(draft), { onSuccess: () => setTyped(null) })
  return (
    <div className="flex min-h-0 flex-1 flex-col max-wide:flex-none">
      <Unsaved isUnsaved={isUnsaved} />
      <section
        aria-label={text.title}
        // What scrolls is scrolled by keys, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-5 py-5 max-wide:overflow-visible max-wide:px-4"
      >
        <p className="text-ink-2">{text.says}</p>
        {isOff && <Note tone="warn">{text.off}</Note>}
        {isOvertaken && (
          <Overtaken
            {...{ focus, zone }}
            onTheirs={() => setTyped(null)}
            onMine={() => change({ over: focus.version })}
          />
        )}
        <Presets
          isEmpty={draft.look.trim() === '' && draft.ignore.trim() === ''}
          onChoose={(preset) =>
            change({
              look: preset.focus_text,
              ignore: preset.ignore_guidance,
              hours: preset.monitoring_schedule,
            })
          }
        />
        <TextArea
          label={text.look}
          says={text.lookSays}
          value={draft.look}
          maxLength={longestText}
          onChange={(look) => change({ look })}
        />
        <TextArea
          label={text.ignore}
          says={text.ignoreSays}
          value={draft.ignore}
          maxLength={longestText}
          onChange={(ignore) => change({ ignore })}
        />
        <HoursEditor hours={draft.hours} onChange={(hours) => change({ hours })} />
        <FocusHistory
          {...{ cameraId, zone }}
          newest={focus.version}
          onUse={(before) => change({ ...draftOf(before), over: draft.over })}
        />
      </section>
      <footer className="sticky bottom-0 z-10 flex flex-none flex-wrap items-center gap-2 border-t border-line bg-bg px-5 py-3 max-wide:px-4">
        <div role="status" className="min-w-[18ch] flex-1 text-xs text-ink-2">
          {save.isError && !isConflict(save.error) ? (
            <span className="text-alarm">{sentenceOf(save.error, text.notSaved)}</span>
          ) : isOvertaken ? (
            text.overtakenFirst
          ) : isUnsaved ? (
            text.notSavedYet
          ) : save.isSuccess ? (
            text.saved
          ) : focus.updated_at === null ? (
            text.nothingSaid
          ) : (
            <>
              {text.version(focus.version, focus.updated_by?.name ?? '')}{' '}
              <Moment at={focus.updated_at} zone={zone} />
            </>
          )}
        </div>
        {isUnsaved && (
          <Button
            disabled={save.isPending}
            onClick={() => {
              setTyped(null)
              save.reset()
            }}
          >
            {text.discard}
          </Button>
        )}
        <Button
          look="main"
          disabled={!isUnsaved || isOvertaken || save.isPending || problemOfDraft(draft)}
          onClick={submit}
        >
          {save.isPending ? text.saving : text.save}
        </Button>
      </footer>
    </div>
  )
}

function sentenceOf(error: unknown, otherwise: string): string {
  const refusal = refusalOf(error)
  return refusal.kind === 'refused' ? refusal.sentence : otherwise
}

interface OvertakenProps {
  readonly focus: AnalysisFocus
  readonly zone: string
  readonly onTheirs: () => void
  readonly onMine: () => void
}

/** Somebody else saved another version while this one was typed: what they said, and which is to stand. */
function Overtaken({ focus, zone, onTheirs, onMine }: OvertakenProps) {
  const text = useFocusText()
  return (
    <div role="alert">
      <Note tone="warn">
        <p className="font-strong">
          {text.overtaken(focus.version, focus.updated_by?.name ?? '')}{' '}
          {focus.updated_at !== null && <Moment at={focus.updated_at} zone={zone} />}
        </p>
        <p className="whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
          {focus.focus_text === '' ? text.empty : focus.focus_text}
        </p>
        <div className="flex flex-wrap gap-2 pt-2">
          <Button small onClick={onTheirs}>
            {text.takeTheirs}
          </Button>
          <Button small onClick={onMine}>
            {text.keepMine}
          </Button>
        </div>
      </Note>
    </div>
  )
}
