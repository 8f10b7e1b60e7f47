import { Link } from '@tanstack/react-router'
import { useOverride } from '../../../api/quiet-camera.js'
import { buttonClass } from '../../../controls/button.js'
import { Group } from './controls.js'
import { useSettingsText } from './use-settings-text.js'

/** Whether the camera has something of its own of what is no big deal, and the way to where that is set. */
export function QuietGroup({ cameraId }: { cameraId: string }) {
  const text = useSettingsText()
  const { data: override } = useOverride(cameraId)
  const count = override && Object.keys(override).length
  return (
    <Group title={text.quiet}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-[24ch] flex-1">
          {count !== undefined && (count === 0 ? text.quietNone : text.quietSet(count))}
          <span className="block text-xs text-ink-3">{text.quietSays}</span>
        </p>
        <Link to="/rules/quiet" search={{ camera: cameraId }} className={buttonClass({})}>
          {text.quietOpen}
        </Link>
      </div>
    </Group>
  )
}
