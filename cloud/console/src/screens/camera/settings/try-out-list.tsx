import { Link } from '@tanstack/react-router'
import { Button } from '../../../controls/button.js'
import { useText } from '../../../text/use-text.js'
import { Moment } from '../../../time/moment.js'
import { TriedPicture } from './tried-picture.js'
import { useSettingsText } from './use-settings-text.js'
import type { TriedMovement, Trying } from './use-trying.js'

/** Px of a small picture. */
const pictureWidth = 96

/** Tries the zones and the sensitivity on the clips of the last hour; what is drawn meanwhile counts at once. */
export function TryOutList({ trying, zone }: { trying: Trying; zone: string }) {
  const text = useSettingsText()
  const { state, begin, tried } = trying
  return (
    <div className="flex flex-col gap-3 rounded-3 bg-surface-2 p-4 light-edge">
      <h3 className="font-strong">{text.tryOut}</h3>
      <p className="text-xs text-ink-3">{text.tryOutSays}</p>
      <div>
        <Button small icon="play" disabled={state.kind === 'running'} onClick={begin}>
          {state.kind === 'not-begun' ? text.tryNow : text.tryAgain}
        </Button>
      </div>
      <Outcome trying={trying} />
      {tried.length > 0 && (
        <ul className="flex flex-col gap-1">
          {tried.map((one) => (
            <TriedRow key={one.clip.eventId} {...{ one, trying, zone }} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** How many clips would have been movement, in a sentence. */
function Outcome({ trying: { state, tried } }: { trying: Trying }) {
  const text = useSettingsText()
  const { frame } = useText()
  switch (state.kind) {
    case 'not-begun':
      return null
    case 'failed':
      return (
        <p role="alert" className="text-alarm">
          {text.tryFailed} {frame.tryAgain}.
        </p>
      )
    case 'running':
      return (
        <p role="status" className="text-ink-2">
          {text.trying(tried.length + state.unreadable, state.wanted)}
        </p>
      )
    case 'done': {
      const counted = tried.filter(({ movement }) => movement.verdict === 'counts').length
      return (
        <div role="status" className="flex flex-col gap-1">
          <p className="font-strong">
            {state.wanted === 0 ? text.noClips : text.tried(counted, tried.length)}
          </p>
          {state.unreadable > 0 && <p className="text-xs text-ink-3">{text.unreadable(state.unreadable)}</p>}
          {state.leftOut > 0 && <p className="text-xs text-ink-3">{text.leftOut(state.leftOut)}</p>}
        </div>
      )
    }
  }
}

function TriedRow({ one, trying, zone }: { one: TriedMovement; trying: Trying; zone: string }) {
  const text = useSettingsText()
  const { clip, movement } = one
  const isShown = trying.shown?.clip.eventId === clip.eventId
  return (
    <li
      className="flex items-center gap-2 rounded-2 data-shown:bg-accent-soft"
      data-shown={isShown || undefined}
    >
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => trying.show(isShown ? null : clip.eventId)}
        className="flex min-w-0 flex-1 items-center gap-3 p-1 text-left"
      >
        <TriedPicture clip={clip} place={movement.strongest} width={pictureWidth} />
        <span className="min-w-0">
          <span
            data-verdict={movement.verdict}
            className={`block ${movement.verdict === 'counts' ? 'font-strong' : 'text-ink-2'}`}
          >
            {text.verdicts[movement.verdict]}
          </span>
          <span className="text-xs text-ink-3">
            <Moment at={clip.startAt} zone={zone} />
          </span>
        </span>
      </button>
      <Link
        to="/events/$id"
        params={{ id: clip.eventId }}
        className="flex min-h-(--target) items-center px-2 text-xs text-accent underline-offset-2 hover:underline"
      >
        {text.openEvent}
      </Link>
    </li>
  )
}
