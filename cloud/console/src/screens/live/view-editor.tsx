import { FailedCall } from '@sightline/client'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Camera } from '../../api/cameras.js'
import { useDeleteView, useKeepView, usePlaceView, type View } from '../../api/views.js'
import { Button } from '../../controls/button.js'
import { Check, Field } from '../../controls/field.js'
import { Note } from '../../controls/note.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf, durationOf } from '../../time/format.js'
import { DraftCameras } from './draft-cameras.js'
import { DraftOrder } from './draft-order.js'
import { useEditorText } from './use-editor-text.js'
import { type Draft, problemOf, rotations, wishOf } from './view-draft.js'
import { layouts } from './wall-settings.js'

interface ViewEditorProps {
  /** Null: a new one. */
  readonly viewId: string | null
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly cameras: readonly Camera[]
  readonly views: readonly View[]
  readonly onClose: () => void
}

/** Makes or changes a view; the wall shows at once how it will stand. */
export default function ViewEditor({ viewId, draft, onDraft, cameras, views, onClose }: ViewEditorProps) {
  const text = useEditorText()
  const { wall } = useText()
  const language = useLanguage()
  const { role } = useUser()
  const navigate = useNavigate()
  const keep = useKeepView()
  const [isTried, setTried] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  const problem = problemOf(draft)
  const save = async (): Promise<void> => {
    setTried(true)
    if (problem !== null) return
    const kept = await keep.mutateAsync({ id: viewId, wish: wishOf(draft) }).catch(() => null)
    if (!kept) return
    onClose()
    await navigate({ to: '/live/$view', params: { view: kept.id } })
  }
  const isFull = keep.error instanceof FailedCall && keep.error.error.status === 409
  return (
    <aside
      aria-labelledby="view-editor"
      className="flex min-h-0 w-[380px] flex-none flex-col border-l border-line bg-bg max-wide:absolute max-wide:inset-0 max-wide:z-(--z-panel) max-wide:w-full max-wide:border-0"
      onKeyDown={(press) => press.key === 'Escape' && onClose()}
    >
      <form
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(submit) => {
          submit.preventDefault()
          void save()
        }}
      >
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
          <h2 id="view-editor" className="text-lg font-title">
            {viewId === null ? text.newTitle : text.title}
          </h2>
          <Field
            ref={name}
            label={text.name}
            value={draft.name}
            maxLength={100}
            onChange={({ target }) => onDraft({ ...draft, name: target.value })}
            problem={isTried && problem === 'nameMissing' ? text.nameMissing : undefined}
          />
          <div className="grid grid-cols-2 gap-3">
            <Choice
              label={wall.layout}
              value={draft.layout}
              options={layouts.map((one) => [one, wall.layouts[one]])}
              onChoose={(chosen) => {
                const layout = layouts.find((one) => one === chosen)
                if (layout) onDraft({ ...draft, layout })
              }}
            />
            <Choice
              label={text.rotate}
              value={String(draft.rotateSec ?? '')}
              options={[
                ['', text.stays],
                ...rotations.map((one) => [String(one), text.each(durationOf(one, language))] as const),
              ]}
              onChoose={(chosen) => onDraft({ ...draft, rotateSec: chosen === '' ? null : Number(chosen) })}
            />
          </div>
          <DraftCameras draft={draft} onDraft={onDraft} cameras={cameras} />
          {isTried && (problem === 'none' || problem === 'tooMany') && (
            <p role="alert" className="text-xs text-alarm">
              {text[problem]}
            </p>
          )}
          {draft.cameras.length > 0 && <DraftOrder draft={draft} onDraft={onDraft} cameras={cameras} />}
          {mayAs(role, 'operator') && (
            <Check
              label={text.shared}
              checked={draft.shared}
              onChange={({ target }) => onDraft({ ...draft, shared: target.checked })}
            />
          )}
          {viewId !== null && <OfTheView viewId={viewId} views={views} onGone={onClose} />}
          {keep.isError && (
            <div role="alert">
              <Note tone="alarm">{isFull ? text.full : text.failed}</Note>
            </div>
          )}
        </div>
        <footer className="flex flex-none items-center gap-2 border-t border-line p-3">
          <span className="flex-1 text-xs text-ink-3">
            {text.chosen(countOf(draft.cameras.length, language))}
          </span>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" look="main" disabled={keep.isPending}>
            {text.save}
          </Button>
        </footer>
      </form>
    </aside>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChoose: (value: string) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps): ReactNode {
  return (
    <label className="flex min-w-0 flex-col gap-[6px] font-strong text-ink-2">
      {label}
      <select
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className="h-control w-full rounded-2 border border-control-line bg-bg px-2 text-ink"
      >
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

interface OfTheViewProps {
  readonly viewId: string
  readonly views: readonly View[]
  readonly onGone: () => void
}

/** The place of its tab, and its end: both at once, without saving. */
function OfTheView({ viewId, views, onGone }: OfTheViewProps) {
  const text = useEditorText()
  const navigate = useNavigate()
  const place = usePlaceView()
  const remove = useDeleteView()
  const [isSure, setSure] = useState(false)
  const view = views.find(({ id }) => id === viewId)
  if (!view) return null
  const last = views.filter(({ shared }) => shared === view.shared).length - 1
  const go = (position: number) => place.mutate({ id: viewId, position })
  const end = async (): Promise<void> => {
    const isGone = await remove.mutateAsync(viewId).then(
      () => true,
      () => false,
    )
    if (!isGone) return
    onGone()
    await navigate({ to: '/live' })
  }
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap gap-2">
        <Button small icon="back" disabled={view.position === 0} onClick={() => go(view.position - 1)}>
          {text.earlier}
        </Button>
        <Button small icon="next" disabled={view.position >= last} onClick={() => go(view.position + 1)}>
          {text.later}
        </Button>
        <span className="flex-1" />
        {!isSure && (
          <Button small icon="trash" look="bare" onClick={() => setSure(true)}>
            {text.delete}
          </Button>
        )}
      </div>
      {isSure && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="flex-1">{text.deleteSure}</span>
          <Button small onClick={() => setSure(false)}>
            {text.keep}
          </Button>
          <Button small look="danger" disabled={remove.isPending} onClick={() => void end()}>
            {text.delete}
          </Button>
        </div>
      )}
      {(remove.isError || place.isError) && (
        <p role="alert" className="text-xs text-alarm">
          {text.failed}
        </p>
      )}
    </div>
  )
}
