import { Link } from '@tanstack/react-router'
import { useCamera } from '../../api/camera.js'
import { isNotFound } from '../../api/queries.js'
import { useDropOverride, useOverride } from '../../api/quiet-camera.js'
import { Button } from '../../controls/button.js'
import { PageBar } from '../../frame/page-bar.js'
import { Failed, Loading, Nothing } from '../../frame/page-states.js'
import { Icon } from '../../icons/icon.js'
import { OverrideFields } from './override-fields.js'
import { Panel } from './panel.js'
import { useRulesText } from './use-rules-text.js'

/** What is no big deal at one camera, whatever the rules say. */
export function QuietCamera({ cameraId }: { cameraId: string }) {
  const text = useRulesText()
  const camera = useCamera(cameraId)
  const { data: override, isError, error, refetch } = useOverride(cameraId)
  const drop = useDropOverride(cameraId, text.overrideDropped)
  if (isNotFound(camera.error) || isNotFound(error)) return <Nothing />
  return (
    <>
      <PageBar
        title={text.quietAt(camera.data?.name ?? '…')}
        before={
          <Link
            to="/cameras/$id/{-$tab}"
            params={{ id: cameraId, tab: 'settings' }}
            className="flex h-control flex-none items-center gap-1 border-r border-line pr-3 text-ink-2 hover:text-ink max-wide:h-[44px]"
          >
            <Icon name="back" size={16} />
            <span className="max-wide:sr-only">{text.backToCamera}</span>
          </Link>
        }
      >
        {override && Object.keys(override).length > 0 && (
          <Button disabled={drop.isPending} onClick={() => drop.mutate(override)}>
            {text.dropOverride}
          </Button>
        )}
      </PageBar>
      {isError && !override && <Failed again={() => void refetch()} />}
      {!override && !isError && <Loading />}
      {override && (
        <div className="min-h-0 flex-1 overflow-y-auto p-4 max-wide:p-3">
          <div className="mx-auto flex max-w-[720px] flex-col gap-4">
            <p className="text-ink-2">{text.quietAtSays}</p>
            {drop.isError && (
              <p role="alert" className="text-alarm">
                {text.notSaved}
              </p>
            )}
            <Panel title={text.quiet}>
              <OverrideFields key={drop.submittedAt} cameraId={cameraId} override={override} />
            </Panel>
          </div>
        </div>
      )}
    </>
  )
}
