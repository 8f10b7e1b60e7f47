import type { JudgedEvent, RuleCondition } from './rule-match.service.js'

/** A rule that sets no condition. */
export const anyRule: RuleCondition = {
  rule_kind: 'camera_event',
  enabled: true,
  event_category: null,
  trigger_topic_pattern: null,
  source_filter: null,
  custom_tags: [],
  min_confidence: null,
  scope_type: 'all_cameras',
  site_ids: [],
  camera_ids: [],
  schedule_type: 'always',
  compiled_version_id: null,
}

/** A movement before the camera `a`. */
export const motionOfA: JudgedEvent = {
  event_category: 'motion',
  trigger_topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
  trigger_source: 'onvif',
  camera_id: 'a',
}
