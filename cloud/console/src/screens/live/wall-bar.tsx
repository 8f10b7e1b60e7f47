import { Link } from '@tanstack/react-router'
import type { View, ViewLayout } from '../../api/views.js'
import { Button, IconButton } from '../../controls/button.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { layouts } from './wall-settings.js'
import type { Motion } from './what-moves.js'

interface ViewTabsProps {
  readonly views: readonly View[]
  /** How many cameras there are. */
  readonly count: number
  readonly onNew: () => void
}

const tab =
  'flex h-control flex-none items-center gap-2 rounded-2 px-3 font-strong whitespace-nowrap text-ink-2 hover:bg-surface-3 aria-[current=page]:bg-surface-3 aria-[current=page]:text-ink max-wide:h-[40px] max-wide:rounded-full max-wide:border max-wide:border-line max-wide:aria-[current=page]:border-accent max-wide:aria-[current=page]:bg-accent-soft'

/** Every camera, then each view. */
export function ViewTabs({ views, count, onNew }: ViewTabsProps) {
  const text = useText().wall
  const language = useLanguage()
  return (
    <nav aria-label={text.views} className="flex min-w-0 items-center gap-1 overflow-x-auto">
      <Link to="/live" activeOptions={{ exact: true, includeSearch: false }} className={tab}>
        {text.all}
        <span className="text-ink-3">{countOf(count, language)}</span>
      </Link>
      {views.map(({ id, name }) => (
        <Link
          key={id}
          to="/live/$view"
          params={{ view: id }}
          activeOptions={{ includeSearch: false }}
          className={`${tab} max-w-[200px]`}
        >
          <span className="truncate">{name}</span>
        </Link>
      ))}
      <IconButton icon="plus" label={text.newView} onClick={onNew} className="flex-none" />
    </nav>
  )
}

interface WallToolsProps {
  /** Pictures of now; null while another time is looked at. */
  readonly live: number | null
  readonly without: number
  readonly motion: Motion
  readonly onMotion: () => void
  readonly layout: ViewLayout
  readonly onLayout: (layout: ViewLayout) => void
  /** Changes the view; null where it is not this person's to change. */
  readonly onEdit: (() => void) | null
  readonly isFollowing: boolean
  readonly onFollow: (follow: boolean) => void
  readonly onFill: () => void
}

/** How many pictures there are, and how they move and stand. */
export function WallTools({ live, without, motion, layout, isFollowing, ...act }: WallToolsProps) {
  const text = useText().wall
  const language = useLanguage()
  return (
    <>
      {live !== null && (
        <span className="flex items-center gap-2 text-xs whitespace-nowrap text-ink-2 max-desk:hidden">
          <span className="size-2 rounded-full bg-accent" />
          {text.counts(countOf(live, language))}
          {without > 0 && <span className="text-ink-3">· {text.without(countOf(without, language))}</span>}
        </span>
      )}
      <Button
        small
        icon="movement"
        title={text.motionHint}
        hint="Q"
        onClick={act.onMotion}
        className="max-wide:size-[40px] max-wide:border-transparent max-wide:bg-transparent max-wide:px-0 max-wide:[&>kbd]:hidden"
      >
        <span className="max-wide:sr-only">{text.motion[motion]}</span>
      </Button>
      <select
        aria-label={text.layout}
        title={text.layout}
        value={layout}
        onChange={({ target }) => {
          const chosen = layouts.find((one) => one === target.value)
          if (chosen) act.onLayout(chosen)
        }}
        className="h-control-small rounded-2 border border-line-strong bg-control px-2 text-xs font-strong max-wide:hidden"
      >
        {layouts.map((one) => (
          <option key={one} value={one}>
            {text.layouts[one]}
          </option>
        ))}
      </select>
      <IconButton
        small
        icon="alerts"
        label={text.follow}
        aria-pressed={isFollowing}
        onClick={() => act.onFollow(!isFollowing)}
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent max-wide:hidden"
      />
      {act.onEdit && <IconButton small icon="edit" label={text.editView} onClick={act.onEdit} />}
      <IconButton
        small
        icon="fullscreen"
        label={text.fill}
        onClick={act.onFill}
        className="max-wide:hidden"
      />
    </>
  )
}
