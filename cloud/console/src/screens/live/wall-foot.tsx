import { Button, IconButton } from '../../controls/button.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf, durationOf } from '../../time/format.js'
import type { Motion } from './what-moves.js'

interface WallFootProps {
  readonly page: number
  readonly perPage: number
  readonly count: number
  readonly onPage: (page: number) => void
  /** Seconds after which it goes on by itself; null: it does not. */
  readonly rotateSec: number | null
  readonly isStaying: boolean
  readonly onStay: (stay: boolean) => void
  /** What moves at most for now. */
  readonly most: Motion
  /** Some tile is large because somebody made it so. */
  readonly hasLarge: boolean
  readonly onAlike: () => void
}

/** Below the tiles: which of the cameras they are, and what is not as it was asked for. It has its room always: no tile moves for it. */
export default function WallFoot({
  page,
  perPage,
  count,
  onPage,
  rotateSec,
  isStaying,
  ...rest
}: WallFootProps) {
  const text = useText().wall
  const language = useLanguage()
  const say = (value: number) => countOf(value, language)
  const pages = Math.ceil(count / perPage)
  const said = text.steppedDown[rest.most]
  return (
    <div className="flex min-h-[28px] flex-none flex-wrap items-center gap-2 px-[6px] text-xs text-ink-2">
      {pages > 1 && (
        <>
          <IconButton
            small
            icon="back"
            label={text.pageBack}
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          />
          <span className="whitespace-nowrap">
            {text.page(say(page * perPage + 1), say(Math.min(count, (page + 1) * perPage)), say(count))}
          </span>
          <IconButton
            small
            icon="next"
            label={text.pageOn}
            disabled={page >= pages - 1}
            onClick={() => onPage(page + 1)}
          />
        </>
      )}
      {rotateSec !== null && (
        <>
          <span>{text.turning(durationOf(rotateSec, language))}</span>
          <Button small onClick={() => rest.onStay(!isStaying)}>
            {isStaying ? text.goOn : text.stay}
          </Button>
        </>
      )}
      {rest.hasLarge && (
        <Button small hint="0" onClick={rest.onAlike}>
          {text.alike.replace(/ \(.*\)$/, '')}
        </Button>
      )}
      <span role="status" className="flex items-center gap-[6px]">
        {said !== '' && (
          <>
            <span className="text-warn">
              <Icon name="warn" size={14} />
            </span>
            {said}
          </>
        )}
      </span>
    </div>
  )
}
