import { Button } from '../../../controls/button.js'
import { useText } from '../../../text/use-text.js'
import type { SettingsForm } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'

/** What is not saved yet, and saves it; it stays in view. */
export function SaveBar({ form }: { form: SettingsForm }) {
  const text = useSettingsText()
  const { frame } = useText()
  const { edited, contested, saving, problem } = form
  const isSaving = saving.kind === 'saving'
  return (
    <footer className="sticky bottom-0 z-10 flex flex-none flex-wrap items-center gap-2 border-t border-line bg-bg px-5 py-3 max-wide:px-4">
      <div role="status" className="min-w-[18ch] flex-1 text-xs text-ink-2">
        {saving.kind === 'refused' ? (
          <span className="text-alarm [overflow-wrap:anywhere]">{saving.sentence}</span>
        ) : saving.kind === 'failed' ? (
          <span className="text-alarm">
            {text.notSaved} {frame.tryAgain}.
          </span>
        ) : contested.length > 0 ? (
          text.contestedFirst
        ) : problem !== null ? (
          text[problem]
        ) : edited.length > 0 ? (
          text.notSavedYet(edited.map((name) => text.settings[name]).join(', '))
        ) : saving.kind === 'saved' ? (
          text.saved
        ) : (
          text.nothingChanged
        )}
      </div>
      {edited.length > 0 && (
        <Button onClick={form.discard} disabled={isSaving}>
          {text.discard}
        </Button>
      )}
      <Button
        look="main"
        disabled={isSaving || edited.length === 0 || contested.length > 0 || problem !== null}
        onClick={() => void form.save()}
      >
        {isSaving ? text.saving : text.save}
      </Button>
    </footer>
  )
}
